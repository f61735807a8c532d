import type { ChatCompletion, ChatCompletionChunk } from 'openai/resources/chat/completions';

/** A whole Chat Completions answer as the single chunk of a stream. */
export function toOpenAiChatChunks({ choices, ...rest }: ChatCompletion): ChatCompletionChunk[] {
  const chunk = {
    ...rest,
    object: 'chat.completion.chunk',
    choices: choices.map(({ message, ...choice }) => ({ ...choice, delta: message })),
  };
  // The tool calls have no index here, so the reader of the stream takes their positions.
  return [chunk as unknown as ChatCompletionChunk];
}
