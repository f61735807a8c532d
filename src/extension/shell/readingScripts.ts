/**
 * The programs of `sed`, `awk` and `jq` that only read, in forms that are plain at a glance. These languages write files,
 * run programs and loop; so only the few shapes below are known, and every other script is not.
 */

/** `5p`, `1,20p`, `$d`, `/text/d`, `s/text/other/g`, several with semicolons. Without brackets, backslashes and `e`, `w`. */
export function isPlainSedScript(script: string): boolean {
  return script.length <= MAX_LENGTH && SED_SCRIPT.test(script);
}

const MAX_LENGTH = 1_000;

/** Regular-expression text in which nothing but the delimiter ends it. */
const SED_TEXT = String.raw`[\w .,:@"'*+?^$()-]+`;
const SED_POINT = String.raw`(?:\d{1,9}|\$|\/${SED_TEXT}\/)`;
const SED_ADDRESS = String.raw`(?:${SED_POINT}(?:,${SED_POINT})?)?`;
const SED_SUBSTITUTE = ['/', '|', '#', '%']
  .map((mark) => {
    const others = '/|#%'.replace(mark, '').replace('|', '\\|');
    const character = String.raw`[\w .,:@"'*+?^$()-]|[${others}]`;
    const end = mark === '|' ? '\\|' : mark;
    return String.raw`s${end}(?:${character})*${end}(?:${character}|&)*${end}[gpI]{0,3}`;
  })
  .join('|');
const SED_COMMAND = String.raw`${SED_ADDRESS} ?(?:[pdq=]|${SED_SUBSTITUTE})`;
const SED_SCRIPT = new RegExp(`^${SED_COMMAND}(?:; ?${SED_COMMAND})*$`);

/** `{print $1}`, `NR==5`, `NR>1 {print $1, $NF}`, `/text/ {print}`, `{s += $5} END {print s}`. */
export function isPlainAwkProgram(program: string): boolean {
  return program.length <= MAX_LENGTH && AWK_PROGRAM.test(program);
}

const AWK_FIELD = String.raw`(?:\$(?:\d{1,3}|NF)|NR|NF|[a-z]\w{0,20}|"[\w .,:;|()\t-]*")`;
const AWK_TEST = String.raw`(?:(?:\$(?:\d{1,3}|NF)|NR|NF) ?(?:==|!=|<=|>=|<|>) ?(?:\d{1,9}|"[\w .-]*")|\/[\w .,:-]+\/)`;
const AWK_PATTERN = String.raw`(?:${AWK_TEST}(?: ?(?:&&|\|\||,) ?${AWK_TEST})*|END)`;
const AWK_STATEMENT = String.raw`(?:print(?: ${AWK_FIELD}(?:(?:, ?| )${AWK_FIELD})*)?|[a-z]{1,9} ?\+= ?\$\d{1,3}|[a-z]{1,9}\+\+)`;
const AWK_ACTION = String.raw`\{ ?${AWK_STATEMENT}(?:; ?${AWK_STATEMENT})* ?\}`;
const AWK_ITEM = String.raw`(?:${AWK_PATTERN}(?: ?${AWK_ACTION})?|${AWK_ACTION})`;
const AWK_PROGRAM = new RegExp(`^ ?${AWK_ITEM}(?: ?${AWK_ITEM})* ?$`);

/** Paths, pipes, comparisons and these functions. Nothing that assigns, repeats, defines or reads the environment. */
export function isPlainJqFilter(filter: string): boolean {
  if (filter.length > MAX_LENGTH) return false;
  // Without strings and without the names of keys, what is left are functions, operators and short numbers.
  const rest = filter.replace(/"[^"\\]*"/g, '""').replace(/\.[A-Za-z_]\w*/g, '.');
  if (!/^(?:[.[\](){}|,:?;\s"+-]|\/\/|[=!]=|[<>]=?|\b\d{1,5}\b|\b[a-z_]+\b)*$/.test(rest)) return false;
  return (rest.match(/[a-z_]+/g) ?? []).every((name) => JQ_FUNCTIONS.has(name));
}

const JQ_FUNCTIONS = new Set(
  (
    'keys length map select has type to_entries from_entries sort sort_by unique unique_by group_by add first last join ' +
    'split startswith endswith contains ascii_downcase tostring tonumber not and or empty any all min max flatten ' +
    'tojson values null true false if then else elif end'
  ).split(' '),
);
