export interface Choice {
  /** The letter or number to answer with; empty in a menu without labels. */
  readonly label: string;
  /** The label on the screen: `A)`, `1.`. */
  readonly mark: string;
  readonly text: string;
}

export interface ChoiceList {
  readonly choices: readonly Choice[];
  /** Indexes of lines; `end` is exclusive. */
  readonly start: number;
  readonly end: number;
}

const OPTION = /^\s*(?:[-*•] )?(\d{1,2}|[A-Za-z])([.)）、])\s*(\S.*)$/u;
const INLINE = /(?<=^|[\s？?:：，,;；])([A-Z]|\d)([)）.])\s*(?=\S)/gu;

/** Finds the last list with one option per line. Blank and indented lines may be between the options. */
export function findChoices(lines: readonly string[]): ChoiceList | undefined {
  let found: ChoiceList | undefined;
  let open: { start: number; end: number; choices: Choice[] } | undefined;
  lines.forEach((line, at) => {
    const [, label, mark, text] = OPTION.exec(line) ?? [];
    if (label !== undefined && text !== undefined) {
      const last = open?.choices.at(-1);
      if (!last || !isNextLabel(last.label, label))
        open = isFirstLabel(label) ? { start: at, end: at, choices: [] } : undefined;
      if (!open) return;
      open.choices.push({ label, mark: `${label}${mark}`, text: text.trim() });
      open.end = at + 1;
      if (open.choices.length > 1) found = open;
    } else if (open && line.trim() !== '') {
      if (/^\s{3,}/.test(line)) open.end = at + 1;
      else open = undefined;
    }
  });
  return found;
}

/** Finds options within a line: `Which one? A) the first B) the second`. */
export function findInlineChoices(
  line: string,
): { readonly question: string; readonly choices: readonly Choice[] } | undefined {
  const marks = [...line.matchAll(INLINE)];
  const first = marks.findIndex(([, label]) => isFirstLabel(label!));
  if (first < 0) return undefined;
  const choices: Choice[] = [];
  for (let at = first; at < marks.length; at += 1) {
    const { 0: whole, 1: label = '', 2: mark = '', index } = marks[at]!;
    const last = choices.at(-1);
    if (last && !isNextLabel(last.label, label)) break;
    const text = line.slice(index + whole.length, marks[at + 1]?.index ?? line.length);
    choices.push({ label, mark: `${label}${mark}`, text: text.replace(/[\s,，;；]+$/u, '') });
  }
  const question = line.slice(0, marks[first]!.index).trim();
  return choices.length > 1 && question ? { question, choices } : undefined;
}

export function isFirstLabel(label: string): boolean {
  return label === '1' || label === 'A' || label === 'a';
}

export function isNextLabel(label: string, next: string): boolean {
  if (/\d/.test(label)) return Number(next) === Number(label) + 1;
  return next.length === 1 && next.charCodeAt(0) === label.charCodeAt(0) + 1;
}
