import * as vscode from 'vscode';
import type { Overlay } from '../../speculate/overlay.ts';
import type { OverlayChange } from '../../speculate/overlayChange.ts';
import { PREVIEW_TITLE_PREFIX, type SpeculationPreview } from '../../speculate/preview.ts';
import { overlayScheme, previewContextKey } from '../contributions.ts';
import { isConverted, openInItsEncoding } from '../editor/fileEncoding.ts';
import { openBeside, type PanelFocus } from '../commands/keepFocus.ts';
import { toPath, type OverlayFileSystem } from './overlayFileSystem.ts';

/**
 * Shows an overlay in VS Code's multi-file diff: the current files on the left, the editable overlay on the right. Each
 * hunk has VS Code's own revert arrow. `vscode.changes` takes the focus and has no `preserveFocus`, so a panel that had
 * the focus gets it back.
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
  /** A diff that contains only deleted files has no document of the overlay, so it is recognized by its title. */
  const belongsTo = (id: string) => (tab: vscode.Tab) => {
    const title = shown.get(id)?.title;
    return hasUri(tab, isOf(id)) || (title !== undefined && isMultiDiff(tab) && tab.label.startsWith(title));
  };
  /** The key means that the active editor is a preview: other multi-file diffs must not get the preview's buttons. */
  const updateContext = (): void => {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    const isActive = tab !== undefined && [...shown.keys()].some((id) => belongsTo(id)(tab));
    void vscode.commands.executeCommand('setContext', previewContextKey, isActive);
  };
  /** Previews whose tabs this code is closing, so that they do not count as closed by the user. */
  const moving = new Set<string>();
  /**
   * Call when the user has closed a preview. Also closes the editors that VS Code opened because the user typed in the
   * diff: otherwise they would stay open.
   */
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
        // An open diff does not show later changes, so it is opened again.
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
      if (isKept) for (const document of dirtyDocuments(id)) await revertStrayTyping(document, overlay);
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

/** Closes previews that a reload restored without their contents. Must be called once, before any preview is shown. */
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
 * Writes the editor's text into the overlay. The document is saved first, so that VS Code closes the editor without
 * asking. A formatter may change the text on save, so the text from before the save is written again.
 */
async function collectDocument(document: vscode.TextDocument, overlay: Overlay): Promise<void> {
  const bytes = await vscode.workspace.encode(document.getText(), { encoding: document.encoding });
  await document.save();
  await overlay.write(toPath(document.uri), bytes, {}, new AbortController().signal);
}

/**
 * Reverts keystrokes that were meant for the panel, such as a held Enter. They go into the diff until the panel has the
 * focus again.
 */
async function revertStrayTyping(document: vscode.TextDocument, overlay: Overlay): Promise<void> {
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

/** The API has no type for the input of a multi-file diff, but the object contains the diffs. */
function urisOf(input: unknown): vscode.Uri[] {
  const { uri, original, modified, textDiffs } = (input ?? {}) as Record<string, unknown>;
  const uris = [uri, original, modified].filter((each) => each instanceof vscode.Uri);
  return [...uris, ...(Array.isArray(textDiffs) ? textDiffs.flatMap(urisOf) : [])];
}
