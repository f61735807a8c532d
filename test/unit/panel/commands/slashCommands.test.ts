import { describe, expect, it, test } from 'vitest';
import { SLASH_COMMANDS } from '../../../../src/extension/panel/commands/commandList.ts';
import type { CommandPorts, SlashCommand } from '../../../../src/extension/panel/commands/slashCommand.ts';
import { SlashCommands } from '../../../../src/extension/panel/commands/slashCommands.ts';
import type { PromptFile } from '../../../../src/extension/instructions/promptFile.ts';
import { silentLog } from '../../../../src/extension/base/silentLog.ts';
import { namesOf } from '../../../../src/shared/slashCommand.ts';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import { createMemoryWorkspace } from '../../../support/memoryWorkspace.ts';
import { settle } from '../../../support/manualClock.ts';

const go: SlashCommand = {
  name: 'go',
  aliases: ['walk'],
  texts: () => ({ description: 'Goes somewhere', argument: '[where]' }),
  duringAnswer: 'refused',
  run: (_, { argument }) => ({ kind: 'done', message: `Went ${argument}.`, effect: 'clear-view' }),
};
const stay: SlashCommand = {
  name: 'stay',
  texts: () => ({ description: 'Stays here' }),
  duringAnswer: 'runs',
  run: () => ({ kind: 'refused', message: 'Nobody stays.' }),
};
const open: SlashCommand = {
  ...stay,
  name: 'open',
  run: () => ({ kind: 'done', opens: () => Promise.reject(Error()) }),
};

const note: SlashCommand = {
  ...go,
  name: 'note',
  aliases: [],
  duringAnswer: 'runs',
};

const review: PromptFile = {
  name: 'review-pr',
  description: 'Review it',
  source: '.claude/commands/review-pr.md',
  scope: 'workspace',
  body: 'Review',
};
const deploy: PromptFile = { ...review, name: 'Deploy', source: '.claude/commands/Deploy.md' };
const promptFiles = [review, deploy];

function rig(isIdle = true, isTrusted = true) {
  const errors: string[] = [];
  const commands = new SlashCommands({
    commands: [go, stay, open, note],
    promptFiles: {
      names: promptFiles.map(({ name }) => name),
      find: (wanted) => promptFiles.find(({ name }) => name.toLowerCase() === wanted.toLowerCase()),
      findUnusable: (name) => (name === 'broken' ? '.premove/prompts/broken.md' : undefined),
      expand: async (file, argument) => ({ kind: 'expanded', text: `${file.body} ${argument}` }),
    },
    // The commands above use no other ports.
    ports: {
      store: { state: createInitialChatState('chat') },
      workspace: createMemoryWorkspace({}),
      isTrusted: () => isTrusted,
    } as Partial<CommandPorts> as CommandPorts,
    isIdle: () => isIdle,
    log: { ...silentLog, error: (message) => void errors.push(message) },
  });
  const refusal = (name: string, argument = ''): string | undefined => {
    const found = commands.find({ kind: 'command', name, argument });
    return found.kind === 'refused' ? found.message : undefined;
  };
  return { commands, refusal, errors };
}

