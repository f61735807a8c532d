import type { ShellEnd, ShellResult } from '../ports/shell.ts';
import { counted } from '../text/capLines.ts';
import type { CollectedOutput } from './shellOutput.ts';
import { resultTexts } from '../base/texts/resultTexts.ts';

export interface ShellReport {
  readonly result: ShellResult;
  readonly output: CollectedOutput;
  /** Milliseconds. */
  readonly timeout: number;
  /** Milliseconds. */
  readonly duration: number;
  /** Files with unsaved text in an editor, which the command could not see. */
  readonly unsaved: readonly string[];
  /** Files that have changed since the model read them. */
  readonly changed: readonly string[];
}

const MAX_NAMES = 20;

/** Returns the report for the model: the output, then notes in brackets. */
export function toShellText(report: ShellReport): string {
  const { result, output, timeout, unsaved, changed } = report;
  const text = output.text.replace(/(?<!\n)\n+$/, '');
  const notes = [
    endNote(result.end, timeout),
    keptNote(output),
    result.background !== undefined &&
      'The command left processes running in the background. They end when VS Code is closed; ' +
        `\`kill -- -${result.background}\` ends them sooner.`,
    result.detached !== undefined &&
      'The command left detached processes running. They do not end when VS Code is closed; ' +
        `\`kill ${result.detached.join(' ')}\` ends them.`,
    result.note,
    unsaved.length > 0 &&
      `${counted(unsaved.length, 'open file')} ${unsaved.length === 1 ? 'has' : 'have'} unsaved changes that the ` +
        `command did not see: ${toList(unsaved)}.`,
    changed.length > 0 && `These files have changed since you read them. Read them again: ${toList(changed)}.`,
  ];
  const shown = text === '' && result.end.kind !== 'not-started' ? ['[No output.]'] : text === '' ? [] : [text];
  return [...shown, ...notes.flatMap((note) => (note ? [`[${note}]`] : []))].join('\n');
}

/** Returns the summary for the row: "exit 1 · 12 s". */
export function toShellSummary({ result, duration }: Pick<ShellReport, 'result' | 'duration'>): string {
  const { end } = result;
  if (end.kind === 'not-started') return resultTexts.notStarted();
  const how = endWords(end);
  return [...(how ? [how] : []), toDuration(duration)].join(' · ');
}

/** Formats milliseconds for display: "<1 s", "12 s", "3 min 20 s". */
export function toDuration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds < 1) return '<1 s';
  if (seconds < 120) return `${seconds} s`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function endNote(end: ShellEnd, timeout: number): string | undefined {
  switch (end.kind) {
    case 'exited':
      return end.code === 0 ? undefined : `Exit code ${end.code}.`;
    case 'signalled':
      return `Ended by signal ${end.signal}.`;
    case 'timed-out':
      return (
        `Timed out after ${toDuration(timeout)} and was stopped, with the processes that it had started. ` +
        'It may need a longer timeout, or it waited for input, which commands never get.'
      );
    case 'aborted':
      return end.why ?? 'Interrupted by the user before it finished. Its effects until then remain.';
    case 'unknown':
      return end.why;
    case 'not-started':
      return end.why;
  }
}

function endWords(end: Exclude<ShellEnd, { kind: 'not-started' }>): string | undefined {
  switch (end.kind) {
    case 'exited':
      return end.code === 0 ? undefined : resultTexts.exitCode(end.code);
    case 'signalled':
      return end.signal;
    case 'timed-out':
      return resultTexts.timedOut();
    case 'aborted':
      return resultTexts.stopped();
    case 'unknown':
      return resultTexts.endUnknown();
  }
}

function keptNote({ total, isCut, outputFile }: CollectedOutput): string | undefined {
  if (!isCut) return undefined;
  if (!outputFile) return `The output has ${total} characters, which could not all be saved.`;
  const how = 'Use grep or read_file on that file.';
  if (!outputFile.isWhole)
    return `The output has ${total} characters. The part that could be saved is in ${outputFile.path}. ${how}`;
  return `All ${total} characters of the output are in ${outputFile.path}. ${how}`;
}

function toList(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}
