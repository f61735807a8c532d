import * as vscode from 'vscode';
import type { Clock } from '../../ports/clock.ts';
import { sleep } from '../../base/timers.ts';
import type {
  CodeLocation,
  CodePosition,
  CodeProblem,
  CodeSymbol,
  LanguageFeatures,
} from '../../ports/languageFeatures.ts';
import { unlessAborted } from '../../base/unlessAborted.ts';

/** Milliseconds that a newly started language server gets to return its first result. */
const WARM_UP = 8000;
/** Milliseconds between two attempts or checks. */
const POLL = 250;
/** Milliseconds for the first problems of a file that was not open. */
const FIRST_PROBLEMS = 4000;
/** Milliseconds without a change after which the problems count as complete. */
const QUIET = 400;

/** Calls language extensions through VS Code's commands, without showing or focusing an editor. */
export function createLanguageFeatures(clock: Clock): LanguageFeatures {
  /**
   * Languages whose empty results are final. A language is added after its first non-empty result, after `WARM_UP`, or
   * if no extension starts for the language.
   */
  const warm = new Set<string>();

  const ask = async <T>(path: string, command: string, args: readonly unknown[], signal: AbortSignal): Promise<T[]> => {
    const { document } = await open(path, signal);
    const deadline = clock.now() + WARM_UP;
    for (;;) {
      const found = await execute<T>(command, args, signal);
      const { languageId } = document;
      if (found.length > 0 || clock.now() >= deadline || !activatesExtension(languageId)) warm.add(languageId);
      if (warm.has(languageId)) return found;
      await sleep(clock, POLL, signal);
    }
  };
  const askAt = <T>(command: string, { path, line, character }: CodePosition, signal: AbortSignal): Promise<T[]> =>
    ask<T>(path, command, [vscode.Uri.file(path), new vscode.Position(line - 1, character - 1)], signal);

  return {
    async definition(at, signal) {
      type Found = vscode.Location | vscode.LocationLink;
      const found = await askAt<Found>('vscode.executeDefinitionProvider', at, signal);
      return found.map((each) =>
        'targetUri' in each
          ? toLocation(each.targetUri, (each.targetSelectionRange ?? each.targetRange).start)
          : toLocation(each.uri, each.range.start),
      );
    },

    async references(at, signal) {
      const found = await askAt<vscode.Location>('vscode.executeReferenceProvider', at, signal);
      return found.map(({ uri, range }) => toLocation(uri, range.start));
    },

    async hover(at, signal) {
      const found = await askAt<vscode.Hover>('vscode.executeHoverProvider', at, signal);
      return found.map(({ contents }) => contents.map(toMarkdown).join('\n\n'));
    },

    async documentSymbols(path, signal) {
      const uri = vscode.Uri.file(path);
      const found = await ask<vscode.DocumentSymbol | vscode.SymbolInformation>(
        path,
        'vscode.executeDocumentSymbolProvider',
        [uri],
        signal,
      );
      return found.flatMap((symbol) => ('children' in symbol ? flatten(symbol, uri, 0) : [toSymbol(symbol)]));
    },

    async workspaceSymbols(query, path, signal) {
      const found = await ask<vscode.SymbolInformation>(path, 'vscode.executeWorkspaceSymbolProvider', [query], signal);
      return found.map(toSymbol);
    },

    async diagnostics(path, signal) {
      const uri = vscode.Uri.file(path);
      const changes = watchDiagnostics(uri, clock);
      try {
        const { isNew } = await open(path, signal);
        await changes.settled(isNew ? FIRST_PROBLEMS : QUIET, signal);
        return vscode.languages.getDiagnostics(uri).map((each) => toProblem(uri, each));
      } finally {
        changes.dispose();
      }
    },

    knownDiagnostics(folder) {
      const root = `${vscode.Uri.file(folder).path.replace(/\/$/, '')}/`;
      return vscode.languages
        .getDiagnostics()
        .filter(([uri]) => uri.scheme === 'file' && uri.path.startsWith(root))
        .flatMap(([uri, problems]) => problems.map((each) => toProblem(uri, each)));
    },
  };
}

