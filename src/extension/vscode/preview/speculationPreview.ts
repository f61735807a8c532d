import * as vscode from 'vscode';
import type { Clock } from '../../ports/clock.ts';
import type { Workspace } from '../../ports/workspace.ts';
import type { Overlay } from '../../speculate/overlay.ts';
import type { OverlayChange } from '../../speculate/overlay/overlayChange.ts';
import type { SpeculationPreview } from '../../speculate/preview.ts';
import { previewContextKey } from '../contributions.ts';
import { hasConfiguredEncoding, openInItsEncoding } from '../editor/fileEncoding.ts';
import { keepFocus, openBeside, type PanelFocus } from '../commands/keepFocus.ts';
import type { DiffTitles } from './diffTitles.ts';
import { neverAborts, toPath, type OverlayFileSystem } from './overlayFileSystem.ts';
import { followEdits, textOf } from './overlayEdits.ts';
import { allTabs, closeTabs, hasUri, isMultiDiff } from './tabs.ts';

/**
 * Shows an overlay in VS Code's multi-file diff: the current files on the left, the editable overlay on the right.
 * `vscode.changes` has no `preserveFocus`, so a panel that had the focus gets it back. The diff's list of files is
 * fixed (a live list needs the proposed API `scmMultiDiffEditor`). Another list opens only when the user asks for the
 * diff or goes to its tab, because only the user may move the focus.
 */
