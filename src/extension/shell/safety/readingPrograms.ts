import { findRule, psRule, seqRule, versionOnly } from './readingForms.ts';
import { isPlainAwkProgram, isPlainJqFilter, isPlainSedScript } from './readingScripts.ts';
import { READS, readerRule, type ProgramSpec, type Rule } from './programSpec.ts';

const SEARCH: ProgramSpec = { operands: 'contents', least: 1, script: 'any', scriptFlags: '-ef --regexp --file' };

const FILES: ProgramSpec = { operands: 'contents', least: 1 };
const NAMES: ProgramSpec = { operands: 'name', hasOnlyHarmlessFlags: true };
const TEXT: ProgramSpec = { operands: 'text' };

const GREP: ProgramSpec = {
  ...SEARCH,
  // Left out: -d and -D (may open devices and pipes), -R (follows links, which may lead to `/proc`).
  flags:
    '-EFGPivwxclLoqsnHhbTaIzyrU --extended-regexp --fixed-strings --basic-regexp --perl-regexp --ignore-case ' +
    '--no-ignore-case --invert-match --word-regexp --line-regexp --count --files-with-matches --files-without-match ' +
    '--only-matching --quiet --silent --no-messages --line-number --with-filename --no-filename --byte-offset ' +
    '--initial-tab --null --text --null-data --recursive --color --colour --line-buffered',
  values: '-e --regexp --include --exclude --exclude-dir --binary-files --label',
  counts: '-ABCm --after-context --before-context --context --max-count',
  files: '-f --file --exclude-from',
  treeFlags: '-r --recursive',
  digits: true,
  hasOnlyHarmlessFlags: true,
};

const CHECKSUM: ProgramSpec = {
  ...FILES,
  // Left out: -c (reads the names of further files from a file).
  flags: '-btzqr --binary --text --tag --zero',
  values: '-a --algorithm',
};

/**
 * Programs that only read with these arguments. A listed flag that is not in `writes` is harmless in every version of
 * the program that has the flag (GNU, BSD and busybox were checked).
 */
