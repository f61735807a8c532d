import { strings } from '../../strings/strings.ts';

const NO_MATCH = /^No match(?:es)? (?:found|for) (?:for pattern: )?\/(.*)\/[a-z]*$/s;
const OPTION = / \(set nopcre to use vim regexps\)$/i;

/** Returns a message of the Vim package without its option names, or Premove's own text instead. */
export function toPlainVimText(text: string): string {
  const plain = text.replace(OPTION, '');
  const [, pattern] = NO_MATCH.exec(plain) ?? [];
  if (pattern !== undefined) return strings.composer.vimNoMatch(pattern);
  return /^\((?:JavaScript|Vim) regexp: set \w+\)$/.test(plain) ? strings.composer.vimPattern : plain;
}
