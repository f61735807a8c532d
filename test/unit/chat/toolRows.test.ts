import { expect, it } from 'vitest';
import { Conversation } from '../../../src/extension/chat/conversation.ts';
import type { RecordedResult, ToolResultView } from '../../../src/extension/chat/conversationEntry.ts';
import { parseConversation } from '../../../src/extension/chat/conversationFile.ts';
import { toResultView } from '../../../src/extension/chat/toolRunner.ts';
import { toTranscript } from '../../../src/extension/chat/transcript.ts';
import { succeeded } from '../../../src/extension/tools/tool.ts';
import type { ToolBlock } from '../../../src/shared/chatState.ts';
import { createManualClock } from '../../support/manualClock.ts';

/** The row of a call after the chat was written down and read again. */
function reloaded(view: ToolResultView, result: Partial<RecordedResult['result']> = {}): ToolBlock | undefined {
  const lines = [JSON.stringify({ type: 'premove-conversation', version: 1 })];
  const clock = createManualClock();
  const conversation = new Conversation('chat', clock, (entry) => lines.push(JSON.stringify(entry)));
  conversation.addPrompt([{ type: 'text', text: 'Go' }]);
  const answer = conversation.openAnswer({ modelId: 'fake/model', promptId: 'p', speculated: false });
  const name = result.name ?? 'edit';
  const message = { role: 'assistant', parts: [{ type: 'tool-call', id: 'c', name, input: {} }] } as const;
  const close = { outcome: 'stopped', stopReason: 'tools', message, usage: null } as const;
  conversation.closeAnswer(answer.id, close);
  const whole = { type: 'tool-result', callId: 'c', name, content: [], isError: false, ...result } as const;
  conversation.addResult(answer.id, { result: whole, view });

  const parsed = parseConversation(`${lines.join('\n')}\n`);
  if (parsed.kind !== 'parsed') throw new Error(parsed.reason);
  const copy = new Conversation('chat', clock, () => {});
  copy.load(parsed.entries);
  const item = toTranscript(copy.path()).at(-1);
  const block = item?.kind === 'answer' ? item.blocks[0] : undefined;
  return block?.kind === 'tool' ? block : undefined;
}

it('a row says after a reload why its call was never run, and that its edit is not saved yet', () => {
  const outcome = { ...succeeded('Edited.', '+1 −0'), unsaved: true };
  expect(reloaded(toResultView({ detail: 'a.ts', outcome }, 'success'))).toMatchObject({ unsaved: true });
  const denied = toResultView({ detail: 'a.ts', notRun: 'denied' }, 'cancelled');
  expect(reloaded(denied)).toMatchObject({ status: 'cancelled', notRun: 'denied' });
});

it('a denial that an earlier version has written is still a denial', () => {
  const { notRun: _notRun, ...old } = toResultView({ detail: 'a.ts' }, 'cancelled');
  expect(reloaded({ ...old, summary: 'denied: not now' })).toMatchObject({ notRun: 'denied' });
  expect(reloaded({ ...old, summary: 'denied' })).toMatchObject({ notRun: 'denied' });
  expect(reloaded({ ...old, summary: 'cancelled' })).not.toHaveProperty('notRun');
});
