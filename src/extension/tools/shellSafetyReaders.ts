import { harmless, reader, versionOnly, type Rule } from './shellSafetyRules.ts';
import { findRule } from './shellSafetyFind.ts';
import { awkRule, jqRule, sedRule } from './shellSafetyScripts.ts';
import type { ShellWord } from './shellSyntaxWord.ts';

/**
 * The programs that are known to read only, with what they may be given. GNU, BSD and busybox versions were looked at:
 * a flag is here only if it is harmless in each that has it.
 */
export const READERS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...named('echo true false pwd basename dirname ls stat du df readlink realpath', harmless()),
  ...named('uname whoami id groups uptime arch nproc locale expr', harmless()),
  ['ps', psRule],
  ...named('cat wc nl tac rev head cut fold expand unexpand fmt paste column od strings', harmless(1)),
  ...named('md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum shasum md5', harmless(1)),
  ...named('cmp comm join', harmless(2)),
  // It always reads its standard input.
  ['tr', harmless(Infinity)],
  ...named('grep egrep fgrep', grepRule()),
  [
    'rg',
    // Missing: --pre and --hostname-bin run programs, and so does -z.
    reader({
      flags:
        '-isSwxnNlcovFPUuLHIpqa0. --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-dot ' +
        '--no-ignore-global --files --files-with-matches --files-without-match --count --count-matches --only-matching ' +
        '--json --vimgrep --heading --no-heading --line-number --no-line-number --column --color --ignore-case ' +
        '--smart-case --case-sensitive --fixed-strings --word-regexp --line-regexp --type-list --multiline ' +
        '--multiline-dotall --pcre2 --invert-match --stats --trim --follow --one-file-system --no-messages --no-config ' +
        '--with-filename --no-filename --null --text --binary --passthru --quiet --unrestricted --version --pretty',
      values:
        '-gtTefABCmMdjrE --color --glob --iglob --type --type-not --max-count --max-depth --context --after-context ' +
        '--before-context --sort --sortr --replace --max-columns --max-filesize --regexp --file --threads --encoding',
    }),
  ],
  [
    'fd',
    // Missing: -x and -X run programs, -l runs ls.
    reader({
      flags:
        '-HIaLpgisF0u1q --hidden --no-ignore --no-ignore-vcs --absolute-path --follow --full-path --glob ' +
        '--ignore-case --case-sensitive --fixed-strings --print0 --unrestricted --quiet --version',
      values: '-etdEcS --extension --type --max-depth --min-depth --exclude --color --size --max-results',
    }),
  ],
  ['find', findRule],
  ['sed', sedRule],
  ...named('awk gawk mawk nawk', awkRule),
  ['jq', jqRule],
  [
    'sort',
    // Missing: -o writes, --compress-program runs, -T names a folder for its temporary files.
    reader({
      flags:
        '-bdfghiMnRrVcCmsuz --reverse --unique --numeric-sort --human-numeric-sort --version-sort --general-numeric-sort ' +
        '--month-sort --ignore-case --stable --check --zero-terminated --dictionary-order --ignore-leading-blanks',
      values: '-kt --key --field-separator',
      writes: '-o --output',
      operands: 1,
    }),
  ],
  [
    'uniq',
    // Its second operand is the file that it writes.
    reader({
      flags: '-cdDiuz --count --repeated --unique --ignore-case --zero-terminated --all-repeated',
      values: '-fsw --skip-fields --skip-chars --check-chars',
      operands: 1,
      maxOperands: 1,
      isOperand: isNoPlus,
    }),
  ],
  [
    'tail',
    // Missing: -f, -F, --follow and --retry, which wait for more; `+5f` does so as well.
    reader({
      flags: '-qvz --quiet --silent --verbose --zero-terminated',
      values: '-nc --lines --bytes',
      digits: true,
      operands: 1,
      isOperand: isNoPlus,
    }),
  ],
  [
    'diff',
    // Missing: -l runs pr.
    reader({
      flags:
        '-urNqwBiycabEZtsdp --unified --recursive --new-file --brief --ignore-all-space --ignore-blank-lines ' +
        '--ignore-case --side-by-side --context --text --ignore-space-change --ignore-trailing-space --minimal ' +
        '--report-identical-files --color --suppress-common-lines --show-c-function --strip-trailing-cr --no-dereference',
      values: '-UCxXWIL --exclude --exclude-from --width --label --ignore-matching-lines',
      operands: 2,
    }),
  ],
  [
    'tree',
    // Missing: -o writes, and so does -R.
    reader({
      flags:
        '-adfishDCnFJNpug --noreport --dirsfirst --gitignore --prune --du --ignore-case --inodes --device --version',
      values: '-LIP --charset --filelimit --sort',
      writes: '-o',
    }),
  ],
  [
    'xxd',
    // Its second operand is the file that it writes.
    reader({ flags: '-pbuaeE', values: '-lscgo', operands: 1, maxOperands: 1 }),
  ],
  [
    'file',
    // Missing: -C writes, -z runs programs.
    reader({
      flags: '-biILhkNr --brief --mime --mime-type --mime-encoding --dereference --no-dereference',
      operands: 1,
    }),
  ],
  [
    'date',
    // Missing: -s sets the clock, and so does an operand without a plus.
    reader({
      flags: '-uRIjn --utc --universal --rfc-email --iso-8601 --rfc-3339',
      values: '-drv --date --reference',
      writes: '-s --set',
      isOperand: ({ prefix }) => prefix.startsWith('+'),
    }),
  ],
  // Missing: -v runs another of its kind.
  ['getconf', reader({ flags: '-a' })],
  // Missing: -s repeats for ever.
  ['free', reader({ flags: '-bkmghtw' })],
  // An operand is the new name; flags may ask a name server.
  ['hostname', reader({ flags: '', maxOperands: 0 })],
  // Two numbers at most, because a step of nothing goes on for ever, and so does `inf`.
  ['seq', seqRule],
  ['which', reader({ flags: '-as' })],
  // Version managers put themselves before node, python, cargo and go, and may download what a repository names.
  ...named('bash gcc g++ clang make cmake perl', versionOnly),
]);

