import { expect, test } from 'vitest';
import type { SlashCommand } from '../../../../src/extension/panel/commands/slashCommand.ts';
import { SubmitHandlers } from '../../../../src/extension/panel/handlers/submitHandlers.ts';
import type { ExpandedPrompt } from '../../../../src/extension/panel/promptFileCommands.ts';
import type { SubmitResult } from '../../../../src/shared/protocol.ts';

/** Handlers with one command, `/go`, which returns `outcome`. The log lists the effects of the request in order. */
function rig(
  outcome: SubmitResult['outcome'] = 'ran',
  files: Readonly<Record<string, (argument: string) => ExpandedPrompt>> = {},
) {
  const log: string[] = [];
  const go: SlashCommand = {
    name: 'go',
    texts: () => ({ description: 'Goes', argument: '[where]' }),
    duringAnswer: 'runs',
    run: () => ({ kind: 'done' }),
  };
  const handlers = new SubmitHandlers(
    {
      submit: async (conversationId, { prompt, mentions = [], draft, model, tools }) => {
        if (draft !== undefined) log.push(`instead of ${draft}: ${JSON.stringify({ mentions, model, tools })}`);
        log.push(`prompt ${conversationId}: ${prompt.typed} > ${prompt.text}, ${mentions.length} mentions`);
        return { outcome: 'queued' };
      },
    },
    {
      saveAnswer: async (conversationId, text) => {
        log.push(`answer ${conversationId}: ${text}`);
        return { outcome: 'saved' };
      },
    },
    {
      isShown: (id) => id !== 'another',
      sentCommand: () => void log.push('cleared'),
      editsAnswer: (id) => id === 'editing',
    },
    { add: async (_, text) => void log.push(`remembered ${text}`) },
    {
      misspelling: () => undefined,
      find({ name, argument }) {
        if (name === 'go') return { kind: 'found', command: go };
        const expand = files[name];
        return expand
          ? { kind: 'prompt-file', expand: async () => expand(argument) }
          : { kind: 'refused', message: `No ${name}.` };
      },
      run: async ({ name }, { conversationId, argument }) => {
        log.push(`${name} ${conversationId}: ${argument}`);
        return { outcome };
      },
    },
    { isOffered: (text) => text === '/go there', stop: async (reason) => void log.push(reason) },
  );
  const submit = (text: string, conversationId = 'shown', from = 0) =>
    handlers.submit({
      type: 'submit',
      conversationId,
      text,
      mentions: [{ id: 'm', from, to: from + 2 }],
    });
  return { log, submit };
}

test('a prompt is passed on with its mentions, and added to the earlier inputs', async () => {
  const { log, submit } = rig();
  expect(await submit('@a look ')).toEqual({ outcome: 'queued' });
  expect(log).toEqual(['prompt shown: @a look  > @a look, 1 mentions', 'remembered @a look']);
});

test('a command is removed from the draft before it runs, and is added to the earlier inputs', async () => {
  const { log, submit } = rig();
  expect(await submit('/go home')).toEqual({ outcome: 'ran' });
  expect(log).toEqual(['cleared', 'go shown: home', 'remembered /go home']);
});

test('a command that has not run is not added to the earlier inputs', async () => {
  const { log, submit } = rig('kept');
  expect(await submit('/go')).toEqual({ outcome: 'kept' });
  expect(log).toEqual(['cleared', 'go shown: ']);
});

test('a suggested command ends its suggestion only if it has run', async () => {
  const ran = rig();
  await ran.submit('/go there ');
  expect(ran.log).toContain('command-run');
  const kept = rig('kept');
  await kept.submit('/go there');
  expect(kept.log).not.toContain('command-run');
});

test('an unknown command is neither run nor sent', async () => {
  const { log, submit } = rig();
  expect(await submit('/gone home')).toEqual({ outcome: 'kept', message: 'No gone.' });
  expect(log).toEqual([]);
});

test('a command that was typed in a chat that is no longer shown does not run', async () => {
  const { log, submit } = rig();
  expect(await submit('/go', 'another')).toEqual({ outcome: 'kept' });
  expect(log).toEqual([]);
});

test('the edited text of an answer is saved, even if it begins with a command, and is not added to the earlier inputs', async () => {
  const { log, submit } = rig();
  expect(await submit('/go on', 'editing')).toEqual({ outcome: 'saved' });
  expect(log).toEqual(['answer editing: /go on']);
});

test('the text of a prompt file is sent with its limits, and with the mentions of its argument', async () => {
  const { log, submit } = rig('ran', {
    fix: (argument) => ({
      kind: 'expanded',
      text: `Fix ${argument}.`,
      model: 'a/b',
      tools: ['edit'],
      message: 'Other.',
    }),
  });
  expect(await submit('/fix @a', 'shown', 5)).toEqual({ outcome: 'queued', message: 'Other.' });
  expect(log).toEqual([
    'instead of /fix @a: {"mentions":[{"id":"m","from":4,"to":6}],"model":"a/b","tools":["edit"]}',
    'prompt shown: Fix @a. > Fix @a., 1 mentions',
    'remembered /fix @a',
  ]);
});

test('a prompt file whose input the user cancels is not sent', async () => {
  const { log, submit } = rig('ran', { fix: () => ({ kind: 'kept' }) });
  expect(await submit('/fix')).toEqual({ outcome: 'kept' });
  expect(log).toEqual([]);
});

test('a prompt that begins like a command is remembered with a space before it', async () => {
  const { log, submit } = rig();
  await submit(' /gone home');
  expect(log.at(-1)).toBe('remembered  /gone home');
});
