import type { ToolBlock } from './toolBlock.ts';
import type { FileLink } from './linkPolicy.ts';

export interface ToolPlace {
  /** The words to show before the file's name. */
  readonly before: string;
  readonly name: string;
  readonly link: FileLink;
}

/**
 * The file that a click on a call's row opens. Null if there is none or it certainly does not exist. Host and webview
 * find the same file in a block, so the webview sends the call's id, never a path.
 */
export function toolPlace(
  tool: Pick<ToolBlock, 'rendering' | 'detail' | 'status' | 'files' | 'diff' | 'approval'>,
): ToolPlace | null {
  const { rendering, detail, status, files } = tool;
  switch (rendering) {
    case 'edited-file':
      return toPlace('', detail, { path: files[0] ?? detail, line: firstChangedLine(diffOf(tool)) });
    case 'deleted-file':
      return status === 'success' ? null : toPlace('', detail, { path: detail, line: null });
    case 'moved-file': {
      // Only a successful call names its two files, and only then does a file have the new name.
      const [from, to = ''] = files;
      return status === 'success' ? toPlace(`${from} to `, to, { path: to, line: null }) : null;
    }
    case 'read-file':
      return toPlace('', detail, splitLine(detail));
    case 'symbol': {
      const { before, name } = splitSymbol(detail);
      return /[./]/.test(name) ? toPlace(before, name, splitLine(name)) : null;
    }
    case 'text':
    case 'command':
    case 'folder':
    case 'plan':
    case 'agent':
      return null;
  }
}

/**
 * Until an edit is approved, only its card has the diff. The number of the first changed line is the same before and
 * after the edit.
 */
function diffOf({ diff, approval }: Pick<ToolBlock, 'diff' | 'approval'>): string {
  return diff === '' && approval?.subject.kind === 'edit' ? approval.subject.diff : diff;
}

function toPlace(before: string, name: string, link: FileLink): ToolPlace | null {
  return link.path.trim() === '' ? null : { before, name, link };
}

/**
 * Splits `definition alpha src/a.ts:12`. The words before the file may be anything, so the file is the last word, or
 * the last quoted text (see `quoteSpaced`).
 */
function splitSymbol(detail: string): Pick<ToolPlace, 'before' | 'name'> {
  const quote = openingQuote(detail);
  if (quote > 0) {
    return { before: detail.slice(0, quote), name: detail.slice(quote + 1, -1).replaceAll('""', '"') };
  }
  const name = /(?<!\S)\S+$/.exec(detail)?.[0] ?? '';
  return { before: detail.slice(0, detail.length - name.length), name };
}

/**
 * Returns the index of the double quote that begins the quoted text at the end, or -1. Skips pairs of double quotes,
 * which stand for one in the text.
 */
function openingQuote(detail: string): number {
  if (!detail.endsWith('"')) return -1;
  let at = detail.lastIndexOf('"', detail.length - 2);
  while (at > 0 && detail[at - 1] === '"') at = detail.lastIndexOf('"', at - 2);
  return detail[at - 1] === ' ' ? at : -1;
}

/**
 * Puts a place with spaces or double quotes into double quotes, because a space separates the place from the words
 * before it in the detail of a `symbol` row.
 */
export function quoteSpaced(place: string): string {
  return /[\s"]/.test(place) ? `"${place.replaceAll('"', '""')}"` : place;
}

/** Splits `src/a.ts:12`; the line is null if there is none. */
function splitLine(text: string): FileLink {
  const [, path = text, line] = /^(.+):(\d{1,7})$/.exec(text) ?? [];
  return { path, line: line === undefined ? null : Number(line) };
}

/** 1-based, in the file after the edit; null if no line changed. */
export function firstChangedLine(diff: string): number | null {
  const start = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@/.exec(diff)?.[1];
  if (start === undefined) return null;
  let line = Number(start);
  for (const text of diff.split('\n', 1_000).slice(1)) {
    if (/^[-+]/.test(text)) return Math.max(1, line);
    line += 1;
  }
  return null;
}