const SPECS: Readonly<Record<string, ProgramSpec>> = {
  pwd: { ...TEXT, flags: '-LP', most: 0 },
  'basename dirname': { ...TEXT, flags: '-az --multiple --zero', values: '-s --suffix', hasOnlyHarmlessFlags: true },
  ls: {
    // Left out here, in `du` and in `fd`: -L, which also enters folders that links lead to (in `ls`, only with -R).
    ...NAMES,
    flags:
      '-aAbBcCdfFgGhHiklmnNopqQrRsStuUvxXZ1 --all --almost-all --color --human-readable --recursive --reverse --sort ' +
      '--time --time-style --full-time --group-directories-first --size --si --inode --directory --classify ' +
      '--file-type --ignore-backups --no-group --numeric-uid-gid --escape --literal --zero',
    values: '-I --ignore --hide --block-size --format --indicator-style',
    counts: '-w --width',
  },
  stat: {
    ...NAMES,
    least: 1,
    flags: '-Ltxnrsq --dereference --file-system --terse',
    values: '-c --format --printf',
    files: '-f',
  },
  du: {
    ...NAMES,
    flags:
      '-shackmxbHPS0 --summarize --human-readable --all --total --apparent-size --bytes --one-file-system --separate-dirs',
    values: '-tBI --threshold --block-size --exclude',
    counts: '-d --max-depth',
  },
  df: {
    ...NAMES,
    flags: '-hHkmPTaiIl --human-readable --si --portability --print-type --all --inodes --local --total',
  },
  'readlink realpath': {
    ...NAMES,
    least: 1,
    flags:
      '-femnqsvzLP --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --zero --quiet --strip',
    values: '--relative-to --relative-base',
  },
  file: {
    // Left out: -C (writes), -z (runs programs), -s (reads devices), -p (sets times).
    ...FILES,
    flags: '-biILhkNr --brief --mime --mime-type --mime-encoding --dereference --no-dereference',
    values: '-F --separator',
    hasOnlyHarmlessFlags: false,
  },
  fd: {
    // Left out: -x and -X (run programs), -l (runs ls).
    operands: 'name',
    flags:
      '-HIapgisF0u1q --hidden --no-ignore --no-ignore-vcs --absolute-path --full-path --glob --ignore-case ' +
      '--case-sensitive --fixed-strings --print0 --unrestricted --quiet --version',
    values: '-etEcS --extension --type --exclude --color --size',
    counts: '-d --max-depth --min-depth --max-results',
    script: 'any',
    least: 0,
  },
  tree: {
    // Left out: -R (writes files, as -o does).
    operands: 'name',
    flags: '-adfishDCnFJNpug --noreport --dirsfirst --gitignore --prune --du --ignore-case --inodes --device --version',
    values: '-IP --charset --sort',
    counts: '-L --filelimit',
    writes: '-o',
    valuesApart: true,
  },
  uname: { ...TEXT, flags: '-asnrvmpio --all --kernel-name --nodename --kernel-release --machine', most: 0 },
  'whoami groups': { ...TEXT, most: 0 },
  // On macOS, `arch program` starts the program.
  arch: { ...TEXT, most: 0 },
  id: { ...TEXT, flags: '-ugGnrz --user --group --groups --name --real' },
  // An operand is the new host name; flags may query a name server.
  hostname: { ...TEXT, most: 0 },
  which: { ...TEXT, flags: '-as' },
  date: {
    // Left out: -f (reads dates from a file). An operand without a plus sets the clock.
    ...TEXT,
    flags: '-uRIjn --utc --universal --rfc-email --iso-8601 --rfc-3339',
    values: '-dv --date',
    files: '-r --reference',
    writes: '-s --set',
    flagsFirst: true,
    accepts: ({ operands }) => operands.every(({ literal }) => literal?.startsWith('+')),
  },
  cat: {
    ...FILES,
    flags:
      '-AbeEnstTuv --show-all --number-nonblank --show-ends --number --squeeze-blank --show-tabs --show-nonprinting',
    hasOnlyHarmlessFlags: true,
  },
  wc: { ...FILES, flags: '-clwmL --bytes --chars --lines --words --max-line-length', hasOnlyHarmlessFlags: true },
  head: {
    ...FILES,
    flags: '-qvz --quiet --silent --verbose --zero-terminated',
    counts: '-nc --lines --bytes',
    digits: true,
    hasOnlyHarmlessFlags: true,
  },
  tail: {
    // Left out: -f, -F, --follow and --retry (wait for more input). `+5f` also makes `tail` wait.
    ...FILES,
    flags: '-qvz --quiet --silent --verbose --zero-terminated',
    counts: '-nc --lines --bytes',
    digits: true,
    accepts: ({ operands }) => operands.every(({ prefix, literal }) => !(literal ?? prefix).startsWith('+')),
  },
  nl: {
    ...FILES,
    flags: '-p --no-renumber',
    values: '-bdfhns --body-numbering --number-separator',
    counts: '-ilvw --number-width',
  },
  'tac rev': { ...FILES },
  cut: {
    ...FILES,
    flags: '-snz --only-delimited --complement --zero-terminated',
    values: '-bcdf --bytes --characters --delimiter --fields --output-delimiter',
    hasOnlyHarmlessFlags: true,
  },
  column: { ...FILES, flags: '-tx --table', values: '-so --separator --output-separator', counts: '-c' },
  'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum shasum md5': CHECKSUM,
  cmp: { ...FILES, flags: '-bls --print-bytes --verbose --silent --quiet', counts: '-ni --bytes', least: 2 },
  comm: { ...FILES, flags: '-123iz --total --check-order --nocheck-order', values: '--output-delimiter', least: 2 },
  diff: {
    // Left out: -l (runs pr). For folders, `diff` compares the files in them.
    operands: 'tree',
    flags:
      '-urNqwBiycabEZtsdp --unified --recursive --new-file --brief --ignore-all-space --ignore-blank-lines ' +
      '--ignore-case --side-by-side --context --text --ignore-space-change --ignore-trailing-space --minimal ' +
      '--report-identical-files --color --suppress-common-lines --show-c-function --strip-trailing-cr --no-dereference',
    values: '-xIL --exclude --label --ignore-matching-lines',
    counts: '-UCW --width',
    files: '-X --exclude-from',
    least: 2,
  },
  // Reads only its standard input.
  tr: { ...TEXT, flags: '-cCdst --complement --delete --squeeze-repeats --truncate-set1', least: Infinity },
  'grep egrep fgrep': GREP,
  rg: {
    // Left out: --pre, --hostname-bin and -z (run programs).
    operands: 'searched',
    // With these flags, rg also reads ignored or hidden files. A glob overrides ignore rules.
    treeFlags:
      '-u.g --hidden --unrestricted --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-dot --no-ignore-global ' +
      '--glob --iglob',
    script: 'any',
    scriptFlags: '-ef --regexp --file --files --type-list --version',
    flags:
      '-isSwxnNlcovFPUuHIpqa0. --hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-dot ' +
      '--no-ignore-global --files --files-with-matches --files-without-match --count --count-matches --only-matching ' +
      '--json --vimgrep --heading --no-heading --line-number --no-line-number --column --color --ignore-case ' +
      '--smart-case --case-sensitive --fixed-strings --word-regexp --line-regexp --type-list --multiline ' +
      '--multiline-dotall --pcre2 --invert-match --stats --trim --one-file-system --no-messages --no-config ' +
      '--with-filename --no-filename --null --text --binary --passthru --quiet --unrestricted --version --pretty',
    values: '-gtTerE --glob --iglob --type --type-not --sort --sortr --replace --max-filesize --regexp --encoding',
    counts: '-ABCmMdj --max-count --max-depth --context --after-context --before-context --max-columns --threads',
    files: '-f --file',
  },
  sed: {
    ...FILES,
    flags: '-nErsuz --quiet --silent --regexp-extended --separate --unbuffered --null-data --posix --sandbox',
    writes: '-iI --in-place',
    script: isPlainSedScript,
  },
  'awk gawk mawk nawk': {
    ...FILES,
    values: '-F',
    script: isPlainAwkProgram,
    // An operand `name=value` assigns a variable, and gawk opens a network connection for some file names.
    accepts: ({ operands }) => operands.every(({ literal }) => literal !== null && !/^\w+=|^\/inet/.test(literal)),
  },
  jq: {
    ...FILES,
    flags:
      '-ncrjaseCMS --null-input --compact-output --raw-output --join-output --ascii-output --slurp --exit-status ' +
      '--color-output --monochrome-output --sort-keys --tab --raw-input',
    script: isPlainJqFilter,
  },
  sort: {
    // Left out: --compress-program (runs a program), -T (folder for temporary files), --files0-from (names more files).
    ...FILES,
    flags:
      '-bdfghiMnRrVcCmsuz --reverse --unique --numeric-sort --human-numeric-sort --version-sort --general-numeric-sort ' +
      '--month-sort --ignore-case --stable --check --zero-terminated --dictionary-order --ignore-leading-blanks',
    values: '-kt --key --field-separator',
    writes: '-o --output',
  },
  uniq: {
    // The second operand is the output file.
    ...FILES,
    flags: '-cdDiuz --count --repeated --unique --ignore-case --zero-terminated --all-repeated',
    counts: '-fsw --skip-fields --skip-chars --check-chars',
    most: 1,
    flagsFirst: true,
    accepts: ({ operands }) => operands.every(({ prefix, literal }) => !(literal ?? prefix).startsWith('+')),
  },
  // The second operand is the output file.
  xxd: { ...FILES, flags: '-pbuaeE', counts: '-lscgo', most: 1, flagsFirst: true },
};

export const PROGRAMS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...Object.entries(SPECS).flatMap(([names, spec]) => {
    const rule = readerRule(spec);
    return names.split(' ').map((name) => [name, rule] as const);
  }),
  ...['echo', 'true', 'false', 'expr'].map((name) => [name, () => READS] as const),
  ['find', findRule],
  ['ps', psRule],
  // Only digits, because `seq inf` never ends. At most two numbers, because the second of three is the step, and a step
  // of 0 never ends.
  ['seq', seqRule],
  // Left out: node, python, cargo and go. Version managers may replace them, and download a version that a repository
  // names.
  ...'bash gcc g++ clang make cmake perl'.split(' ').map((name) => [name, versionOnly] as const),
]);
