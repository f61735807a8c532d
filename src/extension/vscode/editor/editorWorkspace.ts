import * as vscode from 'vscode';
import {
  type FileContent,
  isWorkspaceError,
  type Workspace,
  WorkspaceError,
  type WriteOptions,
  type WriteResult,
} from '../../ports/workspace.ts';
import { contentHash } from '../../text/contentHash.ts';
import { HOST_PATH_RULES, normalizeAbsolute, samePath } from '../../text/paths.ts';
import { decodeText, encodeText, hasMixedLineEnds, type TextEncoding, withLineEnding } from '../../text/textFile.ts';
import { checkEncodable, decode, fromDisk, hasConfiguredEncoding, toDisk } from './fileEncoding.ts';
import { minimalReplacement } from '../../text/textReplacement.ts';
import { grepWithUnsaved, type UnsavedFile } from '../../tools/unsavedSearch.ts';

/**
 * A workspace in which an editor's unsaved text counts as the file's content. Most writes to an open file go through VS
 * Code, so that undo works. A clean file is saved after the write, and VS Code may format it; a dirty file stays
 * unsaved.
 */
export function createEditorWorkspace(disk: Workspace): Workspace {
  const read = async (path: string, signal: AbortSignal): Promise<FileContent> => {
    const document = await findDocument(disk, path, replacesDisk);
    if (document) return contentOf(document);
    const content = await disk.read(path, signal);
    return { ...content, bytes: await fromDisk(path, content.bytes) };
  };
  const checkExpected = async (path: string, expected: string, signal: AbortSignal): Promise<void> => {
    const { bytes } = await read(path, signal).catch(failChanged(path));
    if (contentHash(bytes) !== expected) throw changedError(path);
  };
  /**
   * Fails unless `expected` is the hash of what `read` returns. Returns the hash of the bytes on disk, which may have
   * another encoding.
   */
  const hashOnDisk = async (path: string, expected: string, signal: AbortSignal): Promise<string> => {
    const { bytes } = await disk.read(path, signal).catch(failChanged(path));
    await checkExpected(path, expected, signal);
    return contentHash(bytes);
  };
  const writeToDisk = async (
    path: string,
    bytes: Uint8Array,
    options: WriteOptions,
    document: vscode.TextDocument | undefined,
    signal: AbortSignal,
  ): Promise<WriteResult> => {
    const { expected } = options;
    const comparesContent = expected !== undefined && expected !== 'absent';
    const isConverted = hasConfiguredEncoding(path);
    const readsDisk = !isConverted && !(document && replacesDisk(document));
    if (readsDisk || (!isConverted && !comparesContent)) return disk.write(path, bytes, options, signal);
    const before = (await disk.stat(path, signal))?.type === 'file' ? await disk.read(path, signal) : undefined;
    if (comparesContent) await checkExpected(path, expected, signal);
    // `expected` is the hash of what `read` returns, but the disk may have another encoding.
    const onDisk = comparesContent && before ? { ...options, expected: contentHash(before.bytes) } : options;
    if (!isConverted) return disk.write(path, bytes, onDisk, signal);
    await disk.write(path, await toDisk(path, bytes, before?.bytes), onDisk, signal);
    return read(path, new AbortController().signal);
  };

  return {
    get roots() {
      return disk.roots;
    },
    resolve: (path) => disk.resolve(path),
    ...(disk.admit && { admit: (paths) => createEditorWorkspace(disk.admit?.(paths) ?? disk) }),
    ...(disk.deleteEmptyFolder && {
      deleteEmptyFolder: async (path, signal) => (await disk.deleteEmptyFolder?.(path, signal)) ?? false,
    }),
    ...(disk.flush && { flush: async (paths, signal) => disk.flush?.(paths, signal) }),
    list: (path, signal) => disk.list(path, signal),
    glob: (query, signal) => disk.glob(query, signal),
    read,

    async write(path, bytes, options, signal) {
      const document = await findDocument(disk, path);
      const decoded = decodeText(bytes);
      const goesThroughEditor =
        document &&
        decoded.kind === 'text' &&
        // `exact` bytes of a clean document go to disk, because saving would run formatters.
        (document.isDirty ||
          (options.exact !== true &&
            !isOnlyInPreview(document) &&
            (await canBeSaved(disk, path, document, decoded.text, signal))));
      signal.throwIfAborted();
      if (!document) await refuseUnsaved(disk, path);
      if (!goesThroughEditor) return writeToDisk(path, bytes, options, document, signal);
      const version = options.expected === undefined ? undefined : document.version;
      if (options.expected !== undefined) await checkExpected(path, options.expected, signal);
      if (encodingOf(document) === undefined) await checkEncodable(path, decoded.text, document.encoding);
      await writeToDocument(path, document, decoded.text, version);
      // The write has happened, so its result is read even if the caller aborts.
      const { bytes: written, unsaved } = await read(path, new AbortController().signal);
      return { bytes: written, unsaved };
    },

    async delete(path, { expected, check }, signal) {
      const document = await findDocument(disk, path);
      const refuseTyped = (): void => {
        if (!document?.isDirty) return;
        const isChanged = expected !== undefined && contentHash(contentOf(document).bytes) !== expected;
        throw isChanged ? changedError(path) : unsavedError(path);
      };
      refuseTyped();
      await refuseUnsaved(disk, path);
      const onDisk = expected === undefined ? {} : { expected: await hashOnDisk(path, expected, signal) };
      // Checked again, because the user may have typed meanwhile.
      await disk.delete(path, { ...onDisk, check: () => (refuseTyped(), check?.()) }, signal);
      await closeEditors(path);
    },

    async rename(from, to, signal) {
      const document = await findDocument(disk, from);
      if (!document) await refuseUnsaved(disk, from);
      // If the file is open through a symbolic link, VS Code would move the link instead of the file.
      if (!document || !isAt(document.uri, from)) {
        if (document?.isDirty) throw unsavedError(from);
        return disk.rename(from, to, signal);
      }
      const isRespelled = samePath(from, to, HOST_PATH_RULES);
      if (!isRespelled && (await disk.stat(to, signal))) {
        throw new WorkspaceError('exists', to, `${to} already exists.`);
      }
      const edit = new vscode.WorkspaceEdit();
      // VS Code moves the editor too, with its unsaved text.
      edit.renameFile(document.uri, vscode.Uri.file(to), { overwrite: false });
      if (!(await vscode.workspace.applyEdit(edit))) {
        throw new WorkspaceError('io', from, `VS Code could not move ${from} to ${to}.`);
      }
    },

    async stat(path, signal) {
      const found = await disk.stat(path, signal);
      if (found) return found;
      // A file that was deleted on disk may still have unsaved text in an editor.
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

/** Returns the open document of a path, even if the user opened it through a link. */
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
  const direct = candidates.find(({ uri }) => isAt(uri, path));
  if (direct) return direct;
  const resolutions = await Promise.all(candidates.map(({ uri }) => disk.resolve(uri.fsPath)));
  return candidates.find((_, index) => {
    const resolution = resolutions[index];
    return resolution?.kind === 'inside' && resolution.path === path;
  });
}

/** Whether `read` returns the document's text instead of the bytes on disk. */
function replacesDisk(document: vscode.TextDocument): boolean {
  return document.isDirty || encodingOf(document) === undefined;
}

function isAt(uri: vscode.Uri, path: string): boolean {
  const opened = normalizeAbsolute(uri.fsPath, HOST_PATH_RULES);
  return opened !== undefined && samePath(opened, path, HOST_PATH_RULES);
}

function unsavedError(path: string): WorkspaceError {
  return new WorkspaceError('unsaved', path, `${path} has unsaved changes in an editor.`);
}

function changedError(path: string): WorkspaceError {
  return new WorkspaceError('changed', path, `${path} has changed.`);
}

/** Reports a missing file as changed, because the caller expects certain content. */
function failChanged(path: string): (error: unknown) => never {
  return (error) => {
    throw isWorkspaceError(error) && error.kind === 'not-found' ? changedError(path) : error;
  };
}

/**
 * Whether only the left side of a multi-file diff shows the document. Such a file counts as closed, because the user
 * has not opened it.
 */
function isOnlyInPreview({ uri }: vscode.TextDocument): boolean {
  const inputs = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.map(({ input }) => input));
  const isShown = (each: unknown): boolean => each instanceof vscode.Uri && each.toString() === uri.toString();
  const isIn = (input: unknown, key: string): boolean => isShown((input as Record<string, unknown> | undefined)?.[key]);
  const diffs = inputs.flatMap(diffsOf);
  const isOpened =
    inputs.some((input) => ['uri', 'original', 'modified'].some((key) => isIn(input, key))) ||
    diffs.some((diff) => isIn(diff, 'modified'));
  return !isOpened && diffs.some((diff) => isIn(diff, 'original'));
}

/**
 * Returns the diffs of a multi-file diff, given the input of its tab; empty for other tabs. The API has no type for
 * this input.
 */
function diffsOf(input: unknown): readonly unknown[] {
  const { textDiffs } = (input ?? {}) as { textDiffs?: unknown };
  return Array.isArray(textDiffs) ? textDiffs : [];
}

/** Closes the clean text editors of a deleted file. VS Code does so only if VS Code itself deletes the file. */
async function closeEditors(path: string): Promise<void> {
  const tabs = vscode.window.tabGroups.all.flatMap((group) =>
    group.tabs.filter(
      ({ input, isDirty }) => !isDirty && input instanceof vscode.TabInputText && isAt(input.uri, path),
    ),
  );
  if (tabs.length > 0) await vscode.window.tabGroups.close(tabs, true);
}

/**
 * Throws if the file has unsaved changes in a notebook or a custom editor. These changes are not readable, so a write
 * would lose one version.
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
  const what = 'has unsaved changes in an editor that tools cannot read, so the file was left as it is';
  throw new WorkspaceError('unsaved', path, `${path} ${what}. Ask the user to save or revert the changes first.`);
}

function openFiles(): vscode.TextDocument[] {
  return vscode.workspace.textDocuments.filter((document) => document.uri.scheme === 'file' && !document.isClosed);
}

/** Returns the text in the document's encoding; as UTF-8 if tools cannot decode that encoding. */
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
 * Whether VS Code can save the document. False if saving would unify mixed line ends, or if VS Code would ask the user
 * because the document is older than the file.
 */
async function canBeSaved(
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

/**
 * Writes the text into the document, and saves a document that was clean. Throws `changed`, and writes nothing, if the
 * document no longer has the given `version`.
 */
async function writeToDocument(
  path: string,
  document: vscode.TextDocument,
  text: string,
  version: number | undefined,
): Promise<void> {
  const wasClean = !document.isDirty;
  const before = document.getText();
  if (version !== undefined && document.version !== version) throw changedError(path);
  // VS Code refuses the edit if the user types before it arrives.
  if (!(await replaceText(document, text))) {
    if (version !== undefined) throw changedError(path);
    throw new WorkspaceError('io', path, `${path} changed in its editor during the edit, so nothing was written.`);
  }
  if (wasClean && document.isDirty && !(await document.save())) {
    const restored = await replaceText(document, before);
    const what = restored ? 'Nothing was written.' : 'The change is only in its editor.';
    throw new WorkspaceError('io', path, `VS Code could not save ${path}. ${what}`);
  }
}

/** Replaces only the changed part, so that cursors elsewhere stay. False if VS Code refused the edit. */
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
