import type { JsonObject } from '../message.ts';

/**
 * One step of the tour: a prompt and its edits of the sample project. Each edit replaces text within one line. Steps
 * can therefore run in any order, and on files that the user has changed.
 */
export interface TourStep {
  readonly id: TourStepId;
  /** The prompt that a user would type; also the suggestion after the previous step. */
  readonly prompt: string;
  /** For the list of all steps. */
  readonly ability: string;
  /** A text at the end of an answer, after the hint that names this step as the next one. */
  readonly invitation?: string;
  readonly matches: RegExp;
  /** Texts of the step's first answer, which reads the files. */
  readonly intro: string;
  readonly thought: string;
  readonly reads: readonly string[];
  readonly plan: (files: TourFiles) => TourPlan;
}

export type TourStepId = 'farewell' | 'rename' | 'test' | 'changelog' | 'readme' | 'release';

/** By path; a file that could not be read is missing. */
export type TourFiles = Readonly<Record<string, string | undefined>>;

export type TourPlan =
  | {
      readonly kind: 'edit';
      readonly edits: readonly TourEdit[];
      /** The text before the edits. */
      readonly saying: string;
      /** The text after the edits were made. */
      readonly closing: string;
      /** The step asks the question together with the edits, so a speculation stops there. */
      readonly question?: TourQuestion;
    }
  | { readonly kind: 'done-already'; readonly text: string }
  /** A file or a line that the step needs is missing. */
  | { readonly kind: 'cannot'; readonly text: string };

export interface TourQuestion {
  readonly text: string;
  readonly options: readonly string[];
  /** `answer` is undefined if the user closed the question. */
  readonly then: (answer: string | undefined) => { readonly edits: readonly TourEdit[]; readonly closing: string };
}

export type TourEdit = JsonObject & {
  readonly file_path: string;
  readonly old_string: string;
  readonly new_string: string;
};

const GREET = 'src/greet.ts';
const INDEX = 'src/index.ts';
const TEST = 'test/greet.test.ts';
const CHANGELOG = 'CHANGELOG.md';
const README = 'README.md';
const PACKAGE = 'package.json';

const FAREWELL = 'export function farewell(';
const WELCOME = 'export function welcome(';

export const TOUR_STEPS: readonly TourStep[] = [
  {
    id: 'farewell',
    prompt: 'add a farewell function',
    ability: 'add a farewell function',
    matches: /farewell|good-?bye/i,
    intro: 'I’ll read the code first.',
    thought: 'Script: read src/greet.ts, then add farewell() above the greeting.',
    reads: [GREET],
    plan(files) {
      const text = files[GREET] ?? '';
      if (text.includes(FAREWELL)) return already('`src/greet.ts` already has a `farewell` function.');
      const anchor = '/** A greeting for one person. */';
      const code = ['/** A farewell for one person. */', `${FAREWELL}name: string): string {`, FAREWELL_BODY, '}'];
      return editOrNot(files, 'Adding `farewell` above the greeting.', FAREWELL_CLOSING, [
        edit(GREET, anchor, [...code, '', anchor].join('\n')),
      ]);
    },
  },
  {
    id: 'rename',
    prompt: 'rename greet to welcome',
    ability: 'rename greet to welcome in all files',
    matches: /\brename|welcome/i,
    intro: 'I’ll read every file that uses `greet`.',
    thought: 'Script: read the three files that use greet(), then rename it in each.',
    reads: [GREET, INDEX, TEST],
    plan(files) {
      if (files[GREET]?.includes(WELCOME)) return already('`greet` is already called `welcome`.');
      return editOrNot(files, 'Renaming `greet` in all three files.', '`greet` is now `welcome` in all three files.', [
        edit(GREET, 'export function greet(', WELCOME),
        edit(INDEX, 'import { greet } from', 'import { welcome } from'),
        edit(INDEX, 'console.log(greet(name));', 'console.log(welcome(name));'),
        edit(TEST, 'greetings.greet(', 'greetings.welcome('),
      ]);
    },
  },
  {
    id: 'test',
    prompt: 'add a test for farewell',
    ability: 'add a test for farewell',
    matches: /\btests?\b/i,
    intro: 'I’ll read the function and its tests.',
    thought: 'Script: check that farewell() exists, then add a test next to the first one.',
    reads: [GREET, TEST],
    plan(files) {
      if (files[TEST]?.includes("test('says goodbye")) return already('`farewell` already has a test.');
      if (files[GREET] !== undefined && !files[GREET].includes(FAREWELL)) {
        return { kind: 'cannot', text: 'There is no `farewell` function to test yet.' };
      }
      const anchor = "test('greets by name', () => {";
      const code = [
        "test('says goodbye by name', () => {",
        "  assert.equal(greetings.farewell('Ada'), 'Goodbye, Ada!');",
        '});',
      ];
      return editOrNot(files, 'Adding a test before the first one.', '`farewell` now has a test.', [
        edit(TEST, anchor, [...code, '', anchor].join('\n')),
      ]);
    },
  },
  {
    id: 'changelog',
    prompt: 'add a changelog entry',
    ability: 'add a changelog entry',
    matches: /change\s?-?log|release notes/i,
    intro: 'I’ll compare the code with the changelog.',
    thought: 'Script: list in CHANGELOG.md what is new in src/greet.ts.',
    reads: [GREET, CHANGELOG],
    plan(files) {
      const changelog = files[CHANGELOG] ?? '';
      const news = newsIn(files[GREET] ?? '');
      if (files[GREET] !== undefined && news.length === 0) {
        return { kind: 'cannot', text: 'Nothing has changed yet, so there is nothing to add to the changelog.' };
      }
      const missing = news.filter((line) => !changelog.includes(line));
      if (news.length > 0 && missing.length === 0) return already('The changelog already lists every change.');
      return editOrNot(files, 'Adding the changes.', '`CHANGELOG.md` now lists the changes under Unreleased.', [
        edit(CHANGELOG, '## Unreleased', ['## Unreleased', '', ...missing].join('\n')),
      ]);
    },
  },
  {
    id: 'readme',
    prompt: 'update the README',
    ability: 'update the README',
    invitation:
      'Before you accept this suggestion, try changing the title in `README.md`. Premove merges its edits with yours.',
    matches: /read\s?me|document/i,
    intro: 'I’ll compare the README with the code.',
    thought: 'Script: list in README.md the functions that src/greet.ts exports.',
    reads: [GREET, README],
    plan(files) {
      const code = files[GREET];
      const name = code?.includes(WELCOME) ? 'welcome' : 'greet';
      const functions = [
        `- \`${name}(name)\` says hello.`,
        ...(code?.includes(FAREWELL) ? ['- `farewell(name)` says goodbye.'] : []),
      ];
      const readme = files[README] ?? '';
      if (code !== undefined && functions.every((line) => readme.includes(line))) {
        return already('The README already lists every exported function.');
      }
      const anchor = readme.includes('- `welcome(name)` says hello.') ? 'welcome' : 'greet';
      return editOrNot(files, 'Updating the list of functions.', README_CLOSING, [
        edit(README, `- \`${anchor}(name)\` says hello.`, functions.join('\n')),
      ]);
    },
  },
  {
    id: 'release',
    prompt: 'release a new version',
    ability: 'release a new version, whose number you choose',
    matches: /\brelease\b|version/i,
    intro: 'I’ll read the version and the changelog.',
    thought: 'Script: link the changelog from README.md, ask for the version, then write it into two files.',
    reads: [PACKAGE, CHANGELOG, README],
    plan(files) {
      if (files[PACKAGE] !== undefined && !files[PACKAGE].includes(OLD_VERSION)) {
        return already('`package.json` already has a new version.');
      }
      const link = edit(README, '## Commands', '## Changes\n\nSee [CHANGELOG.md](CHANGELOG.md).\n\n## Commands');
      const saying = 'Linking the changelog from the README. Only you know the next version.';
      const plan = editOrNot(files, saying, '', [link, ...versionEdits('')]);
      return plan.kind === 'edit' ? { ...plan, edits: [link], question: VERSION_QUESTION } : plan;
    },
  },
];

