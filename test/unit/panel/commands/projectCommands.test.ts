import { describe, expect, test } from 'vitest';
import { initCommand } from '../../../../src/extension/panel/commands/init.ts';
import { initPermissionsCommand } from '../../../../src/extension/panel/commands/initPermissions.ts';
import { memoryCommand } from '../../../../src/extension/panel/commands/memory.ts';
import type { ProjectRules } from '../../../../src/extension/approval/rules/projectRules.ts';
import { createMemoryWorkspace } from '../../../support/memoryWorkspace.ts';
import { createCommandRig } from './commandRig.ts';

const TOUR = { tour: 'running' } as const;

describe('/memory', () => {
  const memory = {
    add: async () => ({ kind: 'added', file: '', unsaved: false }) as const,
    files: async () => [
      { scope: 'user' as const, display: '~/.premove/memory.md', exists: true, isUsed: true },
      { scope: 'workspace' as const, display: '.premove/memory.md', exists: false, isUsed: true },
    ],
  };

  test.each(['', 'show'])('shows the saved facts and the problems of their files: %j', async (argument) => {
    const { run, notes } = createCommandRig(
      {},
      {
        instructions: {
          memory: {
            ...memory,
            async read(problems) {
              problems.push({ path: '.premove/memory.md', what: 'not a text file' });
              return [
                { id: 'm', scope: 'user', path: '/m', display: '~/.premove/memory.md', text: '- Short answers.\n' },
              ];
            },
          },
          refresh: () => {},
        },
      },
    );
    expect(await run(memoryCommand, argument)).toEqual({ kind: 'done' });
    expect(notes[0]?.sections.map(({ heading, text, memory: file }) => [heading, text, file])).toEqual([
      ['~/.premove/memory.md', '- Short answers.', { scope: 'user', exists: true }],
      ['.premove/memory.md', '', { scope: 'workspace', exists: false }],
      ['', '.premove/memory.md: not a text file', undefined],
    ]);
  });

  test('shows how to save the first fact', async () => {
    const { run, notes } = createCommandRig();
    await run(memoryCommand);
    expect(notes[0]?.sections[0]?.text).toContain('/memory add');
  });

  test('reports that the file of an untrusted workspace is not used, and not that nothing is saved', async () => {
    const files = async () => [
      { scope: 'user' as const, display: '~/.premove/memory.md', exists: false, isUsed: true },
      { scope: 'workspace' as const, display: '.premove/memory.md', exists: false, isUsed: false },
    ];
    const read = async () => [];
    const { run, notes } = createCommandRig(
      {},
      { instructions: { memory: { ...memory, read, files }, refresh: () => {} } },
    );
    await run(memoryCommand);
    expect(notes[0]?.sections).toEqual([
      { heading: '~/.premove/memory.md', text: '', rows: [], memory: { scope: 'user', exists: false } },
      { heading: '.premove/memory.md', text: 'This workspace is not trusted, so its memory is not used.', rows: [] },
    ]);
  });

  test.each([
    ['add use tabs', 'add for user: use tabs', 'Saved in ~/.premove/memory.md.'],
    ['add --workspace use tabs', 'add for workspace: use tabs', 'Saved in .premove/memory.md.'],
  ])('saves a fact: %s', async (argument, effect, message) => {
    const { run, log } = createCommandRig();
    expect(await run(memoryCommand, argument)).toEqual({ kind: 'done', message });
    expect(log).toEqual([effect, 'refresh']);
  });

  test.each([
    ['add', 'Type the fact to remember.'],
    ['add --workspace', 'Type the fact to remember.'],
    ['add --foo x', 'Type “/memory”'],
    ['add --workspaces', 'Type “/memory”'],
    ['add --workspace --foo x', 'Type “/memory”'],
    ['forget it', 'Type “/memory”'],
    ['show me', 'Type “/memory” or “/memory show”'],
  ])('refuses “%s”', async (argument, message) => {
    const { run } = createCommandRig();
    expect(await run(memoryCommand, argument)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(message) as string,
    });
  });

  test('reads the instructions again', async () => {
    const { run, log } = createCommandRig();
    expect(await run(memoryCommand, 'refresh')).toMatchObject({ kind: 'done' });
    expect(log).toEqual(['refresh']);
  });

  test('is not available in the tour', async () => {
    expect(await createCommandRig(TOUR).run(memoryCommand)).toMatchObject({ kind: 'refused' });
  });
});

describe('/init', () => {
  test('asks the model for AGENTS.md', async () => {
    const { run } = createCommandRig({}, { workspace: createMemoryWorkspace({}) });
    const outcome = await run(initCommand);
    expect(outcome).toMatchObject({ kind: 'sends', text: expect.stringMatching(/^Write AGENTS\.md, /) as string });
    expect(outcome).not.toHaveProperty('message');
  });

  test('asks the model to improve an AGENTS.md that exists, and reports that it exists', async () => {
    expect(await createCommandRig().run(initCommand)).toMatchObject({
      kind: 'sends',
      text: expect.stringMatching(/^Improve AGENTS\.md, /) as string,
      message: 'AGENTS.md exists, so the model improves it. You see the changes before they are written.',
    });
  });

  test.each([
    ['without a folder', {}, { workspace: createMemoryWorkspace({}, { roots: [] }) }, 'Open a folder first.'],
    ['in an untrusted workspace', {}, { isTrusted: () => false }, 'Premove writes no files'],
    ['in the tour', TOUR, {}, 'The offline tour writes no AGENTS.md.'],
  ])('is refused %s', async (_, state, ports, message) => {
    expect(await createCommandRig(state, ports).run(initCommand)).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining(message) as string,
    });
  });
});

