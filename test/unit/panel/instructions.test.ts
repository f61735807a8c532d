import { expect, test } from 'vitest';
import { textOf } from '../../../src/extension/model/message.ts';
import { mentionOffersSchema } from '../../../src/shared/protocol.ts';
import { start, until } from './harness.ts';

const pathOf = (name: string): string => `.github/instructions/${name}.instructions.md`;

function ruleFor(glob: string, letter: string): string {
  return `---\napplyTo: "${glob}"\n---\n${letter.repeat(19_000)}`;
}

/** Four files, and a rule for each. The limit for all rules together has room for three of the rules. */
const FILES = {
  'a.ts': 'a',
  'b.ts': 'b',
  'c.ts': 'c',
  'd.ts': 'd',
  [pathOf('a')]: ruleFor('a.ts', 'x'),
  [pathOf('b')]: ruleFor('b.ts', 'y'),
  [pathOf('c')]: ruleFor('c.ts', 'z'),
  [pathOf('d')]: ruleFor('d.ts', 'w'),
};

const PROBLEM = `${pathOf('d')}: not sent with files that match its pattern, because all rules together may have at most 60,000 characters`;

const readAll = (names: readonly string[]) => ({
  calls: names.map((name) => ({ name: 'read_file', input: { file_path: name } })),
});

test('the list names a rule whose text had no room in a result, until another chat is shown', async () => {
  const { exchange, store, panel, scripted } = await start(
    [readAll(['a.ts', 'b.ts', 'c.ts']), readAll(['d.ts']), 'Done.'],
    'auto-edit',
    FILES,
  );
  await until(() => store.state.instructions.items.length === 4);
  expect(store.state.instructions.problems).toEqual([]);
  await exchange('read all');
  await until(() => store.state.instructions.problems.length > 0);
  expect(store.state.instructions.problems).toEqual([PROBLEM]);
  const results = JSON.stringify(scripted.requests[2]?.messages);
  expect(results).toContain('zzz');
  expect(results).not.toContain('www');

  await panel.actions.newChat();
  await until(() => store.state.instructions.problems.length === 0);
});

test('the list names a rule whose text had no room beside mentions', async () => {
  const { controller, store, scripted } = await start(['Done.'], 'auto-edit', FILES);
  await until(() => store.state.instructions.items.length === 4);
  const names = ['a.ts', 'b.ts', 'c.ts', 'd.ts'];
  const text = names.map((name) => `@${name}`).join(' ');
  const mentions: { id: string; from: number; to: number }[] = [];
  for (const name of names) {
    const offers = mentionOffersSchema.parse(await controller.handle({ type: 'complete-mention', query: name }));
    const from = text.indexOf(`@${name}`);
    const id = offers.find(({ label }) => label === name)?.id ?? '';
    mentions.push({ id, from, to: from + name.length + 1 });
  }
  await controller.handle({ type: 'submit', conversationId: store.state.conversationId, text, mentions });
  await until(() => store.state.status === 'idle' && store.state.instructions.problems.length > 0);
  expect(store.state.instructions.problems).toEqual([PROBLEM]);
  const sent = scripted.requests[0]?.messages.map(textOf).join('') ?? '';
  expect(sent).toContain('zzz');
  expect(sent).not.toContain('www');
  expect(sent).toContain('More guides for files like this one are in');
});

test('a script of a skill runs only as a command, after its card', async () => {
  const folder = '.premove/skills/release';
  const command = `bash ${folder}/scripts/release.sh`;
  const { submit, store, controller, world, scripted } = await start(
    [
      { calls: [{ name: 'skill', input: { name: 'release' } }] },
      { calls: [{ name: 'run_shell_command', input: { command } }] },
      'Released.',
    ],
    'auto-edit',
    {
      [`${folder}/SKILL.md`]:
        '---\nname: release\ndescription: Makes a release\nallowed-tools: Bash(*)\n---\nRun scripts/release.sh.',
      [`${folder}/scripts/release.sh`]: 'echo released',
    },
  );
  const commands: string[] = [];
  world.runCommand = (ran) => void commands.push(ran);
  await submit('release');
  await until(() => store.state.status === 'waiting-for-confirmation');
  expect(JSON.stringify(scripted.requests[1]?.messages)).toContain('Run scripts/release.sh.');
  expect(commands).toEqual([]);
  const card = store.state.items
    .flatMap((item) => (item.kind === 'answer' ? item.blocks : []))
    .findLast((block) => block.kind === 'tool');
  expect(card).toMatchObject({
    detail: command,
    status: 'awaiting-approval',
    approval: { reasons: [{ kind: 'instructs-agents' }] },
  });
  await controller.handle({ type: 'decide', callId: card?.callId ?? '', decision: 'allow-once' });
  await until(() => commands.length > 0);
  expect(commands).toEqual([command]);
});

