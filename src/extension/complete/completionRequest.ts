import { charactersAtEnd, estimateTokens } from '../model/tokens.ts';
import type { ModelRequest, SelectedModel } from '../model/chatModel.ts';
import { textOf, userMessage, type Message } from '../model/message.ts';

/** Verbatim from the product's design. */
export const COMPLETION_SYSTEM_PROMPT =
  "You are a helpful writing assistant. Complete the user's text naturally. Do not repeat the input.";

/** Tokens of the conversation in a request. */
export const MAX_CONTEXT_TOKENS = 4_000;

/** Some models cannot switch thinking off, so the limit has room for thoughts besides the text. */
const MAX_OUTPUT_TOKENS = 1_000;

/** The text of the input box, split at the caret. */
export interface InputText {
  readonly before: string;
  readonly after: string;
}

export interface CompletionQuestion extends InputText {
  readonly model: Pick<SelectedModel, 'name'>;
  /** The conversation as the chat's model sees it. */
  readonly history: readonly Message[];
}

/**
 * The request shares no prefix with the chat's requests, because it has its own system prompt and no tools. The
 * conversation comes first, so that a provider's cache has it if the user asks again.
 */
export function toCompletionRequest({ model, history, before, after }: CompletionQuestion): ModelRequest {
  return {
    model: model.name,
    system: COMPLETION_SYSTEM_PROMPT,
    tools: [],
    messages: joinRoles([...newestTexts(history), userMessage(toQuestion({ before, after }))]),
    cacheAnchors: [],
    // Not the conversation's key, because the request shares no prefix with the chat's requests.
    cacheKey: 'input_completion',
    thinking: 'off',
    maxOutputTokens: MAX_OUTPUT_TOKENS,
    promptId: 'input_completion',
  };
}

/** The tags around the user's text in a request. Some models repeat the tags in their answer. */
export const REQUEST_TAGS = { begin: '<message>', caret: '<caret/>', end: '</message>' } as const;

function toQuestion({ before, after }: InputText): string {
  const { begin, caret, end } = REQUEST_TAGS;
  return [
    `This is the message that I am writing. ${caret} marks my caret.`,
    `${begin}${withoutHalves(before)}${caret}${withoutHalves(after)}${end}`,
    `Write only the text to insert at ${caret}, in my language and voice: no explanation, no quotation marks, no tags. ` +
      'Do not answer the message. Begin with a space if the text begins a new word. Write two sentences at most.',
  ].join('\n\n');
}

/**
 * The newest texts of the conversation, at most `MAX_CONTEXT_TOKENS` in total. The oldest text may lack its beginning.
 * Calls, results, images and thoughts are left out, because the texts suffice to complete a message.
 */
function newestTexts(history: readonly Message[]): Message[] {
  const kept: Message[] = [];
  let left = MAX_CONTEXT_TOKENS - estimateTokens(LEFT_OUT);
  for (const message of history.toReversed()) {
    const text = textOf(message).trim();
    if (text === '') continue;
    const end = endOf(text, left);
    if (end === '') break;
    kept.unshift({ role: message.role, parts: [{ type: 'text', text: end }] });
    left -= estimateTokens(end);
    if (end !== text) break;
  }
  return kept[0]?.role === 'assistant' ? [userMessage(LEFT_OUT), ...kept] : kept;
}

/** Added if the first message is an answer, because some providers refuse a conversation that an assistant begins. */
const LEFT_OUT = '(Earlier messages are left out.)';

/** The end of a text, at most `tokens` long. A shortened text begins at a word, if white space separates the words. */
function endOf(text: string, tokens: number): string {
  if (estimateTokens(text) <= tokens) return text;
  const end = text.slice(text.length - charactersAtEnd(text, tokens));
  const word = end.search(/\s/);
  return withoutHalves(end.slice(word + 1)).trimStart();
}

/** A cut can leave half a surrogate pair, which providers refuse. */
function withoutHalves(text: string): string {
  return text.replaceAll(/^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g, '');
}

/** Some providers refuse neighboring messages of one role. */
function joinRoles(messages: readonly Message[]): Message[] {
  const joined: Message[] = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (last?.role !== message.role) joined.push(message);
    else joined[joined.length - 1] = { role: last.role, parts: [...last.parts, ...message.parts] };
  }
  return joined;
}
