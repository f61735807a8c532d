import { textOf } from '../../model/message.ts';
import type { Conversation } from './conversation.ts';
import type { PromptNode } from './conversationNode.ts';

/** Maximum number of characters of a title that the user did not write. */
const MAX_TITLE = 60;

/** The chat's title; empty for an empty chat. A model's title counts only for the prompt that it was written for. */
export function titleOf(conversation: Conversation): string {
  const first = firstPromptOf(conversation);
  const text = first ? textOf({ role: 'user', parts: first.parts }) : '';
  const written = first && conversation.writtenTitle?.promptId === first.id ? conversation.writtenTitle.title : null;
  const [line] = first ? [] : conversation.shellLines;
  const other = line ? `! ${line.command}` : (first?.images[0]?.name ?? '');
  return conversation.title ?? written ?? toTitle(text.trim() ? text : other);
}

export function firstPromptOf(conversation: Conversation): PromptNode | undefined {
  return conversation.path().find((node) => node.kind === 'prompt');
}

/** The first line that is not blank, cut at a word. */
export function toTitle(text: string): string {
  const line = text
    .split(/[\n\r\u2028\u2029]/)
    .map(toPlainLine)
    .find((candidate) => candidate !== '');
  const characters = [...(line ?? '')];
  if (characters.length <= MAX_TITLE) return characters.join('');
  const cut = characters.slice(0, MAX_TITLE - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  // If the second half of the text has no space (a URL, Chinese), the cut is inside a word.
  const atWord = characters[MAX_TITLE - 1] === ' ' || lastSpace < cut.length / 2 ? cut : cut.slice(0, lastSpace);
  return `${atWord.replace(/(?<![\s,;:–—-])[\s,;:–—-]+$/u, '')}…`;
}

/** Returns a model's title without quotes around it, Markdown or a final period; may be empty. */
export function cleanWrittenTitle(text: string): string {
  const plain = toTitle(text.replaceAll(/[`*_#<>[\]]/g, '').replace(/^\s*title:\s*/i, ''));
  const unquoted = plain.replace(/^["'“”‘’«»„\s]+/u, '').replace(/(?<!["'“”‘’«»\s])["'“”‘’«»\s]+$/u, '');
  return unquoted.replace(/(?<!\.)[.。]$/u, '');
}

/**
 * Removes invisible and bidirectional characters. The joiners U+200C and U+200D stay, because Persian and emoji need
 * them.
 */
function toPlainLine(line: string): string {
  return line
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll(
      /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu,
      '',
    )
    .trim();
}
