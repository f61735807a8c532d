import { strings } from '../../strings/strings.ts';

const NO_MATCH = /^No match(?:es)? (?:found|for) (?:for pattern: )?\/(.*)\/[a-z]*$/s;
const OPTION = / \(set nopcre to use vim regexps\)$/i;

/**
 * Returns a text of the package of Vim's keys without the package's names for its options. If the text says that a
 * search has no match, returns Premove's own text for that.
 */
export function toPlainVimText(text: string): string {
  const plain = text.replace(OPTION, '');
  const [, pattern] = NO_MATCH.exec(plain) ?? [];
  if (pattern !== undefined) return strings.composer.vimNoMatch(pattern);
  return /^\((?:JavaScript|Vim) regexp: set \w+\)$/.test(plain) ? strings.composer.vimPattern : plain;
}