/** Opens the file without showing it, which starts the extensions for its language. */
async function open(
  path: string,
  signal: AbortSignal,
): Promise<{ readonly document: vscode.TextDocument; readonly isNew: boolean }> {
  const uri = vscode.Uri.file(path);
  const isNew = !vscode.workspace.textDocuments.some((each) => each.uri.toString() === uri.toString());
  const document = await unlessAborted(vscode.workspace.openTextDocument(uri), signal);
  return { document, isNew };
}

/** Whether an extension starts for this language. Until it has started, results may be empty. */
function activatesExtension(languageId: string): boolean {
  return vscode.extensions.all.some(({ packageJSON }) => {
    const { activationEvents } = packageJSON as { readonly activationEvents?: unknown };
    return Array.isArray(activationEvents) && activationEvents.includes(`onLanguage:${languageId}`);
  });
}

/** Rejects if the signal aborts. The command itself continues, because it takes no cancellation token. */
async function execute<T>(command: string, args: readonly unknown[], signal: AbortSignal): Promise<T[]> {
  return (await unlessAborted(vscode.commands.executeCommand<T[] | undefined>(command, ...args), signal)) ?? [];
}

function watchDiagnostics(uri: vscode.Uri, clock: Clock) {
  let last: number | undefined;
  const subscription = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
    if (uris.some((each) => each.toString() === uri.toString())) last = clock.now();
  });
  return {
    /**
     * If nothing changes, resolves after `wait` ms. Otherwise resolves `QUIET` ms after the last change, or `WARM_UP`
     * ms after the call if that is earlier.
     */
    async settled(wait: number, signal: AbortSignal): Promise<void> {
      const start = clock.now();
      const isSettled = (): boolean =>
        last === undefined
          ? clock.now() - start >= wait
          : clock.now() - last >= QUIET || clock.now() - start >= WARM_UP;
      while (!isSettled()) await sleep(clock, POLL, signal);
    },
    dispose: () => void subscription.dispose(),
  };
}

function toLocation(uri: vscode.Uri, start: vscode.Position): CodeLocation {
  const isFile = uri.scheme === 'file';
  return {
    path: isFile ? uri.fsPath : uri.toString(true),
    line: start.line + 1,
    character: start.character + 1,
    isFile,
  };
}

function toSymbol({ name, kind, containerName, location }: vscode.SymbolInformation): CodeSymbol {
  return {
    ...toLocation(location.uri, location.range.start),
    ...{ name, kind: toKind(kind), depth: 0, container: containerName },
  };
}

function flatten(symbol: vscode.DocumentSymbol, uri: vscode.Uri, depth: number): CodeSymbol[] {
  const { name, kind, selectionRange, children } = symbol;
  const own = { ...toLocation(uri, selectionRange.start), name, kind: toKind(kind), depth, container: '' };
  return [own, ...children.flatMap((child) => flatten(child, uri, depth + 1))];
}

function toKind(kind: vscode.SymbolKind): string {
  const [name = 'symbol'] = Object.entries(vscode.SymbolKind).find(([, value]) => value === kind) ?? [];
  return name.toLowerCase();
}

function toProblem(uri: vscode.Uri, { range, severity, message, source, code }: vscode.Diagnostic): CodeProblem {
  const rule = typeof code === 'object' ? code.value : code;
  const by = [source ?? '', rule === undefined ? '' : `(${rule})`].join('');
  return { ...toLocation(uri, range.start), severity: SEVERITIES[severity], message, source: by };
}

const SEVERITIES: Readonly<Record<vscode.DiagnosticSeverity, CodeProblem['severity']>> = {
  [vscode.DiagnosticSeverity.Error]: 'error',
  [vscode.DiagnosticSeverity.Warning]: 'warning',
  [vscode.DiagnosticSeverity.Information]: 'information',
  [vscode.DiagnosticSeverity.Hint]: 'hint',
};

function toMarkdown(content: vscode.MarkdownString | vscode.MarkedString): string {
  if (typeof content === 'string') return content;
  return 'language' in content ? `\`\`\`${content.language}\n${content.value}\n\`\`\`` : content.value;
}