const OLD_VERSION = '"version": "0.1.0"';

const VERSION_QUESTION: TourQuestion = {
  text: 'Which version is the next release?',
  options: ['0.2.0', '1.0.0'],
  then(answer) {
    if (answer === undefined) return { edits: [], closing: 'You closed the question, so the version is still 0.1.0.' };
    if (!/^\d+\.\d+\.\d+$/.test(answer)) {
      return {
        edits: [],
        closing: 'Your answer is not a version with three numbers, such as 0.2.0, so the version is still 0.1.0.',
      };
    }
    return {
      edits: versionEdits(answer),
      closing: `\`package.json\` and \`CHANGELOG.md\` now have version ${answer}.`,
    };
  },
};

function versionEdits(version: string): TourEdit[] {
  return [
    edit(PACKAGE, OLD_VERSION, `"version": "${version}"`),
    edit(CHANGELOG, '## Unreleased', `## Unreleased\n\n## ${version}`),
  ];
}

const FAREWELL_BODY = '  return `Goodbye, ${name}!`;';
const FAREWELL_CLOSING = [
  '`src/greet.ts` now exports `farewell(name)`:',
  '',
  '```ts',
  "console.log(farewell('Ada')); // Goodbye, Ada!",
  '```',
].join('\n');

const README_CLOSING =
  '`README.md` now lists every exported function. If you have changed the title, your change is still there.';

function newsIn(code: string): string[] {
  return [
    ...(code.includes(FAREWELL) ? ['- A farewell: `farewell(name)`.'] : []),
    ...(code.includes(WELCOME) ? ['- `greet` is called `welcome`.'] : []),
  ];
}

/** The edits, if every line that they replace exists. */
function editOrNot(files: TourFiles, saying: string, closing: string, edits: readonly TourEdit[]): TourPlan {
  const lost = edits.find(({ file_path, old_string }) => !files[file_path]?.includes(old_string));
  if (!lost) return { kind: 'edit', edits, saying, closing };
  const text =
    files[lost.file_path] === undefined
      ? `\`${lost.file_path}\` could not be read.`
      : `This step changes the line \`${lost.old_string}\`, but \`${lost.file_path}\` no longer contains that line.`;
  return { kind: 'cannot', text };
}

function already(text: string): TourPlan {
  return { kind: 'done-already', text };
}

function edit(file_path: string, old_string: string, new_string: string): TourEdit {
  return { file_path, old_string, new_string };
}
