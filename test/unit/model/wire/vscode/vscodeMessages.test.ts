import { describe, expect, it } from 'vitest';
import { userMessage, type Message, type Part } from '../../../../../src/extension/model/message.ts';
import { endsWithImage, toVscodeMessages } from '../../../../../src/extension/model/wire/vscode/vscodeMessages.ts';
import { createConversation, createRequest } from '../requests.ts';

const image: Part = { type: 'image', mimeType: 'image/png', data: 'aGk=' };
const withImage: Message = { role: 'user', parts: [{ type: 'text', text: 'What is this?' }, image] };
const text = (value: string) => ({ type: 'text', text: value });

function convert(messages: readonly Message[], system = '') {
  return toVscodeMessages(createRequest({ messages, system }));
}

describe('toVscodeMessages', () => {
  it('sends the system prompt first, as a user message', () => {
    expect(convert([userMessage('Hello')], 'You are Premove.')).toEqual([
      { role: 'user', parts: [text('You are Premove.')] },
      { role: 'user', parts: [text('Hello')] },
    ]);
  });

  it('connects calls and results by their ids, and leaves out thinking', () => {
    const [, called, results] = convert(createConversation('anthropic'));
    expect(called?.parts).toEqual([
      text('I look.'),
      { type: 'tool-call', id: 'call_1', name: 'read_file', input: { file_path: 'a.ts' } },
      { type: 'tool-call', id: 'call_2', name: 'edit', input: {} },
    ]);
    expect(results?.parts.slice(0, 2)).toEqual([
      { type: 'tool-result', callId: 'call_1', text: 'const a = 1;' },
      { type: 'tool-result', callId: 'call_2', text: 'Error: not JSON' },
    ]);
  });

  it('leaves out a message that has only thinking', () => {
    const thought: Message = { role: 'assistant', parts: [{ type: 'thinking', text: 'Hm.' }] };
    expect(convert([userMessage('Hello'), thought])).toEqual([{ role: 'user', parts: [text('Hello')] }]);
  });

  it('replaces images with notes, in messages and in results', () => {
    const result: Message = {
      role: 'user',
      parts: [{ type: 'tool-result', callId: 'c', name: 'read_file', content: [image], isError: false }],
    };
    expect(JSON.stringify(convert([withImage]))).toContain('which this model cannot see');
    expect(JSON.stringify(convert([result]))).toContain('which this model cannot see');
  });

  it('begins with the same messages when the conversation continues', () => {
    const conversation = createConversation('anthropic');
    const parent = convert(conversation.slice(0, 3), 'System');
    expect(convert(conversation, 'System').slice(0, parent.length)).toEqual(parent);
  });
});

describe('endsWithImage', () => {
  it.each([
    ['returns true if the last message has an image', [withImage], true],
    ['returns false if only an earlier message has an image', [withImage, userMessage('And now?')], false],
    ['returns false if no message has an image', [userMessage('Hello')], false],
  ])('%s', (_, messages, expected) => {
    expect(endsWithImage(createRequest({ messages }))).toBe(expected);
  });
});