export function createSpeculationPreview(
  fileSystem: OverlayFileSystem,
  options: {
    readonly panel: PanelFocus;
    readonly titles: DiffTitles;
    readonly clock: Clock;
    readonly onError: (error: unknown) => void;
  },
): SpeculationPreview &
  vscode.Disposable & { /** The id of the active editor's preview. */ activeId(): string | undefined } {
  const shown = new Map<string, ShownPreview>();
  const isOf = (id: string) => (uri: vscode.Uri) => fileSystem.isOf(id, uri);
  const dirtyDocuments = (id: string): vscode.TextDocument[] =>
    vscode.workspace.textDocuments.filter((document) => document.isDirty && isOf(id)(document.uri));
  /**
   * Whether a tab shows this preview. A diff without listed files is identified by its title, because VS Code lists
   * only files with both sides, and none before the diff is loaded.
   */
  const belongsTo = (id: string) => (tab: vscode.Tab) => {
    const title = shown.get(id)?.title;
    if (hasUri(tab, () => true)) return hasUri(tab, isOf(id));
    return title !== undefined && isMultiDiff(tab) && tab.label.startsWith(title);
  };
  const isVisible = (id: string): boolean =>
    allTabs().some((tab) => tab.isActive && isMultiDiff(tab) && belongsTo(id)(tab));
  const activeId = (): string | undefined => {
    const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
    return tab && [...shown.keys()].find((id) => belongsTo(id)(tab));
  };
  /** Sets the key that shows the preview's buttons. Other multi-file diffs must not get these buttons. */
  const updateContext = (): void => {
    void vscode.commands.executeCommand('setContext', previewContextKey, activeId() !== undefined);
  };
  /** Closes the preview's tabs. Marks the preview, so that these tabs do not count as closed by the user. */
  const closeDiff = async (id: string, preview: ShownPreview): Promise<void> => {
    preview.isClosingTabs = true;
    await closeTabs(belongsTo(id)).finally(() => (preview.isClosingTabs = false));
  };
  /**
   * Writes the user's text into the overlay, and closes the editors that VS Code opened because the user typed in the
   * diff.
   */
  const handleUserClose = async (id: string): Promise<void> => {
    await collect(id);
    await closeTabs((tab) => hasUri(tab, isOf(id)));
  };
  const isInBackground = (id: string) => (tab: vscode.Tab) =>
    !tab.isActive && !isMultiDiff(tab) && hasUri(tab, isOf(id));
  /** VS Code opens an editor in the background for a file whose text stays unsaved for 0.8 seconds. */
  const closeInBackground = async (id: string): Promise<void> => {
    if (dirtyDocuments(id).length === 0) await closeTabs(isInBackground(id));
  };
  const onDidChangeTabs = ({ opened, closed }: vscode.TabChangeEvent): void => {
    updateContext();
    for (const [id, preview] of shown) {
      const isAfterRevert = options.clock.now() < preview.revertedAt + OPENS_LATE_MS;
      if (isAfterRevert && opened.some(isInBackground(id))) closeInBackground(id).catch(options.onError);
      const isClosed = closed.some((tab) => isMultiDiff(tab) && belongsTo(id)(tab));
      if (isClosed && !preview.isClosingTabs) handleUserClose(id).catch(options.onError);
      const wasVisible = preview.wasVisible;
      preview.wasVisible = isVisible(id);
      if (wasVisible || !preview.wasVisible || preview.isClosingTabs || preview.opening) continue;
      if (filesKey(changesOf(preview)) !== preview.openedKey) openOnce(id, preview).catch(options.onError);
    }
  };
  const subscriptions = [
    vscode.window.tabGroups.onDidChangeTabs(onDidChangeTabs),
    vscode.window.tabGroups.onDidChangeTabGroups(updateContext),
  ];

  const register = (id: string, overlay: Overlay, wanted: string, base: Workspace): ShownPreview => {
    const title = options.titles.take(id, wanted);
    const edits = followEdits(fileSystem, id, overlay, {
      clock: options.clock,
      // Until the panel has the focus again, typed text may be meant for the panel.
      isPaused: () => shown.get(id)?.opening !== undefined,
      onError: options.onError,
    });
    const registration = vscode.Disposable.from(fileSystem.register(id, overlay), edits);
    const flags = { isClosingTabs: false, wasVisible: false, revertedAt: -Infinity };
    const none = { first: [], openedKey: '', existing: new Set<string>() };
    const preview: ShownPreview = { overlay, title, base, edits, registration, ...none, ...flags };
    shown.set(id, preview);
    return preview;
  };
  const openOnce = (id: string, preview: ShownPreview): Promise<void> => {
    preview.opening ??= openDiff(id, preview).finally(() => {
      preview.opening = undefined;
      void preview.edits.flush();
    });
    return preview.opening;
  };
  const openDiff = async (id: string, preview: ShownPreview): Promise<void> => {
    const { overlay, title, base } = preview;
    const baseUri = (path: string): vscode.Uri => fileSystem.uriOf(base, path);
    if (preview.openedKey !== '') await collect(id);
    const changes = changesOf(preview);
    const key = filesKey(changes);
    const existing = await existingFiles(changes, base);
    if (key === preview.openedKey && isSameSet(existing, preview.existing) && isVisible(id)) return;
    await closeDiff(id, preview);
    Object.assign(preview, { openedKey: key, existing });
    for (const { path, current } of changes.map(({ change }) => change)) {
      if (!current || !hasConfiguredEncoding(path)) continue;
      await openInItsEncoding(fileSystem.toUri(id, path), await current.read(neverAborts()));
    }
    const resources = changes.map(({ change: { kind, path }, from }): Resource => {
      // VS Code shows two different paths as a rename.
      const original = existing.has(from) ? baseUri(from) : undefined;
      return [baseUri(path), original, kind === 'deleted' ? undefined : fileSystem.toUri(id, path)];
    });
    const paths = new Set(
      changes.flatMap(({ change, from }) => [change.path, from]).map((path) => baseUri(path).toString()),
    );
    const stray = collectTyping(isOf(id));
    const panelHasFocusAgain = await openBeside(
      options.panel,
      ({ uri }) => isOf(id)(uri) || paths.has(uri.toString()),
      async () => {
        await vscode.commands.executeCommand('vscode.changes', title, resources);
        // Makes the tab permanent. Otherwise the next file that the user opens would replace it.
        if (activeId() === id) await vscode.commands.executeCommand('workbench.action.keepEditor');
      },
    ).finally(() => {
      stray.dispose();
    });
    preview.wasVisible = isVisible(id);
    updateContext();
    if (!panelHasFocusAgain) return;
    const typedInto = dirtyDocuments(id);
    for (const document of typedInto) await revertStrayTyping(document, overlay);
    if (stray.text !== '') options.panel.insertTyped(stray.text);
    if (typedInto.length === 0) return;
    preview.revertedAt = options.clock.now();
    await closeInBackground(id);
  };
  const collect = async (id: string): Promise<void> => {
    const overlay = fileSystem.overlayOf(id);
    if (!overlay) return;
    for (const document of dirtyDocuments(id)) await saveAs(document, await textOf(document), overlay);
  };

  return {
    open(id, overlay, title, base, first = []) {
      const preview = shown.get(id) ?? register(id, overlay, title, base);
      if (first.length > 0) preview.first = first;
      return openOnce(id, preview);
    },

    choose({ title, detail, current, prepared }) {
      const items = [
        { label: current, version: 'current' as const },
        { label: prepared, version: 'prepared' as const },
      ];
      return keepFocus(options.panel, async () => {
        const picked = await vscode.window.showQuickPick(items, { title, placeHolder: detail, ignoreFocusOut: true });
        return picked?.version;
      });
    },

    isOpen: (id) => shown.get(id)?.opening !== undefined || (shown.has(id) && allTabs().some(belongsTo(id))),

    activeId,

    collect,

    async close(id) {
      const preview = shown.get(id);
      if (!preview) return;
      fileSystem.ignoreSaves(id);
      for (const document of dirtyDocuments(id)) await document.save();
      await closeDiff(id, preview);
      shown.delete(id);
      options.titles.release(id);
      preview.registration.dispose();
      updateContext();
    },

    dispose() {
      for (const subscription of subscriptions) subscription.dispose();
      for (const { registration } of shown.values()) registration.dispose();
      shown.clear();
    },
  };
}

