/*
 * Models sometimes write "// ... existing code ..." instead of repeating code. If such a line, an omission, is written
 * to a file, the code is lost. Only whole lines count, not a spread (`...items`) or an ellipsis in a string.
 */

/** Characters. Every omission seen so far is shorter, and the patterns are fast up to this length. */
const MAX_LINE = 120;

/**
 * Returns the first line that replaces omitted code. A line of `before` does not count, because it is a part of the
 * file.
 */
export function findOmission(text: string, before: string): string | undefined {
  let known: ReadonlySet<string> | undefined;
  for (const raw of text.split('\n')) {
    const line = raw.trim();
    if (line.length > MAX_LINE || !isOmission(line)) continue;
    known ??= new Set(before.split('\n').map((each) => each.trim()));
    if (!known.has(line)) return line;
  }
  return undefined;
}

/** The error text for the model. `argument`: the tool's argument that contains the line. */
export function omissionText(argument: string, line: string): string {
  return (
    `${argument} has a line in place of text that you left out: ${line}\nNothing was changed, because the text would ` +
    'be lost. Give the full text, or use edit to replace only the lines that change.'
  );
}

const COMMENT = /^(?:\{?\/\*+|\/\/+!?|#+|<!--|--|;+|%+|\*(?!\*))\s*(.*?)\s*(?:\*+\/\}?|-->)?$/;
const BRACKETS = /^[([]\s*(.*?)\s*[)\]]$/;
const DOTS = /^(?:\.{3,}|…)\s*|\s*(?:\.{3,}|…)$/g;

function isOmission(line: string): boolean {
  const comment = COMMENT.exec(line)?.[1];
  const outer = comment ?? line;
  const inner = outer.replace(DOTS, '');
  const bracketed = BRACKETS.exec(inner)?.[1];
  const phrase = bracketed ?? inner;
  const core = phrase.replace(DOTS, '');
  const hasDots = inner !== outer || core !== phrase;
  const text = core.toLowerCase().replace(/[.;:]$/, '');
  const isMarked = comment !== undefined || bracketed !== undefined;
  if (hasDots) return WITH_DOTS.some((pattern) => pattern.test(text)) || (isMarked && REST_OF_ANYTHING.test(text));
  return isMarked && WITHOUT_DOTS.some((pattern) => pattern.test(text));
}

const THING =
  '(?:code|files?|methods?|functions?|class(?:es)?|implementations?|contents?|imports?|logic|tests?|lines?|parts?|' +
  'sections?|body|components?|styles?|rules?|fields?|properties|props|entries|cases|routes|handlers?|scripts?|modules?|' +
  'config(?:uration)?|html|css|json|markup|text|document|definitions?|variables?|constants?|types?)';
const DETERMINERS = '(?:(?:the|your|this|my|our|all|of|keep|with|and|other|existing|original|previous) )*';
const REST = `${DETERMINERS}(?:rest|remainder) of ${DETERMINERS}(?:[\\w-]+ )?${THING}`;
const OTHERS =
  `${DETERMINERS}(?:existing|previous|remaining|unchanged|original|other|same|unmodified) ` +
  `(?:[\\w-]+ )?${THING}(?: above| below)?`;
const STATE =
  '(?:(?:is|are|stays?|remains?|goes|go|continues?|unchanged|untouched|all) )*(?:the same|same|unchanged|untouched|' +
  'unmodified|as(?: it)? (?:is|was|before)|as-is|here|omitted(?: for brevity)?|not shown|same as before|continues)';

/** The inner text of an omission with dots, in a comment or in brackets. */
const REST_OF_ANYTHING = /^(?:the )?(?:rest|remainder) of(?: [\w-]+){0,4}$/;
/** The inner text of an omission with dots. */
const WITH_DOTS = [
  new RegExp(`^${REST}(?: ${STATE})?$`),
  new RegExp(`^${OTHERS}(?: ${STATE})?$`),
  new RegExp(`^(?:${THING} )?${STATE}$`),
  // The note of `MiddleCut` about omitted text.
  /^\d+ characters are left out here$/,
];
/** The inner text of an omission without dots, in a comment or in brackets. */
const WITHOUT_DOTS = [
  new RegExp(`^${REST}(?: ${STATE})?$`),
  new RegExp(`^${OTHERS} ${STATE}$`),
  new RegExp(`^(?:${THING} )?omitted for brevity$`),
];
