import { strings } from '../../strings/strings.ts';

const NO_MATCH = /^No match(?:es)? (?:found|for) (?:for pattern: )?\/(.*)\/[a-z]*$/s;
const OPTION = / \(set nopcre to use vim regexps\)$/i;

/**
 * Returns a message of the Vim package without the names of the package's options. Replaces the message
 * that a search has no match, and the note beside a search pattern, by Premove's own texts.
 */
export function toPlainVimText(text: string): string {
  const plain = text.replace(OPTION, '');
  const [, pattern] = NO_MATCH.exec(plain) ?? [];
  if (pattern !== undefined) return strings.composer.vimNoMatch(pattern);
  return /^\((?:JavaScript|Vim) regexp: set \w+\)$/.test(plain) ? strings.composer.vimPattern : plain;
}
