import type { FuzzedProgram } from './fuzzedPrograms.ts';
import type { Random } from './random.ts';

/** Arguments: names in the scratch folder, patterns, variables, numbers, and texts that may run a program. */
const NAMES = (
  'a.txt b.txt dir dir/c.txt new out pwned .env dir/.env big.txt data.json list - . .. ./-x -- ./a.txt dir/ link empty ' +
  'logs sub embedded HEAD main side partial v1 ../outside/kept.txt ~/notes.txt /dev/null /dev/stdin'
).split(' ');
const PATTERNS =
  '* *.txt ./* */* dir/* logs/* {a,b}.txt ./{a.txt,out} {-o,out} ?.txt [ab].txt -* ./-* {a..c}.txt *o* .* "*" {new,out}/x'.split(
    ' ',
  );
const VARIABLES = '$x "$x" ${x} "${x:-out}" $HOME "$PWD/a.txt" $y/out $(echo out) "$(cat list)" ${#x} $((1+2))'.split(
  / (?!a|o|l)/,
);
const NUMBERS = '0 1 2 3 5 -1 +2 10 2,4 1k 99999 2000000000 9999999999 0x10 -5'.split(' ');
const TEXTS = [
  ...(
    'x one . , : ; = ^ ! a=b always never auto none yes name:x x=y @out +%s %s %H %G? %(describe) %h%n %2000000000d format:%H ' +
    'iso now yesterday 0101 01010101 utf-8 json table list get show set add trap ./trap ../repo/trap /trap-path ' +
    'core.fsmonitor user.name alias.z filter.q.clean HEAD~1 HEAD:a.txt :a.txt @{u} main..side ^main refs/heads/main origin'
  ).split(' '),
  "'touch pwned'",
  "'./trap;false'",
  '"a b"',
  "'!./trap'",
  "'ext::./trap'",
  "''",
];
/** Fragments of `sed`, `awk` and `jq` scripts. */
const FRAGMENTS: Readonly<Record<string, readonly string[]>> = {
  sed: [
    's',
    '/',
    'a',
    '|',
    ',',
    '1',
    '$',
    'p',
    'd',
    ';',
    'w',
    'e',
    ' out',
    './trap',
    '[',
    ']',
    '^',
    '!',
    'g',
    'I',
    'M',
    'q',
    'r',
    '{',
    '}',
    '\\',
    'y',
    '&',
    '=',
    '~',
    '0,',
    ':b',
    'n',
    '#',
    '%',
    '\n',
    'W',
    'R',
    'F',
    'Q',
  ],
  awk: [
    '{',
    '}',
    'print',
    ' ',
    '$1',
    '>',
    '"out"',
    '|',
    '"./trap"',
    'NR',
    '==',
    '1',
    ';',
    '/a/',
    'END',
    'BEGIN',
    's',
    '+=',
    'system(',
    ')',
    'getline',
    '<',
    ',',
    '++',
    '&&',
    'NF',
    '=',
    '"x"',
    '&',
    'print $1',
    '\n',
    'printf',
    'exit',
    'close(',
    '~',
    '!',
  ],
  jq: [
    '.',
    'x',
    '[',
    ']',
    '|',
    ' ',
    'keys',
    'map(',
    ')',
    'select(',
    '==',
    '"a"',
    '"\\(',
    '1',
    ',',
    'env',
    'input',
    '$__prog_args',
    'repeat(',
    'range(',
    'limit(',
    'first(',
    '//',
    '+',
    '*',
    '99999',
    'add',
    'join(',
    '{',
    '}',
    ':',
    '?',
    '..',
    'length',
    'debug',
    'input_filename',
    '$ENV',
    'import "a" as a;',
    'splits(',
    'halt',
  ],
};

/** Compound commands. `A` and `B` stand for commands, `W` for a word. */
const SHAPES = [
  'A | B',
  'A; B',
  'A && B',
  'A || B',
  'A\nB',
  'cd dir && A',
  'cd sub && A',
  'cd embedded; A',
  'cd logs && A',
  'cd "$x"; A',
  'for x in W W; do A "$x"; done',
  'for x in *; do A $x; done',
  'for x in *; do A "$x"; done',
  'x=W; A $x',
  'x=W; A "$x"',
  'x=W y=W; A ${x}$y',
  'A $(B)',
  'A "$(B)"',
  'A <(B)',
  'A <<< W',
  'A <<< "$(B)"',
  'A < W',
  'A 2>/dev/null',
  'A > W',
  'A >> W',
  'A &> W',
  'A 2>&1 | B',
  'A >&2',
  'A <> W',
  'A >| W',
  '{ A; B; }',
  '(A; B)',
  'time A',
  'env A',
  'env X=W A',
  'nice A',
  'timeout 5 A',
  'command A',
  'builtin A',
  'exec A',
  'A | xargs B',
  'xargs A < list',
  'if A; then B; fi',
  '! A',
  'while read -r x; do A "$x"; done < list',
  'while A; do B; done',
  'A <<E\nW\nE',
  "A <<'E'\n$(B)\nE",
  'LC_ALL=C A',
  'LC_ALL=zh_CN.GBK A',
  'NO_COLOR=1 A',
  'PAGER=./trap A',
  'GIT_PAGER=cat A',
  'GIT_EXTERNAL_DIFF=./trap A',
  'PATH=. A',
  'export x=W; A "$x"',
  'f() { A; }; f',
  '[ -f W ] && A',
  '[[ -f W ]] && A',
  'echo W | A',
  'printf W | A',
  'A &',
  'A & B',
  'A # W',
  'case W in W) A;; esac',
  'set -e; A',
  'IFS=W read -r x <<< W; A $x',
  'export HOME=W; A',
  'git -C W diff; A',
  'echo "你\\"; A #"',
  'A `B`',
  'x=(W W); A',
  'A {W,W}',
  'A W{W,W}',
  'cd ..; A',
  'cd; A',
  'unset x; A',
  'A W 2> /dev/null',
];

