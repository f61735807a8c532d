import * as vscode from 'vscode';
import type { EditReview, ProposedFile } from '../../ports/editReview.ts';
import type { Workspace } from '../../ports/workspace.ts';
import { createOverlay, type Overlay } from '../../speculate/overlay.ts';
import { openInItsEncoding } from '../editor/fileEncoding.ts';
import { neverAborts, type OverlayFileSystem } from './overlayFileSystem.ts';

interface Shown {
  readonly file: ProposedFile;
  readonly uri: vscode.Uri;
  readonly subscription: vscode.Disposable;
}

/**
 * Shows a proposed edit in VS Code's diff editor: the file before the edit on the left, an editable overlay on the
 * right. Opening takes the focus, so call `open` only on the user's own command.
 */
export function createEditReview(
  fileSystem: OverlayFileSystem,
  options: { readonly onError: (error: unknown) => void },
): EditReview & vscode.Disposable {
  const shown = new Map<string, Shown>();
  const documentOf = ({ uri }: Shown): vscode.TextDocument | undefined =>
    vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri.toString());

  const collect = async (id: string): Promise<Uint8Array | undefined> => {
    const review = shown.get(id);
    if (!review) return undefined;
    const document = documentOf(review);
    if (document?.isDirty) return vscode.workspace.encode(document.getText(), { encoding: document.encoding });
    const overlay = fileSystem.overlayOf(id);
    return overlay && (await overlay.read(review.file.path, neverAborts())).bytes;
  };

  const show = async (
    id: string,
    file: ProposedFile,
    workspace: Workspace,
    onDidEdit: (bytes: Uint8Array) => void,
  ): Promise<Shown> => {
    const base = await baseOf(file, workspace);
    const [proposed, before] = [await overlayWith(base, file, file.after), await overlayWith(base, file, file.before)];
    const uri = fileSystem.toUri(id, file.path);
    const notify = (document: vscode.TextDocument): void => {
      if (document.uri.toString() !== uri.toString()) return;
      collect(id).then((bytes) => bytes && onDidEdit(bytes), options.onError);
    };
    const subscription = vscode.Disposable.from(
      fileSystem.register(id, proposed),
      fileSystem.register(beforeId(id), before),
      proposed,
      before,
      vscode.workspace.onDidChangeTextDocument(({ document }) => notify(document)),
    );
    const review = { file, uri, subscription };
    shown.set(id, review);
    return review;
  };

  return {
    async open(id, file, workspace, onDidEdit) {
      const { uri } = shown.get(id) ?? (await show(id, file, workspace, onDidEdit));
      const left = fileSystem.toUri(beforeId(id), file.path);
      await openInItsEncoding(left, file.before ?? new Uint8Array());
      await openInItsEncoding(uri, file.after);
      const title = vscode.l10n.t('{0} (proposed)', file.display);
      await vscode.commands.executeCommand('vscode.diff', left, uri, title, { preview: false });
    },

    collect,

    async close(id) {
      const review = shown.get(id);
      if (!review) return;
      shown.delete(id);
      fileSystem.ignoreSaves(id);
      // Saved first, because VS Code would ask before closing unsaved text. After `ignoreSaves`, this save does not
      // change the overlay.
      await documentOf(review)?.save();
      const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: all }) =>
        all.filter((tab) => showsUri(tab, review.uri)),
      );
      if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
      review.subscription.dispose();
    },

    dispose() {
      for (const { subscription } of shown.values()) subscription.dispose();
      shown.clear();
    },
  };
}

/** Returns `workspace`. For a file outside, returns a workspace that admits the file. The tool call gets one too. */
async function baseOf({ path }: ProposedFile, workspace: Workspace): Promise<Workspace> {
  const inside = (await workspace.resolve(path)).kind === 'inside';
  return inside ? workspace : (workspace.admit?.([path]) ?? workspace);
}

async function overlayWith(base: Workspace, file: ProposedFile, bytes: Uint8Array | undefined): Promise<Overlay> {
  const overlay = createOverlay(base);
  await overlay.write(file.path, bytes ?? new Uint8Array(), {}, neverAborts());
  return overlay;
}

function beforeId(id: string): string {
  return `${id}-before`;
}

function showsUri({ input }: vscode.Tab, uri: vscode.Uri): boolean {
  const uris = input instanceof vscode.TabInputTextDiff ? [input.modified] : [];
  if (input instanceof vscode.TabInputText) uris.push(input.uri);
  return uris.some((each) => each.toString() === uri.toString());
}
