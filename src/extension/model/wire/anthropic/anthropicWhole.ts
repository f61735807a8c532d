import type { ContentBlock, Message, RawMessageStreamEvent } from '@anthropic-ai/sdk/resources/messages';

/** A whole answer as the events of a stream. */
export function toAnthropicEvents(message: Message): RawMessageStreamEvent[] {
  const { stop_reason, stop_sequence, usage } = message;
  return [
    { type: 'message_start', message },
    ...message.content.flatMap(toBlockEvents),
    { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage } as never,
  ];
}

function toBlockEvents(block: ContentBlock, index: number): RawMessageStreamEvent[] {
  const start = (content_block: ContentBlock): RawMessageStreamEvent => ({
    type: 'content_block_start',
    index,
    content_block,
  });
  switch (block.type) {
    case 'text':
      return [
        start(block),
        ...(block.citations ?? []).map((citation): RawMessageStreamEvent => {
          return { type: 'content_block_delta', index, delta: { type: 'citations_delta', citation } };
        }),
      ];
    case 'thinking': {
      const { thinking, signature } = block;
      return [
        start({ type: 'thinking', thinking: '', signature: '' }),
        { type: 'content_block_delta', index, delta: { type: 'thinking_delta', thinking } as never },
        { type: 'content_block_delta', index, delta: { type: 'signature_delta', signature } },
      ];
    }
    default:
      return [start(block)];
  }
}