describe('the commands', () => {
  it('are listed with their texts', () => {
    expect(rig().commands.views().slice(0, 2)).toEqual([
      { name: 'go', aliases: ['walk'], description: 'Goes somewhere', argument: '[where]' },
      { name: 'stay', aliases: [], description: 'Stays here', argument: '' },
    ]);
  });

  test.each([
    ['go', 'home'],
    ['walk', ''],
    ['stay', ''],
    ['STAY', ''],
  ])('are found by name and by alias, in upper and lower case: /%s %s', (name, argument) => {
    expect(rig().refusal(name, argument)).toBeUndefined();
  });

  test.each([
    [
      'goo',
      '',
      'There is no command /goo. Did you mean /go? To send the text as a message, type a space before the slash.',
    ],
    [
      'st',
      '',
      'There is no command /st. Did you mean /stay? To send the text as a message, type a space before the slash.',
    ],
    [
      'oopen',
      '',
      'There is no command /oopen. Did you mean /open? To send the text as a message, type a space before the slash.',
    ],
    [
      'pen',
      '',
      'There is no command /pen. Did you mean /open? To send the text as a message, type a space before the slash.',
    ],
    [
      'swat',
      '',
      'There is no command /swat. Did you mean /stay? To send the text as a message, type a space before the slash.',
    ],
    [
      'de',
      '',
      'There is no command /de. Did you mean /Deploy? To send the text as a message, type a space before the slash.',
    ],
    ['alky', '', 'There is no command /alky. To send the text as a message, type a space before the slash.'],
    ['broken', '', '.premove/prompts/broken.md cannot be used. See the list of instructions (book button).'],
    ['xyzzy', '', 'There is no command /xyzzy. To send the text as a message, type a space before the slash.'],
    ['', '', 'Type the name of a command after the slash. /help lists the commands.'],
    ['stay', 'here', '/stay takes no argument. To send the text as a message, type a space before the slash.'],
  ])('are refused with a reason: /%s %s', (name, argument, message) => {
    expect(rig().refusal(name, argument)).toBe(message);
  });

  test.each([
    ['/ stay', '/stay'],
    ['/ Walk to the lake', '/walk'],
    ['/ Deploy', '/Deploy'],
    ['/ deploy', '/Deploy'],
  ])('are suggested if spaces follow the slash: %s', (typed, command) => {
    expect(rig().commands.misspelling(typed)).toBe(
      `Did you mean ${command}? To send the text as a message, type a space before the slash.`,
    );
  });

  it('are refused with a note about prompt files in an untrusted workspace', () => {
    const { refusal } = rig(true, false);
    expect(refusal('xyzzy')).toBe(
      'There is no command /xyzzy. To send the text as a message, type a space before the slash. Prompt files of this folder are not loaded, because the workspace is not trusted.',
    );
    expect(refusal('stay', 'here')).not.toContain('Prompt files');
  });

  it('are refused during an answer if they change the conversation or files', () => {
    const { refusal } = rig(false);
    expect(refusal('walk')).toBe('Wait for the answer, or stop it, before you use /go.');
    expect(refusal('stay')).toBeUndefined();
    expect(refusal('note', 'add x')).toBeUndefined();
  });

  it('report their effect, or the reason why they did nothing', async () => {
    const { commands } = rig();
    const call = { conversationId: 'c', argument: 'home' };
    expect(await commands.run(go, call)).toEqual({ outcome: 'ran', message: 'Went home.', effect: 'clear-view' });
    expect(await commands.run(stay, call)).toEqual({ outcome: 'kept', message: 'Nobody stays.' });
  });

  it('do not wait for a dialog, whose failure is logged', async () => {
    const { commands, errors } = rig();
    expect(await commands.run(open, { conversationId: 'c', argument: '' })).toEqual({ outcome: 'ran' });
    await settle();
    expect(errors).toEqual(['/open failed']);
  });
});

describe('the built-in commands', () => {
  const names = SLASH_COMMANDS.map(({ name }) => name);

  it('are sorted by name', () => expect(names).toEqual(names.toSorted()));

  it('have unique names and aliases', () => {
    const all = namesOf(
      SLASH_COMMANDS.map(({ name, aliases = [] }) => ({ name, aliases: [...aliases], description: '', argument: '' })),
    );
    expect(new Set(all).size).toBe(all.length);
  });

  it('are refused during an answer if, and only if, they change the conversation or files', () => {
    const refused = SLASH_COMMANDS.filter(({ duringAnswer }) => duringAnswer === 'refused').map(({ name }) => name);
    expect(refused).toEqual(['compress', 'restore', 'undo']);
  });
});
