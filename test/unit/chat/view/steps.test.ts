import { expect, it } from 'vitest';
import { Conversation } from '../../../../src/extension/chat/conversation/conversation.ts';
import { parseConversation } from '../../../../src/extension/chat/conversation/conversationFile.ts';
import { toResultView } from '../../../../src/extension/chat/conversation/toolResultView.ts';
import { toTranscript } from '../../../../src/extension/chat/view/transcript.ts';
import { createSeenFiles } from '../../../../src/extension/tools/seenFiles.ts';
import { todoWriteTool } from '../../../../src/extension/tools/builtin/todoWrite.ts';
import type { Todo } from '../../../../src/shared/toolBlock.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { createMemoryWorkspace } from '../../../support/memoryWorkspace.ts';

it('the steps of the task list are in the transcript again after a reload', async () => {
  const todos: Todo[] = [
    { content: 'Look', status: 'completed' },
    { content: 'Leap', status: 'in_progress' },
  ];
  const context = { workspace: createMemoryWorkspace({}), seen: createSeenFiles() };
  const outcome = await todoWriteTool.execute({ todos }, context, new AbortController().signal);
  const lines = [JSON.stringify({ type: 'premove-conversation', version: 1 })];
  const clock = createManualClock();
  const conversation = new Conversation('chat', { clock, onDidAppend: (entry) => lines.push(JSON.stringify(entry)) });
  conversation.addPrompt([{ type: 'text', text: 'Go' }]);
  const answer = conversation.openAnswer({ modelId: 'fake/model', promptId: 'p', speculated: false });
  const call = { type: 'tool-call', id: 'c', name: 'todo_write', input: { todos } } as const;
  const message = { role: 'assistant', parts: [call] } as const;
  conversation.closeAnswer(answer.id, {
    ...{ outcome: 'stopped', stopReason: 'tools', message, usage: null, cost: null, context: null },
  });
  conversation.addResult(answer.id, {
    result: { type: 'tool-result', callId: 'c', name: 'todo_write', content: outcome.content, isError: false },
    view: toResultView({ detail: 'Leap', outcome }, 'success'),
  });

  const parsed = parseConversation(`${lines.join('\n')}\n`);
  expect(parsed.kind).toBe('parsed');
  if (parsed.kind !== 'parsed') return;
  const reloaded = new Conversation('chat', { clock, onDidAppend: () => {} });
  reloaded.load(parsed.entries);
  expect(toTranscript(reloaded.path()).at(-1)).toMatchObject({ blocks: [{ kind: 'tool', todos }] });
});