function named(names: string, rule: Rule): (readonly [string, Rule])[] {
  return names.split(' ').map((name) => [name, rule] as const);
}

function isNoPlus({ literal, prefix }: ShellWord): boolean {
  return !(literal ?? prefix).startsWith('+');
}

function seqRule({ args }: Parameters<Rule>[0]): ReturnType<Rule> {
  const isCount = args.length <= 2 && args.every(({ literal }) => /^\d{1,6}$/.test(literal ?? ''));
  return isCount ? 'read-only' : 'unknown';
}

/** Missing: `e` without a dash and `-E`, which show environments. */
function psRule({ args }: Parameters<Rule>[0]): ReturnType<Rule> {
  const isKnown = args.every(({ literal }, at) => {
    const before = args[at - 1]?.literal ?? '';
    if (literal === null) return false;
    if (/^(-[a-zA-DF-Z]*[opC]|--(sort|pid|ppid|format))$/.test(before))
      return /^[\w,=%+:-]+$/.test(literal) && !/env/i.test(literal);
    return /^(-[a-zA-DF-Z]+|--[a-z]+(=[\w,%+-]+)?|[a-df-zA-DF-Z]+|[\d,]+)$/.test(literal) && !/env/i.test(literal);
  });
  return isKnown ? 'read-only' : 'unknown';
}

/** No flag of any `grep` does harm; without a folder to search it reads its standard input. */
function grepRule(): Rule {
  const files = harmless(2);
  const folders = harmless(1);
  return (invocation) => {
    const flags = invocation.args.map(({ literal }) => literal ?? '').filter((text) => text.startsWith('-'));
    // Greps that are not GNU's or BSD's have flags that run programs.
    if (flags.some((flag) => /^--(filter|pager|view|config|save)/.test(flag))) return 'unknown';
    // May say that devices and pipes are read, also those that are found in folders.
    if (flags.some((flag) => /^-[a-zA-Z0-9]*D|^--dev/.test(flag))) return 'unknown';
    const recursive = flags.some((flag) =>
      /^(-[a-zA-Z]*[rR]|--(dereference-)?recursive|--directories=recurse)/.test(flag),
    );
    return (recursive ? folders : files)(invocation);
  };
}
