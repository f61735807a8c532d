import * as vscode from 'vscode';
import type { Overlay } from '../../speculate/overlay.ts';
import type { OverlayChange } from '../../speculate/overlayChange.ts';
import { PREVIEW_TITLE_PREFIX, type SpeculationPreview } from '../../speculate/preview.ts';
import { overlayScheme, previewContextKey } from '../contributions.ts';
import { isConverted, openInItsEncoding } from '../editor/fileEncoding.ts';
import { openBeside, type PanelFocus } from '../commands/keepFocus.ts';
import { toPath, type OverlayFileSystem } from './overlayFileSystem.ts';

/**
 * Shows an overlay in VS Code's multi-file diff: the files as they are on the left, the overlay, editable, on the right.
 * Each hunk has VS Code's own revert arrow. `vscode.changes` takes the keyboard and has no `preserveFocus`: a panel that
 * had it gets it back.
 */
export function createSpeculationPreview(
  fileSystem: OverlayFileSystem,
  options: {
    readonly panel: PanelFocus;
    readonly onError: (error: unknown) => void;
  },
): SpeculationPreview & vscode.Disposable {
  const { scheme } = fileSystem;
  const shown = new Map<string, { readonly title: string; readonly registration: vscode.Disposable }>();
  const isOf = (id: string) => (uri: vscode.Uri) => uri.scheme === scheme && uri.authority === id;
  const dirtyDocuments = (id: string): vscode.TextDocument[] =>
    vscode.workspace.textDocuments.filter((document) => document.isDirty && isOf(id)(document.uri));
  /** A diff of nothing but deleted files has no document of the overlay; then its title tells. */
  const belongsTo = (id: string) => (tab: vscode.Tab) => {
    const title = shown.get(id)?.title;
    return hasUri(tab, isOf(id)) || (title !== undefined && isMultiDiff(tab) && tab.label.startsWith(title));
  };
  /** The key stands for "the active editor is ours": another multi-file diff must not get our buttons. */
  const updateContext = (): void => {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const isActive = tab !== undefined && [...shown.keys()].some((id) => belongsTo(id)(tab));
    void vscode.commands.executeCommand('setContext', previewContextKey, isActive);
  };
  /** Diffs that are being opened or closed by us. */
  const moving = new Set<string>();
  /** Typing in a diff makes VS Code open the file beside it, where it would look like the user's own. */
  const leave = async (id: string): Promise<void> => {
    await preview.collect(id);
    await closeTabs((tab) => hasUri(tab, isOf(id)));
  };
  const onDidChangeTabs = ({ closed }: vscode.TabChangeEvent): void => {
    updateContext();
    for (const id of shown.keys()) {
      const isClosed = closed.some((tab) => isMultiDiff(tab) && belongsTo(id)(tab));
      if (isClosed && !moving.has(id)) leave(id).catch(options.onError);
    }
  };
  const subscriptions = [
    vscode.window.tabGroups.onDidChangeTabs(onDidChangeTabs),
    vscode.window.tabGroups.onDidChangeTabGroups(updateContext),
  ];

  const preview: SpeculationPreview = {
    async open(id, overlay, title, base) {
      const baseUri = (path: string): vscode.Uri => fileSystem.uriOf(base, path);
      if (shown.has(id)) {
        // What changed since it was opened is not in it, so it is made anew.
        await preview.collect(id);
        moving.add(id);
        await closeTabs(belongsTo(id)).finally(() => moving.delete(id));
      } else {
        shown.set(id, { title, registration: fileSystem.register(id, overlay) });
      }
      for (const { path, current } of overlay.changes()) {
        if (!current || !isConverted(path)) continue;
        await openInItsEncoding(fileSystem.toUri(id, path), await current.read(new AbortController().signal));
      }
      const resources = overlay
        .changes()
        .map((change) => toResource(change, baseUri(change.path), fileSystem.toUri(id, change.path)));
      const paths = new Set(overlay.changes().map((change) => baseUri(change.path).toString()));
      const isKept = await openBeside(
        options.panel,
        ({ uri }) => isOf(id)(uri) || paths.has(uri.toString()),
        () => vscode.commands.executeCommand('vscode.changes', title, resources),
      );
      updateContext();
      if (isKept) for (const document of dirtyDocuments(id)) await takeBackTyping(document, overlay);
    },

    async collect(id) {
      const overlay = fileSystem.overlayOf(id);
      if (!overlay) return;
      for (const document of dirtyDocuments(id)) await collectDocument(document, overlay);
    },

    async close(id) {
      const registration = shown.get(id)?.registration;
      if (!registration) return;
      fileSystem.letGo(id);
      for (const document of dirtyDocuments(id)) await document.save();
      moving.add(id);
      await closeTabs(belongsTo(id)).finally(() => moving.delete(id));
      shown.delete(id);
      registration.dispose();
      updateContext();
    },
  };
  return {
    ...preview,
    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      for (const { registration } of shown.values()) registration.dispose();
      shown.clear();
    },
  };
}

/** A reload restores the tabs of previews without what they showed. To be called once, when nothing is shown yet. */
export async function closeLeftoverPreviews(): Promise<void> {
  await closeTabs(
    (tab) =>
      hasUri(tab, (uri) => uri.scheme === overlayScheme) ||
      (isMultiDiff(tab) && tab.label.startsWith(PREVIEW_TITLE_PREFIX)),
  );
}

type Resource = [label: vscode.Uri, original: vscode.Uri | undefined, modified: vscode.Uri | undefined];

function toResource({ kind }: OverlayChange, real: vscode.Uri, prepared: vscode.Uri): Resource {
  return [real, kind === 'added' ? undefined : real, kind === 'deleted' ? undefined : prepared];
}

/**
 * What is in the editor is what counts: it is saved so that the editor can be closed, and then written as it was, since
 * saving may have run a formatter over it.
 */
async function collectDocument(document: vscode.TextDocument, overlay: Overlay): Promise<void> {
  const bytes = await vscode.workspace.encode(document.getText(), { encoding: document.encoding });
  await document.save();
  await overlay.write(toPath(document.uri), bytes, {}, new AbortController().signal);
}

/** Keys that were meant for the panel, as a held Enter, go into the diff until the panel has the keyboard again. */
async function takeBackTyping(document: vscode.TextDocument, overlay: Overlay): Promise<void> {
  const { bytes } = await overlay.read(toPath(document.uri), new AbortController().signal);
  const prepared = await vscode.workspace.decode(bytes, { encoding: document.encoding });
  const edit = new vscode.WorkspaceEdit();
  const all = new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
  edit.replace(document.uri, all, prepared);
  await vscode.workspace.applyEdit(edit);
}

async function closeTabs(isMeant: (tab: vscode.Tab) => boolean): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs.filter(isMeant));
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}

function hasUri(tab: vscode.Tab, isMeant: (uri: vscode.Uri) => boolean): boolean {
  return urisOf(tab.input).some(isMeant);
}

function isMultiDiff(tab: vscode.Tab): boolean {
  return tab.input === undefined || Array.isArray((tab.input as { textDiffs?: unknown }).textDiffs);
}

/** The API has no type for the multi-file diff's input, but its object has the diffs. */
function urisOf(input: unknown): vscode.Uri[] {
  const { uri, original, modified, textDiffs } = (input ?? {}) as Record<string, unknown>;
  const uris = [uri, original, modified].filter((each) => each instanceof vscode.Uri);
  return [...uris, ...(Array.isArray(textDiffs) ? textDiffs.flatMap(urisOf) : [])];
}
