import type { ToolWords } from '../../../shared/chatState.ts';
import { toDisplayText } from '../../../shared/displayText.ts';

/** All words about a tool: in a row of the transcript, in an approval card and in the speculation bar. */
export interface ToolTexts {
  /** Of its rows. */
  readonly words: ToolWords;
  /** What the card asks. `about` is what the call describes itself as, or the path of the file that it would write. */
  readonly question: (about: string) => string;
  /** What the speculation bar says while the call runs. Missing for a tool that no speculation runs. */
  readonly activity?: (call: RunningCall) => string;
}

export interface RunningCall {
  /** The first file that the call is about; empty if there is none. */
  readonly path: string;
  /** What the call describes itself as. */
  readonly detail: string;
}

/** Characters of a name that an extension, a server or a model has made up. */
const MAX_NAME = 64;

/** For a tool without a record: an external one, or one that does not exist (any more). */
export function otherTexts(toolName: string): Required<ToolTexts> {
  const name = cut(toDisplayText(toolName));
  const named = name === '' ? 'a tool' : name;
  return {
    words: {
      label: name === '' ? 'Tool call' : name,
      past: `used ${named}`,
      base: `use ${named}`,
      gerund: `using ${named}`,
      subject: '',
      several: '{} times',
      single: '',
    },
    question: () => `Run ${named}?`,
    activity: ({ path, detail }) => `using ${named} ${path || detail}`,
  };
}

export function readFileTexts(): ToolTexts {
  return {
    words: { label: 'Read', past: 'read', base: 'read', gerund: 'reading', ...counted('file') },
    question: (file) => `Read ${file}?`,
    activity: ({ path, detail }) => `reading ${path || detail}`,
  };
}

export function writeFileTexts(): ToolTexts {
  return {
    words: { ...EDITED, label: 'Write' },
    question: (file) => `Write ${file}?`,
    activity: ({ path, detail }) => `editing ${path || detail}`,
  };
}

export function editTexts(): ToolTexts {
  return { ...writeFileTexts(), words: { ...EDITED, label: 'Edit' }, question: (file) => `Edit ${file}?` };
}

export function listDirectoryTexts(): ToolTexts {
  return {
    words: { label: 'List', past: 'listed', base: 'list', gerund: 'listing', ...counted('folder') },
    question: (folder) => `List ${folder}?`,
    activity: ({ path, detail }) => `listing ${path || detail}`,
  };
}

export function grepTexts(): ToolTexts {
  return {
    words: { ...SEARCHED, label: 'Search' },
    question: () => 'Run grep?',
    activity: ({ detail }) => `searching ${detail}`,
  };
}

export function globTexts(): ToolTexts {
  return { ...grepTexts(), words: { ...SEARCHED, label: 'Find' }, question: () => 'Run glob?' };
}

export function lspTexts(): ToolTexts {
  return {
    words: { label: 'Look up', past: 'looked up', base: 'look up', gerund: 'looking up', ...counted('place') },
    question: (what) => `Look up ${what}?`,
    activity: ({ path, detail }) => `using lsp ${path || detail}`,
  };
}

export function webFetchTexts(): ToolTexts {
  return {
    words: { label: 'Fetch', past: 'fetched', base: 'fetch', gerund: 'fetching', ...counted('page') },
    question: () => 'Fetch this page?',
  };
}

export function runShellCommandTexts(): ToolTexts {
  return {
    words: { label: 'Run', past: 'ran', base: 'run', gerund: 'running', ...counted('command') },
    question: () => 'Run this command?',
  };
}

export function todoWriteTexts(): ToolTexts {
  const words = { label: 'Plan', past: 'updated', base: 'update', gerund: 'updating', ...always('the plan') };
  return { words, question: () => 'Run todo_write?' };
}

export function askUserTexts(): ToolTexts {
  return {
    words: {
      label: 'Ask',
      past: 'asked',
      base: 'ask',
      gerund: 'asking',
      ...counted('question'),
      subject: 'a question',
    },
    question: () => 'Run ask_user?',
  };
}

export function exitPlanModeTexts(): ToolTexts {
  const presented = { past: 'presented', base: 'present', gerund: 'presenting' };
  return {
    words: { label: 'Present plan', ...presented, ...counted('plan'), subject: 'a plan' },
    question: () => 'Start on this plan?',
  };
}

const EDITED = { past: 'edited', base: 'edit', gerund: 'editing', ...counted('file') };

const SEARCHED = {
  past: 'searched',
  base: 'search',
  gerund: 'searching',
  subject: 'for {}',
  several: '{} times',
  single: '',
};

type Subjects = Pick<ToolWords, 'subject' | 'several' | 'single'>;

function counted(noun: string): Subjects {
  return { subject: '{}', several: `{} ${noun}s`, single: `1 ${noun}` };
}

function always(text: string): Subjects {
  return { subject: text, several: text, single: text };
}

function cut(name: string): string {
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 1)}…`;
}
