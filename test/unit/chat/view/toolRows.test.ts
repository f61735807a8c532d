import { expect, it } from 'vitest';
import { Conversation } from '../../../../src/extension/chat/conversation/conversation.ts';
import type { ToolResultView } from '../../../../src/extension/chat/conversation/conversationEntry.ts';
import { parseConversation } from '../../../../src/extension/chat/conversation/conversationFile.ts';
import { toResultView } from '../../../../src/extension/chat/conversation/toolResultView.ts';
import { toTranscript } from '../../../../src/extension/chat/view/transcript.ts';
import type { JsonObject, TextPart } from '../../../../src/extension/model/message.ts';
import { failed, succeeded } from '../../../../src/extension/tools/tool.ts';
import type { ToolBlock } from '../../../../src/shared/toolBlock.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { productRegistry } from '../../../support/productTools.ts';

/** The row of a call after its chat was written and read again. */
function reloaded(
  view: ToolResultView,
  {
    name = 'edit',
    input = {},
    content = [],
  }: { name?: string; input?: JsonObject; content?: readonly TextPart[] } = {},
): ToolBlock | undefined {
  const lines = [JSON.stringify({ type: 'premove-conversation', version: 1 })];
  const clock = createManualClock();
  const conversation = new Conversation('chat', { clock, onDidAppend: (entry) => lines.push(JSON.stringify(entry)) });
  conversation.addPrompt([{ type: 'text', text: 'Go' }]);
  const answer = conversation.openAnswer({ modelId: 'fake/model', promptId: 'p', speculated: false });
  const message = { role: 'assistant', parts: [{ type: 'tool-call', id: 'c', name, input }] } as const;
  const close = { outcome: 'stopped', stopReason: 'tools', message, usage: null } as const;
  conversation.closeAnswer(answer.id, close);
  const result = { type: 'tool-result', callId: 'c', name, content, isError: false } as const;
  conversation.addResult(answer.id, { result, view });

  const parsed = parseConversation(`${lines.join('\n')}\n`);
  if (parsed.kind !== 'parsed') throw new Error(parsed.reason);
  const copy = new Conversation('chat', { clock, onDidAppend: () => {} });
  copy.load(parsed.entries);
  const item = toTranscript(copy.path(), copy, productRegistry).at(-1);
  const block = item?.kind === 'answer' ? item.blocks[0] : undefined;
  return block?.kind === 'tool' ? block : undefined;
}

it('after a reload, a row shows why its call never ran, or that its edit is not saved yet', () => {
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

it('after a reload, a command’s output has its colors, and is plain if it had no colors', () => {
  const outcome = { ...succeeded('ok', '1 s'), painted: '\u001b[32mok\u001b[0m' };
  const command = { name: 'run_shell_command', content: outcome.content as readonly TextPart[] };
  expect(reloaded(toResultView({ detail: 'npm test', outcome }, 'success'), command)?.output).toBe(outcome.painted);
  const plain = toResultView({ detail: 'npm test', outcome: succeeded('ok', '1 s') }, 'success');
  expect(reloaded(plain, command)?.output).toBe('ok');
});

it('after a reload, a row shows the text for the user instead of the text for the model', () => {
  const outcome = failed('You have not read a.ts.', 'not read yet', 'Premove has not read a.ts.');
  const write = { name: 'write_file', content: outcome.content as readonly TextPart[] };
  const row = reloaded(toResultView({ detail: 'a.ts', outcome }, 'error'), write);
  expect(row).toMatchObject({ summary: 'not read yet', output: 'Premove has not read a.ts.' });
  expect(row).not.toHaveProperty('userText');
});

it('after a reload, a plan has the text that the user accepted, or the presented text if it was denied', () => {
  const presented = { name: 'exit_plan_mode', input: { plan: 'First.' } };
  const outcome = { ...succeeded('Accepted.', 'accepted'), plan: 'Mine.' };
  expect(reloaded(toResultView({ detail: 'First.', outcome }, 'success'), presented)?.plan).toBe('Mine.');
  const denied = toResultView({ detail: 'First.', notRun: 'denied' }, 'cancelled');
  expect(reloaded(denied, presented)?.plan).toBe('First.');
  const refused = toResultView({ detail: 'First.', notRun: 'refused' }, 'error');
  expect(reloaded(refused, presented)).not.toHaveProperty('plan');
});

it('after a reload, a row has the texts of its tool, or generic texts if the tool is gone', () => {
  const view = toResultView({ detail: 'a.ts', outcome: succeeded('1', '1 line') }, 'success');
  const read = reloaded(view, { name: 'read_file', input: { file_path: 'a.ts' } });
  expect(read).toMatchObject({ rendering: 'read-file', words: { label: 'Read', past: 'read' }, detail: 'a.ts' });
  const unknown = reloaded(view, { name: 'forget_all' });
  const words = { label: 'forget_all', past: 'used forget_all' };
  expect(unknown).toMatchObject({ rendering: 'text', words, detail: 'a.ts', summary: '1 line' });
  expect(Object.keys(view)).not.toContain('words');
});