test('the user is asked before the model writes a file that an instruction file includes', async () => {
  const write = (file_path: string) => ({ calls: [{ name: 'write_file', input: { file_path, content: 'x' } }] });
  const { store, submit } = await start([write('docs/other.md'), write('docs/style.md')], 'auto-edit', {
    'CLAUDE.md': 'Follow @docs/style.md.',
  });
  await submit('write the docs');
  await until(() => store.state.status === 'waiting-for-confirmation');
  const cards = store.state.items
    .flatMap((item) => (item.kind === 'answer' ? item.blocks : []))
    .filter((block) => block.kind === 'tool');
  expect(cards).toMatchObject([
    { detail: 'docs/other.md', status: 'success' },
    {
      detail: 'docs/style.md',
      status: 'awaiting-approval',
      approval: { reasons: [{ kind: 'instructs-agents', detail: 'docs/style.md' }] },
    },
  ]);
});

test('the list follows files that appear, change and disappear', async () => {
  const { base, clock, store, world } = await start([], 'auto-edit', { 'a.ts': 'a' });
  const names = () => store.state.instructions.items.map(({ name }) => name);
  const changed = async (path: string) => {
    world.filesChanged.fire([path]);
    await clock.advance(300);
  };
  base.put('AGENTS.md', 'Use tabs.');
  await changed('/ws/AGENTS.md');
  await until(() => names().join() === 'AGENTS.md');
  base.put('.cursor/rules/bad.mdc', '---\nglobs: [\n---\nx');
  await changed('/ws/.cursor/rules/bad.mdc');
  await until(() => store.state.instructions.problems.length === 1);
  base.remove('AGENTS.md');
  await changed('/ws/AGENTS.md');
  await until(() => names().length === 0);
});

test('the files are read again when the list is opened', async () => {
  const { base, controller, store } = await start([], 'auto-edit', { 'a.ts': 'a' });
  await until(() => store.state.status === 'idle');
  base.put('AGENTS.md', 'Use tabs.');
  await controller.handle({ type: 'list-instructions' });
  await until(() => store.state.instructions.items.length === 1);
});

test('the output of /memory shows a file that was created and edited meanwhile', async () => {
  const { base, clock, controller, opened, store, submit, world } = await start([], 'auto-edit', { 'a.ts': 'a' });
  await submit('/memory');
  const section = () => store.state.note?.sections.find(({ heading }) => heading === '.premove/memory.md');
  expect(section()?.memory?.exists).toBe(false);
  await controller.handle({ type: 'open-memory', scope: 'workspace' });
  expect(opened).toEqual(['/ws/.premove/memory.md']);
  expect(section()?.memory?.exists).toBe(true);
  base.put('.premove/memory.md', '# Memory\n\n- Tests need a database.\n');
  world.filesChanged.fire(['/ws/.premove/memory.md']);
  await clock.advance(300);
  await until(() => section()?.text.includes('Tests need a database.') === true);
});

test('a click on a problem opens its file, but not if the problem is no longer in the list', async () => {
  const { controller, opened, store } = await start([], 'auto-edit', {
    '.cursor/rules/bad.mdc': '---\nglobs: [\n---\nx',
  });
  await until(() => store.state.instructions.problems.length === 1);
  const [problem = ''] = store.state.instructions.problems;
  await controller.handle({ type: 'open-problem', problem });
  expect(opened).toEqual(['/ws/.cursor/rules/bad.mdc']);
  await expect(controller.handle({ type: 'open-problem', problem: '/etc/hosts: x' })).rejects.toThrow(
    'That problem is no longer in the list.',
  );
});
