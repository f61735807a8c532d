import type { ModelRequest } from './chatModel.ts';
import type { Message, Part } from './message.ts';

/* Premove estimates tokens only here. */

/**
 * Bytes of UTF-8 per token. The ratio is close for code and English, and for scripts such as Chinese, in which a
 * character has three bytes and counts, on average, as somewhat less than one token.
 */
const BYTES_PER_TOKEN = 4;

export function estimateTokens(text: string): number {
  return Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);
}

/** The number of characters at the start of the text that are about this many tokens. */
export function charactersWithin(text: string, tokens: number): number {
  const bytes = Buffer.from(text).subarray(0, tokens * BYTES_PER_TOKEN);
  // With `stream`, the decoder leaves out a character that was cut off.
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true }).length;
}

export function charactersAtEnd(text: string, tokens: number): number {
  const bytes = Buffer.from(text);
  let start = Math.max(0, bytes.length - tokens * BYTES_PER_TOKEN);
  while (isContinuationByte(bytes[start])) start += 1;
  return bytes.toString('utf-8', start).length;
}

function isContinuationByte(byte = 0): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}

export function estimateMessages(messages: readonly Message[]): number {
  return sumOf(messages, EXPECTED);
}

/** The parts of a request that count as input. */
export type RequestInput = Pick<ModelRequest, 'system' | 'tools' | 'messages'>;

export function estimateInput(request: RequestInput): number {
  return sizeOf(request, EXPECTED);
}

/** A low estimate of the tokens of a request's input; see `LEAST`. */
export function leastInput(request: RequestInput): number {
  return sizeOf(request, LEAST);
}

interface Sizes {
  text(text: string): number;
  /** Tokens. */
  readonly image: number;
  /** Tokens. */
  readonly page: number;
}

/**
 * Anthropic documents 1,500 to 3,000 tokens for the text of a PDF's page, and counts about 1,600 for an image of the
 * largest size that Premove sends. Other providers count less.
 */
const EXPECTED: Sizes = { text: estimateTokens, image: 2_000, page: 2_300 };

const ASSUMED_PAGES = 10;

/**
 * Counts eight bytes per token, because longer tokens are rare. Only a long run of one character has much longer
 * tokens, so a run of eight or more counts as one character.
 */
const LEAST: Sizes = {
  text: (text) => Math.floor(estimateTokens(text.replaceAll(/(.)\1{7,}/gsu, '$1')) / 2),
  image: 0,
  page: 0,
};

function sizeOf({ system, tools, messages }: RequestInput, sizes: Sizes): number {
  const declared = tools.length > 0 ? sizes.text(JSON.stringify(tools)) : 0;
  return sizes.text(system) + declared + sumOf(messages, sizes);
}

function sumOf(messages: readonly Message[], sizes: Sizes): number {
  return messages.flatMap(({ parts }) => parts).reduce((sum, part) => sum + sizeOfPart(part, sizes), 0);
}

function sizeOfPart(part: Part, sizes: Sizes): number {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return sizes.text(part.text);
    case 'tool-call':
      return sizes.text(part.malformed ?? JSON.stringify(part.input));
    case 'tool-result':
      return part.content.reduce((sum, each) => sum + sizeOfPart(each, sizes), 0);
    case 'image':
      return sizes.image;
    case 'document':
      return (part.pages ?? ASSUMED_PAGES) * sizes.page;
    case 'citation':
      return 0;
  }
}
