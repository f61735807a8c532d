import * as vscode from 'vscode';
import { MAX_SELECTION } from '../../chat/context/ideContext.ts';
import type { IdeContextStore } from '../../chat/context/ideContextFeed.ts';
import { toIdeSnapshot, type EditorReading } from '../../chat/context/ideReading.ts';
import type { Clock } from '../../ports/clock.ts';
import { Debounce } from '../debounce.ts';
import type { Log } from '../../ports/log.ts';
import type { Workspace } from '../../ports/workspace.ts';

/** Milliseconds. With `maxWait`, a cursor that never stops moving is reported too. */
const TIMING = { delay: 50, maxWait: 250 } as const;
const MAX_RECENT = 200;

/** Keeps `store` equal to the state of VS Code's editors. */
export function trackEditors(store: IdeContextStore, workspace: Workspace, clock: Clock, log: Log): vscode.Disposable {
  const closing = new AbortController();
  let recent: readonly string[] = [];
  let reading = Promise.resolve();

  const debounce = new Debounce(clock, TIMING, () => {
    const now = readEditors(recent);
    recent = now.open.slice(0, MAX_RECENT);
    // Readings run in sequence, so that an earlier reading never replaces a later one.
    reading = reading
      .then(async () => {
        const snapshot = await toIdeSnapshot(now, workspace, closing.signal);
        if (!closing.signal.aborted) store.set(snapshot);
      })
      .catch((error: unknown) => {
        if (!closing.signal.aborted) log.error('The editors could not be read', error);
      });
  });
  const scheduleReading = (): void => debounce.trigger();
  scheduleReading();
  const subscriptions = [
    debounce,
    { dispose: () => closing.abort() },
    vscode.window.onDidChangeActiveTextEditor(scheduleReading),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (isFile(textEditor.document.uri)) scheduleReading();
    }),
    vscode.window.tabGroups.onDidChangeTabs(scheduleReading),
    vscode.window.tabGroups.onDidChangeTabGroups(scheduleReading),
    vscode.workspace.onDidChangeWorkspaceFolders(scheduleReading),
  ];
  return vscode.Disposable.from(...subscriptions);
}

/** `recent`: paths at the previous reading, the most recently used first. */
function readEditors(recent: readonly string[]): EditorReading {
  const editor = activeEditor(recent);
  const active = editor?.document.uri.fsPath;
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.flatMap((tab) => fileOf(tab) ?? []));
  const used = [...(active === undefined ? [] : [active]), ...recent.filter((path) => tabs.includes(path))];
  return { active: editor ? readActive(editor) : null, open: [...new Set([...used, ...tabs])] };
}

/** Returns the active editor if it shows a file; otherwise the visible editor whose file was used last. */
function activeEditor(recent: readonly string[]): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  if (activeTextEditor && isFile(activeTextEditor.document.uri)) return activeTextEditor;
  const visible = visibleTextEditors.filter(({ document }) => isFile(document.uri));
  return recent.flatMap((path) => visible.find(({ document }) => document.uri.fsPath === path) ?? [])[0];
}

function readActive({ document, selection }: vscode.TextEditor): NonNullable<EditorReading['active']> {
  const { start, end, active } = selection;
  const from = document.offsetAt(start);
  const selectedCharacters = document.offsetAt(end) - from;
  // One character over the limit is enough to recognize a huge selection without copying all of it.
  const cut = document.positionAt(from + Math.min(selectedCharacters, MAX_SELECTION + 1));
  // A selection that ends before the first character of a line does not touch that line.
  const lines = end.line - start.line + (end.character > 0 ? 1 : 0);
  return {
    path: document.uri.fsPath,
    cursor: { line: active.line + 1, character: active.character + 1 },
    selectedText: document.getText(new vscode.Range(start, cut)),
    selectedCharacters,
    selectedLines: selectedCharacters === 0 ? 0 : Math.max(1, lines),
  };
}

function fileOf({ input }: vscode.Tab): string | undefined {
  if (input instanceof vscode.TabInputTextDiff) return isFile(input.modified) ? input.modified.fsPath : undefined;
  const holdsFile =
    input instanceof vscode.TabInputText ||
    input instanceof vscode.TabInputNotebook ||
    input instanceof vscode.TabInputCustom;
  return holdsFile && isFile(input.uri) ? input.uri.fsPath : undefined;
}

function isFile(uri: vscode.Uri): boolean {
  return uri.scheme === 'file';
}
