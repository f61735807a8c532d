import { expect, test } from 'vitest';
import { SubmitHandlers } from '../../../../src/extension/panel/handlers/submitHandlers.ts';
import type { SubmitResult } from '../../../../src/shared/protocol.ts';

/** Handlers with one command, `/go`, which returns `outcome`. The log lists the effects of the request in order. */
function rig(outcome: SubmitResult['outcome'] = 'sent') {
  const log: string[] = [];
  const handlers = new SubmitHandlers(
    {
      submit: async (conversationId, { prompt, mentions = [] }) => {
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
      isShown: (id) => id === 'shown',
      sentText: (text) => void log.push(`cleared ${text}`),
      editsAnswer: (id) => id === 'editing',
    },
    { add: async (_, text) => void log.push(`kept ${text}`) },
    [
      {
        prefix: '/go',
        run: async (conversationId, argument) => {
          log.push(`command ${conversationId}: ${argument}`);
          return { outcome };
        },
      },
    ],
  );
  const submit = (text: string, conversationId = 'shown') =>
    handlers.submit({
      type: 'submit',
      conversationId,
      text,
      mentions: [{ id: 'm', from: 0, to: 2 }],
    });
  return { log, submit };
}

test('a prompt is passed on with its mentions, and added to the earlier inputs', async () => {
  const { log, submit } = rig();
  expect(await submit('@a look ')).toEqual({ outcome: 'queued' });
  expect(log).toEqual(['prompt shown: @a look  > @a look, 1 mentions', 'kept @a look']);
});

test('a command runs instead of a prompt, clears the draft, and is added to the earlier inputs', async () => {
  const { log, submit } = rig();
  expect(await submit('/go home')).toEqual({ outcome: 'sent' });
  expect(log).toEqual(['command shown: home', 'cleared /go home', 'kept /go home']);
});

test('a command that cannot run stays in the composer', async () => {
  const { log, submit } = rig('kept');
  expect(await submit('/go')).toEqual({ outcome: 'kept' });
  expect(log).toEqual(['command shown: ']);
});

test('a command of another chat does not clear the draft of the shown chat', async () => {
  const { log, submit } = rig();
  await submit('/go', 'another');
  expect(log).toEqual(['command another: ', 'kept /go']);
});

test('the edited text of an answer is saved, even if it begins with a command, and is not one of the earlier inputs', async () => {
  const { log, submit } = rig();
  expect(await submit('/go on', 'editing')).toEqual({ outcome: 'saved' });
  expect(log).toEqual(['answer editing: /go on']);
});
