import type { ToolWords } from '../../../shared/toolBlock.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { t } from './translate.ts';

/** Texts about a tool: for a row of the transcript, an approval card and the speculation bar. */
export interface ToolTexts {
  /** For the tool's rows in the transcript. */
  readonly words: ToolWords;
  /** The card's question. `about` is the path in the call's preview or, without a preview, the call's description. */
  readonly question: (about: string) => string;
  /** For the speculation bar while the call runs. Missing for tools that speculations never run. */
  readonly activity?: (call: RunningCall) => string;
}

export interface RunningCall {
  /** The first file of the call; empty if there is none. */
  readonly path: string;
  /** The call's description. */
  readonly detail: string;
}

/** Maximum number of characters of a name that an extension, an MCP server or a model chose. */
const MAX_NAME = 64;

/** Texts for a tool that has none of its own: an external tool, or an unknown one. */
export function defaultToolTexts(toolName: string): Required<ToolTexts> {
  const name = cut(toDisplayText(toolName));
  const named = name === '' ? t('a tool') : name;
  return {
    words: {
      label: name === '' ? t('Tool call') : name,
      past: t('used {0}', named),
      base: t('use {0}', named),
      gerund: t('using {0}', named),
      subject: '',
      several: t('{} times'),
      single: '',
    },
    question: () => t('Run {0}?', named),
    activity: ({ path, detail }) => t('using {0} {1}', named, path || detail),
  };
}

export function readFileTexts(): ToolTexts {
  const words = { label: t('Read'), past: t('read'), base: t('read'), gerund: t('reading') };
  return {
    words: { ...words, ...counted(t('1 file'), t('{} files')) },
    question: (file) => t('Read {0}?', file),
    activity: ({ path, detail }) => t('reading {0}', path || detail),
  };
}

export function writeFileTexts(): ToolTexts {
  return {
    words: { ...edited(), label: t('Write') },
    question: (file) => t('Write {0}?', file),
    activity: ({ path, detail }) => t('editing {0}', path || detail),
  };
}

export function editTexts(): ToolTexts {
  return { ...writeFileTexts(), words: { ...edited(), label: t('Edit') }, question: (file) => t('Edit {0}?', file) };
}

export function deleteFileTexts(): ToolTexts {
  const words = { label: t('Delete'), past: t('deleted'), base: t('delete'), gerund: t('deleting') };
  return {
    words: { ...words, ...counted(t('1 file'), t('{} files')) },
    question: (file) => t('Delete {0}?', file),
    activity: ({ path, detail }) => t('deleting {0}', path || detail),
  };
}

export function moveFileTexts(): ToolTexts {
  const words = { label: t('Move'), past: t('moved'), base: t('move'), gerund: t('moving') };
  return {
    words: { ...words, ...counted(t('1 file'), t('{} files')) },
    question: (files) => t('Move {0}?', files),
    activity: ({ path, detail }) => t('moving {0}', path || detail),
  };
}

export function listDirectoryTexts(): ToolTexts {
  const words = { label: t('List'), past: t('listed'), base: t('list'), gerund: t('listing') };
  return {
    words: { ...words, ...counted(t('1 folder'), t('{} folders')) },
    question: (folder) => t('List {0}?', folder),
    activity: ({ path, detail }) => t('listing {0}', path || detail),
  };
}

export function grepTexts(): ToolTexts {
  return {
    words: { ...searched(), label: t('Search') },
    question: () => t('Run {0}?', 'grep'),
    activity: ({ detail }) => t('searching {0}', detail),
  };
}

export function globTexts(): ToolTexts {
  return { ...grepTexts(), words: { ...searched(), label: t('Find') }, question: () => t('Run {0}?', 'glob') };
}

export function lspTexts(): ToolTexts {
  const words = { label: t('Look up'), past: t('looked up'), base: t('look up'), gerund: t('looking up') };
  return {
    words: { ...words, ...counted(t('1 place'), t('{} places')) },
    question: (what) => t('Look up {0}?', what),
    activity: ({ path, detail }) => t('using {0} {1}', 'lsp', path || detail),
  };
}

