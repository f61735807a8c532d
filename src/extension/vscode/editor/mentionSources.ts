import { mentionKeyName } from '../contributions.ts';
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';
import { MAX_SELECTION } from '../../chat/context/ideContext.ts';
import type { LineRange, MentionSources, Problem } from '../../ports/mentionSources.ts';
import { readGitChanges } from './gitChanges.ts';
import { askModal } from '../notifications.ts';
import { followTerminals } from '../terminal/terminalOutput.ts';

/** Milliseconds to wait for language servers and Git: for the list under `@`, and for a prompt. */
const LIST_TIMEOUT = 700;
const PROMPT_TIMEOUT = 10_000;

export function createMentionSources(): MentionSources & vscode.Disposable {
  const terminals = followTerminals();
  return {
    async findSymbols(query) {
      const asked = vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
        'vscode.executeWorkspaceSymbolProvider',
        query,
      );
      const found = await within(LIST_TIMEOUT, asked);
      return (found ?? [])
        .filter(({ location }) => location.uri.scheme === 'file')
        .map(({ name, location }) => ({ name: name.replace(/\(.*/s, ''), path: location.uri.fsPath }));
    },
    async findSymbolLines(path, name) {
      const asked = vscode.commands.executeCommand<AnySymbol[] | undefined>(
        'vscode.executeDocumentSymbolProvider',
        vscode.Uri.file(path),
      );
      return findLines((await within(PROMPT_TIMEOUT, asked)) ?? [], name);
    },
    async selection() {
      const { activeTextEditor, visibleTextEditors } = vscode.window;
      const editors = [...(activeTextEditor ? [activeTextEditor] : []), ...visibleTextEditors];
      const editor = editors.find(({ document, selection }) => document.uri.scheme === 'file' && !selection.isEmpty);
      if (!editor) return undefined;
      const { document, selection } = editor;
      const start = document.offsetAt(selection.start);
      const end = document.positionAt(Math.min(document.offsetAt(selection.end), start + MAX_SELECTION));
      return {
        path: document.uri.fsPath,
        lines: { first: selection.start.line + 1, last: end.line + 1 },
        text: document.getText(new vscode.Range(selection.start, end)),
      };
    },
    problems: () =>
      vscode.languages
        .getDiagnostics()
        .filter(([uri]) => uri.scheme === 'file')
        .flatMap(([uri, diagnostics]) => diagnostics.flatMap((diagnostic) => toProblem(uri, diagnostic) ?? []))
        .sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error')),
    terminalOutput: (position) => terminals.lastOutput(position),
    changes: async () =>
      (await within(PROMPT_TIMEOUT, readGitChanges())) ?? { kind: 'unavailable', why: 'Git did not answer in time' },
    async confirmSecrets(names) {
      const send = vscode.l10n.t('Send Content');
      const nameOnly = vscode.l10n.t('Send Only the Name');
      const message = vscode.l10n.t('Send the content of {0} to the model?', names.join(', '));
      const detail = vscode.l10n.t('The content may include passwords, keys or tokens.');
      const answer = await askModal(message, detail, send, nameOnly);
      return answer === send ? 'send' : answer === nameOnly ? 'name-only' : 'cancel';
    },
    dispose: () => void terminals.dispose(),
  };
}

type AnySymbol = vscode.DocumentSymbol | vscode.SymbolInformation;

function findLines(symbols: readonly AnySymbol[], name: string): LineRange | undefined {
  for (const symbol of symbols) {
    const range = 'location' in symbol ? symbol.location.range : symbol.range;
    if (symbol.name.replace(/\(.*/s, '') === name) return { first: range.start.line + 1, last: range.end.line + 1 };
    const inside = 'children' in symbol ? findLines(symbol.children, name) : undefined;
    if (inside) return inside;
  }
  return undefined;
}

function toProblem(uri: vscode.Uri, { severity, range, message, source }: vscode.Diagnostic): Problem | undefined {
  if (severity > vscode.DiagnosticSeverity.Warning) return undefined;
  return {
    path: uri.fsPath,
    line: range.start.line + 1,
    severity: severity === vscode.DiagnosticSeverity.Error ? 'error' : 'warning',
    message: message.slice(0, 500),
    source: source ?? '',
  };
}

/** Returns the key that signs the ids of mentions; one per workspace. */
export async function mentionKey(state: vscode.Memento): Promise<string> {
  const known = state.get<string>(mentionKeyName);
  if (known) return known;
  const key = randomBytes(32).toString('hex');
  await state.update(mentionKeyName, key);
  return key;
}

/** Resolves to undefined after `ms` milliseconds, because another extension may never answer. */
export async function within<T>(ms: number, answer: Thenable<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(() => resolve(undefined), ms)));
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
