import type { Answer } from './reading.ts';

export interface Choice {
  readonly label: string;
  readonly text: string;
}

export interface ChoiceList {
  /** Index of the first and after the last line of the list. */
  readonly start: number;
  readonly end: number;
  readonly choices: readonly Choice[];
  /** A cursor stands before one of the options, so a key chooses it without Enter. */
  readonly hasCursor: boolean;
}

const OPTION = /^\s*([❯›>▶→●○]?)\s*(\d{1,2}|[A-Za-z])[.)]\s+(\S.*)$/u;

/** Finds the last list of at least two options in sequence, one per line; lines that continue an option are skipped. */
export function findChoices(lines: readonly string[]): ChoiceList | undefined {
  let found: ChoiceList | undefined;
  let open: { start: number; end: number; choices: Choice[]; hasCursor: boolean } | undefined;
  lines.forEach((line, at) => {
    const [, cursor, label, text] = OPTION.exec(line) ?? [];
    if (label !== undefined && text !== undefined) {
      const isNext = open !== undefined && follows(open.choices.at(-1)!.label, label);
      if (!isNext) open = isFirst(label) ? { start: at, end: at, choices: [], hasCursor: false } : undefined;
      if (!open) return;
      open.choices.push({ label, text: text.trim() });
      open.end = at + 1;
      open.hasCursor ||= cursor !== '';
      if (open.choices.length > 1) found = open;
    } else if (open && line.trim() !== '' && !line.startsWith('  ')) open = undefined;
  });
  return found;
}

/** Finds options in one line: `A) one B) two`. */
export function findInlineChoices(
  line: string,
): { readonly before: string; readonly choices: readonly Choice[] } | undefined {
  const labels = [...line.matchAll(/(?<=^|[\s？?:：])([A-Z]|\d)[)）.]\s+(?=\S)/gu)];
  const first = labels.findIndex((match) => isFirst(match[1]!));
  if (first < 0) return undefined;
  const choices: Choice[] = [];
  for (let at = first; at < labels.length; at += 1) {
    const match = labels[at]!;
    const last = choices.at(-1);
    if (last && !follows(last.label, match[1]!)) break;
    const end = labels[at + 1]?.index ?? line.length;
    choices.push({ label: match[1]!, text: line.slice(match.index + match[0].length, end).trim() });
  }
  return choices.length > 1 ? { before: line.slice(0, labels[first]!.index).trim(), choices } : undefined;
}

/** Finds keys to answer with: `[Y/n]`, `(y/n)`, `y/n/a/p`. */
export function findKeys(line: string): readonly Answer[] | undefined {
  const [, keys] =
    /(?:^|[\s([（【？?])((?:[Yy](?:es)?)\/(?:[Nn]o?)(?:\/[a-zA-Z?]){0,6})\s*[)\]）】]?\s*[:：?？]?\s*$/u.exec(line) ??
    [];
  return keys?.split('/').map((key) => ({ label: key, keys: key.toLowerCase(), enter: true }));
}

function isFirst(label: string): boolean {
  return label === '1' || label === 'A' || label === 'a';
}

function follows(label: string, next: string): boolean {
  if (/\d/.test(label)) return Number(next) === Number(label) + 1;
  return next.length === 1 && next.charCodeAt(0) === label.charCodeAt(0) + 1;
}
