import { readArguments, toFlagTable, type Rule } from './shellSafetyRules.ts';

/** `sed` reads only with a script of the plainest commands: others write files (`w`), run programs (`e`) or loop. */
export const sedRule: Rule = ({ args, hasInput }) => {
  const read = readArguments(args, SED);
  if (read.kind === 'flag') return /^(-i|-I|--in-place)$/.test(read.flag) ? 'write' : 'unknown';
  if (read.kind === 'open') return 'unknown';
  const [script, ...files] = read.operands;
  if (script?.literal === undefined || script.literal === null) return 'unknown';
  if (!isPlainSedScript(script.literal)) return 'unknown';
  return hasInput || files.length > 0 ? 'read-only' : 'unknown';
};

const SED = toFlagTable({
  flags: '-nErsuz --quiet --silent --regexp-extended --separate --unbuffered --null-data --posix --sandbox',
});

/** Whether every command is an address with `p`, `d`, `q`, `=`, `n`, `N`, `s` or `y`. */
export function isPlainSedScript(script: string): boolean {
  let rest = script;
  while (rest !== '') {
    const skipped = /^[\s;]*/.exec(rest)?.[0].length ?? 0;
    rest = rest.slice(skipped);
    if (rest === '') return true;
    const address = SED_ADDRESS.exec(rest)?.[0] ?? '';
    rest = rest.slice(address.length);
    const command = SED_COMMAND.exec(rest) ?? SED_SUBSTITUTION.exec(rest);
    if (!command) return false;
    rest = rest.slice(command[0].length);
    if (rest !== '' && !/^\s*[;\n]/.test(rest)) return false;
  }
  return true;
}

/** A line number, `$`, or `/…/` without brackets, in which a slash would not end it. */
const SED_POINT = String.raw`(?:\d+(?:~\d+)?|\$|\/(?:[^\/\\\n[]|\\[^\n])*\/I?)`;
const SED_ADDRESS = new RegExp(`^(?:${SED_POINT}(?:\\s*,\\s*[+~]?${SED_POINT})?\\s*!?\\s*)?`);
const SED_COMMAND = /^[pdqQ=nN](?=\s*(?:[;\n]|$))/;
/** The delimiter is one that is nothing in an expression. Flags without `e` and `w`. */
const SED_SUBSTITUTION =
  /^(?:s|y)([/|,#:@!_%])(?:(?!\1)[^\\\n[]|\\[^\n]|\[(?:(?!\1)[^\]\\\n[])+\])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gpiI\d]*/;

/** `awk` reads only with a program that has no way out: no files, pipes, programs, loops or functions of its own. */
export const awkRule: Rule = ({ args, hasInput }) => {
  const read = readArguments(args, AWK);
  if (read.kind !== 'operands') return 'unknown';
  const [program, ...files] = read.operands;
  if (program?.literal === undefined || program.literal === null || !isPlainAwkProgram(program.literal))
    return 'unknown';
  if (args.some(({ literal }) => literal === null || /\/inet/.test(literal))) return 'unknown';
  // An operand `name=value` assigns.
  const inputs = files.filter(({ literal }) => !/^\w+=/.test(literal ?? ''));
  const needsInput = !/^\s*BEGIN\s*\{[^{}]*\}\s*$/.test(program.literal);
  return hasInput || inputs.length > 0 || !needsInput ? 'read-only' : 'unknown';
};

const AWK = toFlagTable({ flags: '', values: '-Fv' });

/** A `>` or `|` that only compares or chooses is taken for one that writes. */
export function isPlainAwkProgram(program: string): boolean {
  const shortened = program
    .replace(/\bfor\s*\(\s*\w+\s+in\s+\w+\s*\)/g, ' ')
    .replace(/\|\||>=/g, ' ')
    .replace(/\\[nt."/|$]/g, ' ');
  return !AWK_REFUSED.test(shortened) && !AWK_GROWING.test(shortened);
}

const AWK_REFUSED = /[|>@\\`]|\/inet|\b(?:system|getline|close|fflush|while|do|for|func|function|ARGV|ARGC|ENVIRON)\b/;

/** `x = x x` doubles with each line, and a width fills the memory at once. */
const AWK_GROWING = /\b(\w+)\s*=[^;}=]*\b\1\b[^;}]*\b\1\b|%[^a-zA-Z%]*(\*|\d{5})/;

/** `jq` has no way to write or run, but can calculate for ever and show the environment. */
export const jqRule: Rule = ({ args, hasInput }) => {
  const read = readArguments(args, JQ);
  if (read.kind !== 'operands') return 'unknown';
  const needsNoInput = read.flags.has('-n') || read.flags.has('--null-input');
  const [filter, ...files] = read.operands;
  if (filter?.literal === undefined || filter.literal === null || JQ_REFUSED.test(filter.literal)) return 'unknown';
  return hasInput || files.length > 0 || needsNoInput ? 'read-only' : 'unknown';
};

const JQ = toFlagTable({
  flags:
    '-ncrjaseCMS --null-input --compact-output --raw-output --join-output --ascii-output --slurp --exit-status ' +
    '--color-output --monochrome-output --sort-keys --tab --raw-input',
});
const JQ_REFUSED =
  /\b(?:def|repeat|until|while|recurse|range|infinite|inputs?|import|include|env|limit)\b|\$(?:ENV|__)|\*\s*\d{5}/;
