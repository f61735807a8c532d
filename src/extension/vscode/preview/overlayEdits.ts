import * as vscode from 'vscode';
import type { Clock } from '../../ports/clock.ts';
import type { Overlay } from '../../speculate/overlay.ts';
import { mergeThreeWays } from '../../text/threeWayMerge.ts';
import { Debounce } from '../debounce.ts';
import { toPath, type OverlayFileSystem } from './overlayFileSystem.ts';

/** Milliseconds. `maxWait` limits the wait if the user types without a pause. */
const TIMING = { delay: 150, maxWait: 600 } as const;

/**
 * Keeps an overlay and the unsaved text of its documents equal while the user types. Otherwise either text could
 * overwrite the other. If both change the same lines, the user's whole text wins.
 */
export function followEdits(
  fileSystem: OverlayFileSystem,
  id: string,
  overlay: Overlay,
  options: { readonly clock: Clock; readonly isPaused: () => boolean; readonly onError: (error: unknown) => void },
): vscode.Disposable & { /** Never rejects. */ flush(): Promise<void> } {
  /** The last text that a document and the overlay had in common, by URI. */
  const common = new Map<string, Uint8Array>();
  let queue = Promise.resolve();
  const isOverlayDocument = ({ uri }: vscode.TextDocument): boolean => fileSystem.isOf(id, uri);

  const dirtyDocuments = (): vscode.TextDocument[] =>
    vscode.workspace.textDocuments.filter((document) => document.isDirty && isOverlayDocument(document));
  const follow = (): Promise<void> => {
    queue = queue
      .then(async () => {
        if (options.isPaused()) return;
        for (const document of dirtyDocuments()) await synchronize(document);
      })
      .catch(options.onError);
    return queue;
  };
  const synchronize = async (document: vscode.TextDocument): Promise<void> => {
    const { signal } = new AbortController();
    const [key, path] = [document.uri.toString(), toPath(document.uri)];
    const { version } = document;
    const mine = await textOf(document);
    const isThere = (await overlay.stat(path, signal)) !== undefined;
    const prepared = isThere ? (await overlay.read(path, signal)).bytes : null;
    const base = common.get(key) ?? prepared;
    const merged = mergeThreeWays({ base, current: mine, incoming: prepared }, NO_LABELS);
    const bytes = merged.kind === 'clean' && merged.bytes ? merged.bytes : mine;
    if (Buffer.compare(bytes, mine) !== 0) {
      // If the user has typed meanwhile, the next call of `follow` merges that text.
      if (document.version !== version || !(await replaceText(document, bytes))) return;
    }
    common.set(key, bytes);
    if (!prepared || Buffer.compare(bytes, prepared) !== 0) await overlay.write(path, bytes, {}, signal);
  };

  const debounce = new Debounce(options.clock, TIMING, () => void follow());
  const subscriptions = vscode.Disposable.from(
    debounce,
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (!isOverlayDocument(document)) return;
      if (document.isDirty) debounce.trigger();
      else common.delete(document.uri.toString());
    }),
    overlay.onDidChange(() => {
      if (dirtyDocuments().length > 0) debounce.trigger();
    }),
  );
  return { flush: follow, dispose: () => void subscriptions.dispose() };
}

/** Conflict markers are never shown here. */
const NO_LABELS = { current: '', incoming: '' };

export async function textOf(document: vscode.TextDocument): Promise<Uint8Array> {
  return vscode.workspace.encode(document.getText(), { encoding: document.encoding });
}

async function replaceText(document: vscode.TextDocument, bytes: Uint8Array): Promise<boolean> {
  const text = await vscode.workspace.decode(bytes, { encoding: document.encoding });
  const edit = new vscode.WorkspaceEdit();
  const all = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
  edit.replace(document.uri, all, text);
  return vscode.workspace.applyEdit(edit);
}