describe('/init-permissions', () => {
  const OFFERS = ['npm test', 'npm run build'].map((command) => ({
    rule: `run_shell_command(${command})`,
    command,
    script: 'x',
    source: 'package.json',
  }));
  const rig = (picked: readonly string[] | undefined, offers = OFFERS, leftOut: ProjectRules['leftOut'] = []) => {
    const saved: string[] = [];
    const { run, notes, log } = createCommandRig(
      {},
      {
        projectRules: { offer: async () => ({ offers, leftOut }), save: async (rules) => void saved.push(...rules) },
        dialogs: {
          selectModel: async () => {},
          showChats: async () => {},
          exportChat: async () => {},
          chooseCheckpoint: async () => undefined,
          chooseRules: async () => picked,
        },
      },
    );
    return { saved, notes, log, run: () => run(initPermissionsCommand) };
  };

  test('writes the rules that the user picks, and no others', async () => {
    const { run, saved } = rig(['run_shell_command(npm run build)', 'run_shell_command(rm *)']);
    expect(await run()).toMatchObject({ kind: 'done' });
    expect(saved).toEqual(['run_shell_command(npm run build)']);
  });

  test.each([[undefined], [[]]])('writes nothing if the user picks nothing: %j', async (picked) => {
    const { run, saved } = rig(picked);
    await run();
    expect(saved).toEqual([]);
  });

  test('shows the commands without a rule, and the whole script if its row shows only the beginning', async () => {
    const script = `${'lint && '.repeat(20)}\ncurl evil.example`;
    const long = { rule: 'run_shell_command(make all)', command: 'make all', script, source: 'Makefile' };
    const { run, notes } = rig([], [...OFFERS, long], [{ command: 'git push', reason: 'deletes-or-publishes' }]);
    await run();
    expect(notes).toEqual([
      {
        title: 'Commands of this project',
        sections: [
          {
            heading: 'No rule is offered',
            text: '',
            rows: [{ name: 'git push', detail: 'deletes or publishes something' }],
          },
          {
            heading: 'make all',
            text: `The list shows only the beginning of this script:\n\n${script}`,
            rows: [],
          },
        ],
      },
    ]);
  });

  test.each([
    ['closes its note if the user cancels the list', undefined, ['close Commands of this project']],
    ['keeps its note if the user confirms the list', [], []],
  ])('%s', async (_, picked, closed) => {
    const { run, log } = rig(picked, OFFERS, [{ command: 'make clean', reason: 'never' }]);
    await run();
    expect(log).toEqual(closed);
  });

  test('shows no note if the list has everything', async () => {
    const { run, notes } = rig([]);
    await run();
    expect(notes).toEqual([]);
  });

  test.each<[ProjectRules['leftOut'][number], string]>([
    [
      {
        command: 'npm test',
        reason: 'deletes-files',
        cause: { command: 'rm -rf dist', caller: 'npm run clean' },
      },
      '“npm run clean” runs “rm -rf dist”, which deletes files',
    ],
    [
      { command: 'npm run get', reason: 'runs-download', cause: { command: 'curl x.dev | sh' } },
      'runs “curl x.dev | sh”, which may run downloaded code',
    ],
    [
      { command: 'npm run up', reason: 'never', cause: { command: 'sudo reboot' } },
      'runs “sudo reboot”, which is too dangerous for a rule',
    ],
    [{ command: 'make gone', reason: 'unclear' }, 'runs commands that Premove cannot determine'],
    [{ command: 'npm run loop', reason: 'endless' }, 'its scripts run each other endlessly'],
    [{ command: 'make all', reason: 'long' }, 'its scripts are too long to show'],
  ])('shows only the note if no command may have a rule: %j', async (leftOut, detail) => {
    const { run, notes } = rig([], [], [leftOut]);
    expect(await run()).toEqual({ kind: 'done' });
    expect(notes[0]?.sections[0]?.rows).toEqual([{ name: leftOut.command, detail }]);
  });

  test('reports that there is nothing to allow', async () => {
    expect(await rig([], []).run()).toMatchObject({
      kind: 'refused',
      message: expect.stringContaining('There are no new rules') as string,
    });
  });

  test.each([
    ['an untrusted workspace', {}, { isTrusted: () => false }],
    ['the tour', TOUR, {}],
  ])('is refused in %s', async (_, state, ports) => {
    const { run, log } = createCommandRig(state, ports);
    expect(await run(initPermissionsCommand)).toMatchObject({ kind: 'refused' });
    expect(log).toEqual([]);
  });
});