export interface CommandMakerOptions {
  readonly random: Random;
  readonly programs: readonly FuzzedProgram[];
  /** For each program, the options that are classified as read-only if used alone. */
  readonly readOnlyOptions: ReadonlyMap<string, readonly string[]>;
}

/** A command line: usually one program, sometimes a compound command of one or two. */
export function makeCommand({ random, programs, readOnlyOptions }: CommandMakerOptions): string {
  const simple = (): string => makeSimple(random, random.pick(programs), readOnlyOptions);
  if (random.chance(0.7)) return simple();
  return random.pick(SHAPES).replace(/\b[ABW]\b/g, (mark) => (mark === 'W' ? makeWord(random) : simple()));
}

function makeSimple(
  random: Random,
  { name, options }: FuzzedProgram,
  readOnlyOptions: CommandMakerOptions['readOnlyOptions'],
): string {
  const known = readOnlyOptions.get(name) ?? [];
  const words: string[] = [];
  const script = FRAGMENTS[name.replace(/^[mgn]awk$/, 'awk')];
  const add = (): void => {
    const option = known.length > 0 && random.chance(0.85) ? random.pick(known) : random.pick(options);
    words.push(...withValue(random, option, options));
  };
  for (let left = random.below(4); left > 0; left -= 1) add();
  if (script && random.chance(0.9)) words.push(makeScript(random, script));
  if (random.chance(0.08)) words.push('--');
  for (let left = random.pick([0, 1, 1, 1, 2, 2, 3]); left > 0; left -= 1) {
    words.push(makeWord(random));
    if (random.chance(0.2)) add();
  }
  if (name === '[' && random.chance(0.95)) words.push(']');
  if (name === '[[' && random.chance(0.95)) words.push(']]');
  const global = name.startsWith('git ') && random.chance(0.1) ? withGlobal(random, name) : name;
  return [global, ...words].join(' ');
}

function withGlobal(random: Random, name: string): string {
  const option = random.pick([
    '-C dir',
    '-C sub',
    '-C embedded',
    '--no-pager',
    '-P',
    '-c core.quotepath=off',
    '-c core.fsmonitor=./trap',
    '--git-dir=embedded',
    '-p',
    '-c color.ui=always',
    '--no-optional-locks',
    '--exec-path=.',
    '-c core.pager=./trap',
    '--literal-pathspecs',
    '--bare',
  ]);
  return name.replace('git', `git ${option}`);
}

/** The option alone, with a value (as the next word, glued or after `=`), in a cluster, or abbreviated. */
function withValue(random: Random, option: string, options: readonly string[]): string[] {
  const isLetter = /^-[^-]$/.test(option);
  switch (random.below(6)) {
    case 0:
      return [option, makeWord(random)];
    case 1:
      return isLetter ? [option + makeWord(random)] : [`${option}=${makeWord(random)}`];
    case 2: {
      const letters = options.filter((other) => /^-[^-]$/.test(other));
      return isLetter
        ? [
            option +
              random
                .some(letters, 3)
                .map((letter) => letter[1])
                .join(''),
          ]
        : [option];
    }
    case 3:
      return [option.length > 5 && random.chance(0.3) ? option.slice(0, -1 - random.below(3)) : option];
    default:
      return [option];
  }
}

function makeWord(random: Random): string {
  const kind = random.below(20);
  if (kind < 11) return random.pick(NAMES);
  if (kind < 13) return random.pick(PATTERNS);
  if (kind < 14) return random.pick(VARIABLES);
  if (kind < 16) return random.pick(NUMBERS);
  return random.pick(TEXTS);
}

function makeScript(random: Random, fragments: readonly string[]): string {
  if (random.chance(0.3)) return random.pick(PLAIN_SCRIPTS);
  const text = Array.from({ length: 1 + random.below(12) }, () => random.pick(fragments)).join('');
  return `'${text}'`;
}

const PLAIN_SCRIPTS = [
  "'1,2p'",
  "'s/a/b/'",
  "'{print $1}'",
  "'.x'",
  "'s/one/w out/w'",
  "'$p'",
  '.',
  "'.[0].x'",
  "'s,a,b,e'",
  "'1w out'",
];