/** If VS Code opens an editor for typed text that was taken back, it does so at most this many milliseconds later. */
const OPENS_LATE_MS = 1000;

interface ShownPreview {
  readonly overlay: Overlay;
  readonly title: string;
  readonly base: Workspace;
  readonly edits: ReturnType<typeof followEdits>;
  readonly registration: vscode.Disposable;
  /** Paths to list first. */
  first: readonly string[];
  /** `filesKey` when the diff was opened. */
  openedKey: string;
  /** Left sides that existed in `base` when the diff was opened. */
  existing: ReadonlySet<string>;
  isClosingTabs: boolean;
  wasVisible: boolean;
  /** When text that the user typed by mistake was last taken back; milliseconds. */
  revertedAt: number;
  opening?: Promise<void> | undefined;
}

/** A side without a file is undefined, because VS Code leaves out a resource with a side that cannot be read. */
type Resource = [label: vscode.Uri, original: vscode.Uri | undefined, modified: vscode.Uri | undefined];

/** `from` is the path of the left side: the old path if the file was moved, else the path of `change`. */
interface ShownChange {
  readonly change: OverlayChange;
  readonly from: string;
}

async function existingFiles(changes: readonly ShownChange[], base: Workspace): Promise<ReadonlySet<string>> {
  const found = await Promise.all(
    changes.map(async ({ from }) => {
      const stat = await base.stat(from, neverAborts()).catch(() => undefined);
      return stat?.type === 'file' ? [from] : [];
    }),
  );
  return new Set(found.flat());
}

function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((each) => other.has(each));
}

/** Returns the changes in the order of the diff. A moved file is one change. */
function changesOf({ overlay, first }: ShownPreview): readonly ShownChange[] {
  const changes = overlay.changes();
  const moved = new Set(changes.flatMap((change) => overlay.sourceOf(change)?.path ?? []));
  const shown = changes.flatMap((change) =>
    moved.has(change.path) ? [] : { change, from: overlay.sourceOf(change)?.path ?? change.path },
  );
  const [before, after] = [true, false].map((isFirst) =>
    shown.filter(({ change, from }) => [change.path, from].some((path) => first.includes(path)) === isFirst),
  );
  return [...(before ?? []), ...(after ?? [])];
}

/** Returns a text that is equal for two lists with the same files and kinds of change, in the same order. */
function filesKey(changes: readonly ShownChange[]): string {
  return JSON.stringify(changes.map(({ change: { kind, path }, from }) => [kind, path, from]));
}

/**
 * Writes bytes for a document into the overlay. Saves the document first, so that VS Code closes its editor without
 * asking. The bytes are written after the save, because a formatter may change the text on save.
 */
async function saveAs(document: vscode.TextDocument, bytes: Uint8Array, overlay: Overlay): Promise<void> {
  await document.save();
  await overlay.write(toPath(document.uri), bytes, {}, neverAborts());
}

/** Collects the text that the user types. Skips changes with a line break, such as a held Enter. */
function collectTyping(isWatched: (uri: vscode.Uri) => boolean): { readonly text: string; dispose(): void } {
  let text = '';
  const subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
    if (!document.isDirty || !isWatched(document.uri)) return;
    for (const change of contentChanges) if (!/[\r\n]/.test(change.text)) text += change.text;
  });
  return {
    get text() {
      return text;
    },
    dispose: () => void subscription.dispose(),
  };
}

/** Reverts keystrokes that were meant for the panel: until the panel has the focus again, they go into the diff. */
async function revertStrayTyping(document: vscode.TextDocument, overlay: Overlay): Promise<void> {
  const { bytes } = await overlay.read(toPath(document.uri), neverAborts());
  await saveAs(document, bytes, overlay);
}
