import type { Answer } from '../reading.ts';
import { YES_NO } from './words.ts';

const PAIRS = YES_NO.join('|');
/**
 * Keys at the end of a line: `[Y/n]`, `(y/n/a/p)`, `y/n?`. OpenCode renders Markdown, so its keys can lack the
 * brackets.
 */
const KEYS = new RegExp(
  String.raw`(?:^|[\s([（【？?:：。])((?:${PAIRS})(?:\/[a-z?]{1,6}){0,6})\s?[)\]）】]?\s?[:：?？>]?$`,
  'iu',
);

export interface KeyHint {
  /** The text before the keys on the same line; may be empty. */
  readonly question: string;
  readonly answers: readonly Answer[];
}

export function findKeys(line: string): KeyHint | undefined {
  const match = KEYS.exec(line.slice(-60).trimEnd());
  if (!match) return undefined;
  const [whole, keys = ''] = match;
  const answers = keys.split('/').map((key) => ({ label: key, keys: key.toLowerCase(), enter: true }));
  const question = line.trimEnd().slice(0, -(whole.length - (/^[？?。:：]/.test(whole) ? 1 : 0)));
  return { question: question.trim(), answers };
}
