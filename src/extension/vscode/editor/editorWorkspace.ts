import * as vscode from 'vscode';
import {
  WorkspaceError,
  type FileContent,
  type Workspace,
  type WriteOptions,
  type WriteResult,
} from '../../ports/workspace.ts';
import { HOST_PATH_RULES, normalizeAbsolute, samePath } from '../../text/paths.ts';
import { decodeText, encodeText, hasMixedLineEnds, type TextEncoding, withLineEnding } from '../../text/textFile.ts';
import { checkHolds, decode, fromDisk, isConverted, toDisk } from './fileEncoding.ts';
import { minimalReplacement } from '../../text/textReplacement.ts';
import { grepWithUnsaved, type UnsavedFile } from '../../tools/unsavedSearch.ts';

/**
 * The disk as the user sees it: an editor's unsaved text is the file, and what is written to a file that is open goes
 * through VS Code, so that undo works. A file that was clean is saved afterwards, which may format it; one that was not
 * stays unsaved.
 */
export function createEditorWorkspace(disk: Workspace): Workspace {
  const read = async (path: string, signal: AbortSignal): Promise<FileContent> => {
    const document = await findDocument(disk, path, (each) => each.isDirty || encodingOf(each) === undefined);
    if (document) return contentOf(document);
    const content = await disk.read(path, signal);
    return { ...content, bytes: await fromDisk(path, content.bytes) };
  };
  const writeToDisk = async (
    path: string,
    bytes: Uint8Array,
    options: WriteOptions,
    signal: AbortSignal,
  ): Promise<WriteResult> => {
    if (!isConverted(path)) return disk.write(path, bytes, options, signal);
    const before = (await disk.stat(path, signal))?.type === 'file' ? await disk.read(path, signal) : undefined;
    await disk.write(path, await toDisk(path, bytes, before?.bytes), options, signal);
    return read(path, new AbortController().signal);
  };

  return {
    get roots() {
      return disk.roots;
    },
    resolve: (path) => disk.resolve(path),
    ...(disk.admit && { admit: (paths) => createEditorWorkspace(disk.admit?.(paths) ?? disk) }),
    list: (path, signal) => disk.list(path, signal),
    glob: (query, signal) => disk.glob(query, signal),
    read,

    async write(path, bytes, options, signal) {
      const document = await findDocument(disk, path);
      const decoded = decodeText(bytes);
      const goesThroughEditor =
        document &&
        decoded.kind === 'text' &&
        // Saving runs formatters, so exact bytes go to disk; VS Code brings them into a clean editor by itself.
        (document.isDirty ||
          (options.exact !== true && (await isSavedAsIs(disk, path, document, decoded.text, signal))));
      signal.throwIfAborted();
      if (!document) await refuseUnsaved(disk, path);
      if (!goesThroughEditor) return writeToDisk(path, bytes, options, signal);
      if (encodingOf(document) === undefined) await checkHolds(path, decoded.text, document.encoding);
      await writeToDocument(path, document, decoded.text);
      // It is written by now, so what is there is told even where the caller aborts.
      const { bytes: written, unsaved } = await read(path, new AbortController().signal);
      return { bytes: written, unsaved };
    },

    async delete(path, signal) {
      const document = await findDocument(disk, path, (each) => each.isDirty);
      if (document) throw new WorkspaceError('io', path, `${path} has unsaved changes in an editor.`);
      await refuseUnsaved(disk, path);
      await disk.delete(path, signal);
    },

    async rename(from, to, signal) {
      const document = await findDocument(disk, from);
      if (!document) await refuseUnsaved(disk, from);
      if (!document) return disk.rename(from, to, signal);
      if (await disk.stat(to, signal)) throw new WorkspaceError('exists', to, `${to} exists already.`);
      const edit = new vscode.WorkspaceEdit();
      // VS Code moves the editor along, with what is unsaved in it.
      edit.renameFile(document.uri, vscode.Uri.file(to), { overwrite: false });
      if (!(await vscode.workspace.applyEdit(edit))) {
        throw new WorkspaceError('io', from, `VS Code could not move ${from} to ${to}.`);
      }
    },

    async stat(path, signal) {
      const found = await disk.stat(path, signal);
      if (found) return found;
      // Deleted on disk, but its text still stands in an editor.
      const document = await findDocument(disk, path, (each) => each.isDirty);
      return document && { type: 'file', size: contentOf(document).bytes.length, modified: 0 };
    },

    async grep(query, signal) {
      return grepWithUnsaved(disk, await unsavedFiles(disk), query, signal);
    },
  };
}

async function unsavedFiles(disk: Workspace): Promise<UnsavedFile[]> {
  const files: UnsavedFile[] = [];
  for (const document of openFiles().filter((each) => each.isDirty)) {
    const resolution = await disk.resolve(document.uri.fsPath);
    if (resolution.kind === 'inside') files.push({ path: resolution.path, text: document.getText() });
  }
  return files;
}

