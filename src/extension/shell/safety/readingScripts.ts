/**
 * Recognizes simple scripts of `sed`, `awk` and `jq` that only read. These languages can write files, run programs or
 * loop, so only the few forms below are accepted.
 */

/**
 * Accepts up to four commands such as `5p`, `1,20p`, `$d`, `/text/d`, `s/text/other/g`. Excludes `e` and `w`, which run
 * programs and write files.
 */
export function isPlainSedScript(script: string): boolean {
  return script.length <= MAX_LENGTH && SED_SCRIPT.test(script);
}

/** Characters. Also bounds how much the substitutions can lengthen a line. */
const MAX_LENGTH = 200;

/** Characters that cannot end a regular expression between slashes. */
const SED_TEXT = String.raw`[\w .,:@"'*+?^$()-]+`;
const SED_POINT = String.raw`(?:\d{1,9}|\$|\/${SED_TEXT}\/)`;
const SED_ADDRESS = String.raw`(?:${SED_POINT}(?:,${SED_POINT})?)?`;
const SED_SUBSTITUTE = ['/', '|', '#', '%']
  .map((mark) => {
    const others = '/|#%'.replace(mark, '').replace('|', '\\|');
    const text = String.raw`[\w .,:@"'*+?^$()${others}-]*`;
    const replacement = text.replace('[', '[&');
    const end = mark === '|' ? '\\|' : mark;
    return String.raw`s${end}${text}${end}${replacement}${end}[gpI]{0,3}`;
  })
  .join('|');
const SED_COMMAND = String.raw`${SED_ADDRESS} ?(?:[pdq=]|${SED_SUBSTITUTE})`;
const SED_SCRIPT = new RegExp(`^${SED_COMMAND}(?:; ?${SED_COMMAND}){0,3}$`);

/** Accepts `{print $1}`, `NR==5`, `NR>1 {print $1, $NF}`, `/text/ {print}`, `{s += $5} END {print s}`. */
export function isPlainAwkProgram(program: string): boolean {
  return program.length <= MAX_LENGTH && AWK_PROGRAM.test(program);
}

const AWK_FIELD = String.raw`(?:\$(?:\d{1,3}|NF)|NR|NF|[a-z]\w{0,20}|"[\w .,:;|()\t-]*")`;
const AWK_TEST = String.raw`(?:(?:\$(?:\d{1,3}|NF)|NR|NF) ?(?:==|!=|<=|>=|<|>) ?(?:\d{1,9}|"[\w .-]*")|\/[\w .,:-]+\/)`;
const AWK_PATTERN = String.raw`(?:${AWK_TEST}(?: ?(?:&&|\|\||,) ?${AWK_TEST})*|END)`;
const AWK_STATEMENT = String.raw`(?:print(?: ${AWK_FIELD}(?:(?:, ?| )${AWK_FIELD})*)?|[a-z]{1,9} ?\+= ?\$\d{1,3}|[a-z]{1,9}\+\+)`;
const AWK_ACTION = String.raw`\{ ?${AWK_STATEMENT}(?:; ?${AWK_STATEMENT})* ?\}`;
const AWK_ITEM = String.raw`(?:${AWK_PATTERN}(?: ?${AWK_ACTION})?|${AWK_ACTION})`;
const AWK_PROGRAM = new RegExp(`^ ?${AWK_ITEM}(?: ?${AWK_ITEM}){0,3} ?$`);

/**
 * Accepts paths, a few functions, simple objects, and comparisons with constants: `.a[0].b`, `keys[]`,
 * `.[] | select(.x == "y") | .z // "none"`. Excludes loops and assignments.
 */
export function isPlainJqFilter(filter: string): boolean {
  return filter.length <= MAX_LENGTH && JQ_FILTER.test(filter);
}

const JQ_TEXT = String.raw`"[\w .,:;/@|*+-]*"`;
const JQ_VALUE = String.raw`(?:${JQ_TEXT}|\d{1,9}|true|false|null)`;
const JQ_PATH = String.raw`\.(?:[A-Za-z_]\w*)?(?:\.[A-Za-z_]\w*|\.?\[(?:\d{0,5}|${JQ_TEXT})\]|\?)*`;
const JQ_CALL =
  '(?:keys|length|type|to_entries|from_entries|sort|unique|add|not|first|last|values|' +
  String.raw`(?:has|join)\(${JQ_TEXT}\)|map\(${JQ_PATH}\)|select\(${JQ_PATH}(?: ?[!=]= ?${JQ_VALUE})?\))(?:\[\d{0,5}\])?`;
const JQ_FIELD = String.raw`\w+(?:: ?${JQ_PATH})?`;
const JQ_STEP = String.raw`(?:${JQ_PATH}|${JQ_CALL}|\{ ?${JQ_FIELD}(?:, ?${JQ_FIELD})* ?\})`;
const JQ_FILTER = new RegExp(
  String.raw`^ ?${JQ_STEP}(?: ?\| ?${JQ_STEP}){0,5}(?:, ?${JQ_PATH})*(?: ?// ?${JQ_VALUE})? ?$`,
);