export function webFetchTexts(): ToolTexts {
  const words = { label: t('Fetch'), past: t('fetched'), base: t('fetch'), gerund: t('fetching') };
  return { words: { ...words, ...counted(t('1 page'), t('{} pages')) }, question: () => t('Fetch this page?') };
}

export function webSearchTexts(): ToolTexts {
  const words = {
    ...searched(),
    past: t('searched the web'),
    base: t('search the web'),
    gerund: t('searching the web'),
  };
  return {
    words: { ...words, label: t('Search web') },
    question: () => t('Search the web for this? The provider may charge for each search.'),
  };
}

export function runShellCommandTexts(): ToolTexts {
  const words = { label: t('Run'), past: t('ran'), base: t('run'), gerund: t('running') };
  return {
    words: { ...words, ...counted(t('1 command'), t('{} commands')) },
    question: () => t('Run this command?'),
    activity: ({ detail }) => t('running {0}', detail),
  };
}

export function todoWriteTexts(): ToolTexts {
  const words = { label: t('Steps'), past: t('updated'), base: t('update'), gerund: t('updating') };
  return { words: { ...words, ...always(t('the steps')) }, question: () => t('Run {0}?', 'todo_write') };
}

export function askUserTexts(): ToolTexts {
  const words = { label: t('Ask'), past: t('asked'), base: t('ask'), gerund: t('asking') };
  return {
    words: { ...words, ...counted(t('1 question'), t('{} questions')), subject: t('a question') },
    question: () => t('Run {0}?', 'ask_user'),
  };
}

export function exitPlanModeTexts(): ToolTexts {
  const words = { label: t('Present plan'), past: t('presented'), base: t('present'), gerund: t('presenting') };
  return {
    words: { ...words, ...counted(t('1 plan'), t('{} plans')), subject: t('a plan') },
    question: () => t('Start on this plan?'),
  };
}

export function saveMemoryTexts(): ToolTexts {
  const words = { label: t('Remember'), past: t('remembered'), base: t('remember'), gerund: t('remembering') };
  return {
    words: { ...words, ...counted(t('1 fact'), t('{} facts')), subject: t('a fact') },
    question: () => t('Remember this for later chats?'),
  };
}

export function skillTexts(): ToolTexts {
  const words = { label: t('Skill'), past: t('loaded'), base: t('load'), gerund: t('loading') };
  return { words: { ...words, ...counted(t('1 skill'), t('{} skills')) }, question: () => t('Run {0}?', 'skill') };
}

export function agentTexts(): ToolTexts {
  const words = { label: t('Agent'), past: t('ran'), base: t('run'), gerund: t('running') };
  return { words: { ...words, ...counted(t('1 agent'), t('{} agents')) }, question: () => t('Start this agent?') };
}

function edited(): Omit<ToolWords, 'label'> {
  return { past: t('edited'), base: t('edit'), gerund: t('editing'), ...counted(t('1 file'), t('{} files')) };
}

function searched(): Omit<ToolWords, 'label'> {
  return {
    past: t('searched'),
    base: t('search'),
    gerund: t('searching'),
    subject: t('for {}'),
    several: t('{} times'),
    single: '',
  };
}

type Subjects = Pick<ToolWords, 'subject' | 'several' | 'single'>;

/**
 * Texts about the subjects of a row (see `ToolWords`). The panel replaces `{}` in `subject` with the only subject, such
 * as a path, and in `several` with the number of subjects.
 */
function counted(single: string, several: string): Subjects {
  return { subject: '{}', several, single };
}

function always(text: string): Subjects {
  return { subject: text, several: text, single: text };
}

function cut(name: string): string {
  return name.length <= MAX_NAME ? name : `${name.slice(0, MAX_NAME - 1)}…`;
}