/** The open document of a resolved path, whatever links the user opened it through. */
async function findDocument(
  disk: Workspace,
  path: string,
  matters: (document: vscode.TextDocument) => boolean = () => true,
): Promise<vscode.TextDocument | undefined> {
  return findByPath(disk, path, openFiles().filter(matters));
}

async function findByPath<T extends { readonly uri: vscode.Uri }>(
  disk: Workspace,
  path: string,
  candidates: readonly T[],
): Promise<T | undefined> {
  const direct = candidates.find(({ uri }) => {
    const opened = normalizeAbsolute(uri.fsPath, HOST_PATH_RULES);
    return opened !== undefined && samePath(opened, path, HOST_PATH_RULES);
  });
  if (direct) return direct;
  for (const candidate of candidates) {
    const resolution = await disk.resolve(candidate.uri.fsPath);
    if (resolution.kind === 'inside' && resolution.path === path) return candidate;
  }
  return undefined;
}

/**
 * A notebook, or an editor of an extension's own (for pictures, for instance), shows nobody its unsaved state. Whatever
 * were written beneath it, one of the two would be lost.
 */
async function refuseUnsaved(disk: Workspace, path: string): Promise<void> {
  const notebooks = vscode.workspace.notebookDocuments.filter(({ isDirty }) => isDirty);
  const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: all }) =>
    all.flatMap(({ input, isDirty }) =>
      isDirty && (input instanceof vscode.TabInputCustom || input instanceof vscode.TabInputNotebook) ? [input] : [],
    ),
  );
  const candidates = [...notebooks, ...tabs].filter(({ uri }) => uri.scheme === 'file');
  if (!(await findByPath(disk, path, candidates))) return;
  const what = 'has unsaved changes in an editor that tools cannot see into, so it was left as it is';
  throw new WorkspaceError('io', path, `${path} ${what}. Ask the user to save or to revert them first.`);
}

function openFiles(): vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter((document) => document.uri.scheme === 'file' && !document.isClosed);
}

/** In an encoding that tools can decode: text in any other of VS Code's encodings is handed out as UTF-8. */
function contentOf(document: vscode.TextDocument): FileContent {
  return { bytes: encodeText(document.getText(), encodingOf(document) ?? 'utf8'), unsaved: document.isDirty };
}

const ENCODINGS: Readonly<Record<string, TextEncoding>> = {
  utf8: 'utf8',
  utf8bom: 'utf8-bom',
  utf16le: 'utf16le',
  utf16be: 'utf16be',
};

function encodingOf(document: vscode.TextDocument): TextEncoding | undefined {
  return ENCODINGS[document.encoding];
}

/**
 * False where saving a clean document would not give the file this text: where line ends are mixed, because VS Code
 * makes them all one; and where it lags behind the disk, because another program wrote and VS Code has not noticed yet,
 * and saving it would ask the user. Written to disk, the file reaches the document by itself.
 */
async function isSavedAsIs(
  disk: Workspace,
  path: string,
  document: vscode.TextDocument,
  text: string,
  signal: AbortSignal,
): Promise<boolean> {
  if (hasMixedLineEnds(text)) return false;
  if (!(await disk.stat(path, signal))) return false;
  const { bytes } = await disk.read(path, signal);
  const decoded = decodeText(bytes);
  const known = decoded.kind === 'text' ? decoded.text : undefined;
  const current = encodingOf(document) === undefined ? await decode(bytes, document.encoding) : known;
  return current !== undefined && !hasMixedLineEnds(current) && sameLines(current, document.getText());
}

async function writeToDocument(path: string, document: vscode.TextDocument, text: string): Promise<void> {
  const wasClean = !document.isDirty;
  const before = document.getText();
  if (!(await replaceText(document, text))) {
    throw new WorkspaceError('io', path, `${path} changed in its editor at this moment; nothing was written.`);
  }
  if (wasClean && document.isDirty && !(await document.save())) {
    const restored = await replaceText(document, before);
    const what = restored ? 'nothing was written' : 'its editor holds the change';
    throw new WorkspaceError('io', path, `VS Code could not save ${path}; ${what}.`);
  }
}

/** Leaves what is equal alone, cursors there included. False where VS Code refused the edit. */
async function replaceText(document: vscode.TextDocument, text: string): Promise<boolean> {
  const ending = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const replacement = minimalReplacement(document.getText(), withLineEnding(text, ending));
  if (!replacement) return true;
  const range = new vscode.Range(document.positionAt(replacement.start), document.positionAt(replacement.end));
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, range, replacement.text);
  return vscode.workspace.applyEdit(edit);
}

function sameLines(a: string, b: string): boolean {
  return withLineEnding(a, '\n') === withLineEnding(b, '\n');
}
