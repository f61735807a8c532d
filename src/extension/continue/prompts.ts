/**
 * The texts of this file are sent with one request and never stored, so that later requests contain only the continued
 * text.
 */

export interface MessageEnd {
  readonly wasCut: boolean;
  /** Calls of the message were cut off or lost, and did not run. */
  readonly lostCalls: boolean;
  /** Null if no call was cut off. */
  readonly cutCall: string | null;
  readonly isEmpty: boolean;
}

/** The text that asks the model to continue its last message. It is the end of the request's last user message. */
export function guidingText({ wasCut, lostCalls, cutCall, isEmpty }: MessageEnd): string {
  const call = cutCall === null ? 'a tool call' : `a call of ${JSON.stringify(cutCall)}`;
  const lost = lostCalls
    ? ` The message ended in ${call}, which did not run. If a call is still needed, make it again.`
    : '';
  if (isEmpty) return `[Your last message was cut off before its end.${lost}]`;
  const end = wasCut
    ? 'Your last message was cut off before its end.'
    : 'Your last message can go on: write what comes next in it.';
  return `[${end} Continue it from its last character on, even in the middle of a word, a sentence, a table or a code block. Do not repeat any of it. Do not announce or explain the continuation. If a code block is still open, do not open it again. Keep the language and the format.${lost}]`;
}

/**
 * The system prompt for the continuation of a user's message, verbatim from the product's design. It asks for the same
 * grammatical person, tone and style, without explanations and repetitions.
 */
const WRITER =
  '请作为续写者，直接延续用户最后一条消息的内容继续写作。保持人称、语气和文风高度一致。不要输出任何解释性文字，不要重复用户已发送的内容，直接从用户中断的地方开始输出后续文本。';

/** Without this line, models tend to answer in the language of the instruction. */
const LANGUAGE = 'Write in the language of the user’s last message itself.';

/** Replaces the agent's system prompt while a model continues a user's message. */
export const WRITER_SYSTEM_PROMPT = `${WRITER}\n${LANGUAGE}`;
