import type { ToolBlock, ToolWords } from '../../../shared/toolBlock.ts';
import { toolPlace } from '../../../shared/toolPlace.ts';
import { strings } from '../../strings/strings.ts';

/** A piece of the summary line of a collapsed run. */
export interface RunWord {
  readonly text: string;
  /** A command, which is rendered as code. */
  readonly code: boolean;
}

/**
 * How a call ended. `failed`: it ran and failed, or was refused. `stopped`: it was cancelled after the start;
 * `cancelled`: before the start. `unrecorded`: unknown, because the window closed. For the other endings, see the
 * fields of `ToolBlock`.
 */
export type Ending =
  | 'done'
  | 'unsaved'
  | 'unapplied'
  | 'failed'
  | 'denied'
  | 'stopped'
  | 'cancelled'
  | 'not-run'
  | 'interrupted'
  | 'unrecorded';

/** Calls that are described by one phrase. */
interface Group {
  readonly words: ToolWords;
  readonly isCommand: boolean;
  readonly ending: Ending;
  /** The calls never ran. */
  readonly isNotRun: boolean;
  readonly tools: ToolBlock[];
}

/** A count of calls replaces further phrases, unless only one is left. */
const MAX_PHRASES = 4;
/** Characters of a command in a phrase. */
const MAX_COMMAND = 60;
/** Characters of a path in a phrase. */
const MAX_PATH = 36;

/** Describes the calls of a run: "Read 3 files, ran `npm test` (failed)". */
export function toRunWords(tools: readonly ToolBlock[]): RunWord[] {
  const groups = toGroups(tools);
  const shown = groups.length > MAX_PHRASES + 1 ? groups.slice(0, MAX_PHRASES) : groups;
  const rest = groups.slice(shown.length).flatMap((group) => group.tools).length;
  const phrases = shown.map(toPhrase);
  if (rest > 0) phrases.push([plain(strings.run.more(rest))]);
  const words = phrases.flatMap((phrase, index) => (index === 0 ? phrase : [plain(', '), ...phrase]));
  return capitalized(joinPlain(words));
}

/** The worst ending in a run; `success` if every call is `done` or `unsaved`. */
export function worstEnding(tools: readonly ToolBlock[]): 'success' | 'error' | 'denied' | 'cancelled' | 'unapplied' {
  const endings = new Set(tools.map(endingOf));
  if (endings.has('failed')) return 'error';
  if (endings.has('denied')) return 'denied';
  if (CANCELLED.some((ending) => endings.has(ending))) return 'cancelled';
  return endings.has('unapplied') ? 'unapplied' : 'success';
}

const CANCELLED: readonly Ending[] = ['stopped', 'cancelled', 'not-run', 'interrupted', 'unrecorded'];

export function endingOf({ status, notRun, unsaved, unapplied, unrecorded }: ToolBlock): Ending {
  if (notRun === 'denied') return 'denied';
  if (status === 'cancelled' && unrecorded) return unrecorded === 'unknown' ? 'unrecorded' : unrecorded;
  if (status === 'cancelled') return notRun === 'cancelled' ? 'cancelled' : 'stopped';
  if (status === 'error') return 'failed';
  if (unapplied) return 'unapplied';
  return unsaved ? 'unsaved' : 'done';
}

/**
 * The groups are in the order of their first calls. A command that did not succeed gets its own phrase, so that the
 * line names the command.
 */
function toGroups(tools: readonly ToolBlock[]): Group[] {
  const groups: Group[] = [];
  for (const tool of tools) {
    const { words } = tool;
    const isCommand = tool.rendering === 'command';
    const ending = endingOf(tool);
    const isNotRun = tool.notRun !== undefined;
    const isAlone = isCommand && ending !== 'done';
    const known = groups.find(
      (group) => group.words.past === words.past && group.ending === ending && group.isNotRun === isNotRun,
    );
    if (known && !isAlone) known.tools.push(tool);
    else groups.push({ words, isCommand, ending, isNotRun, tools: [tool] });
  }
  return groups;
}

function toPhrase(group: Group): RunWord[] {
  const { words, isCommand, tools } = group;
  const [before, after] = aroundObject(group);
  const subjects = [...new Set(tools.map(subjectOf))];
  const [only = ''] = subjects;
  // Reading a file twice counts as one file, but running a command twice counts as two commands.
  const count = isCommand || only === '' ? tools.length : subjects.length;
  // An agent's whole task would not fit, and its beginning alone says little.
  const isNamed = count === 1 && only !== '' && tools[0]?.rendering !== 'agent';
  const object = !isNamed
    ? plain(count > 1 ? fill(words.several, count.toLocaleString('en')) : words.single)
    : { text: fill(words.subject, isCommand ? cut(only) : cutPath(only)), code: isCommand };
  return [plain(before), ...(object.text === '' ? [] : [plain(' '), object]), plain(after)];
}

/** Replaces "{}" in a template of `ToolWords`. */
export function fill(template: string, value: string): string {
  return template.replace('{}', () => value);
}

function aroundObject({ words: { past, base, gerund }, isCommand, ending, isNotRun }: Group): [string, string] {
  switch (ending) {
    case 'done':
      return [past, ''];
    case 'unsaved':
      return [past, ` (${strings.run.unsaved})`];
    case 'unapplied':
      return [past, ` (${strings.run.unapplied})`];
    case 'failed':
      return isCommand && !isNotRun ? [past, ` (${strings.run.failed})`] : [strings.run.couldNot(base), ''];
    case 'denied':
    case 'stopped':
    case 'not-run':
    case 'interrupted':
    case 'unrecorded':
    case 'cancelled':
      return [isCommand ? strings.run[ending] : `${strings.run[ending]} ${gerund}`, ''];
  }
}

/** What a call is about. A file's path has no line number, so that parts of one file count as one file. */
function subjectOf(tool: ToolBlock): string {
  const place = toolPlace(tool);
  if (!place || tool.rendering === 'symbol') return tool.detail;
  return tool.rendering === 'moved-file' ? place.before + place.name : place.link.path;
}

function cut(text: string): string {
  return text.length > MAX_COMMAND ? `${text.slice(0, MAX_COMMAND - 1)}…` : text;
}

/** Keeps the end, because the file's name matters more than its folders. */
function cutPath(text: string): string {
  if (text.length <= MAX_PATH) return text;
  const end = text.slice(1 - MAX_PATH);
  const slash = end.search(/[/\\]/);
  return `…${slash < 0 ? end : end.slice(slash)}`;
}

function plain(text: string): RunWord {
  return { text, code: false };
}

function joinPlain(words: readonly RunWord[]): RunWord[] {
  const joined: RunWord[] = [];
  for (const word of words.filter(({ text }) => text !== '')) {
    const last = joined.at(-1);
    if (last && !last.code && !word.code) joined[joined.length - 1] = plain(last.text + word.text);
    else joined.push(word);
  }
  return joined;
}

function capitalized([first, ...others]: readonly RunWord[]): RunWord[] {
  return first ? [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...others] : [];
}
