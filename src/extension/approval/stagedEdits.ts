import { WorkspaceError, type Workspace } from '../ports/workspace.ts';
import { toSeenFile } from '../tools/seenFiles.ts';
import type { SeenFiles, ToolContext, ToolPreview } from '../tools/tool.ts';

/** The contents of files after pending edits, by path. Null if the file will not exist. */
export type StagedFiles = Map<string, Uint8Array | null>;

export function isStagedOn({ file, removedFile }: ToolPreview, staged: StagedFiles): boolean {
  return [file, removedFile].some((each) => each !== undefined && staged.has(each.path));
}

/** `amended`: the user's version of the written file. */
export function stage({ file, removedFile }: ToolPreview, staged: StagedFiles, amended?: Uint8Array): void {
  if (removedFile) staged.set(removedFile.path, null);
  if (file) staged.set(file.path, amended ?? file.after);
}

/**
 * Returns a context in which the files are as they would be after `edits`. Only for previews: each edit is shown on top
 * of the edits before it. A preview does not change `seen`, because the model gets a result or an error only when the
 * call runs.
 */
export function stageEdits(context: ToolContext, edits: Readonly<StagedFiles>): ToolContext {
  return { ...context, workspace: stageFiles(context.workspace, edits), seen: stageSeen(context.seen, edits) };
}

function stageFiles(workspace: Workspace, edits: Readonly<StagedFiles>): Workspace {
  const refuse = (): Promise<never> => Promise.reject(new Error('A preview writes nothing.'));
  return {
    get roots() {
      return workspace.roots;
    },
    resolve: (path) => workspace.resolve(path),
    async read(path, signal) {
      const bytes = edits.get(path);
      if (bytes === null) throw new WorkspaceError('not-found', path, `${path} would no longer exist.`);
      return bytes ? { bytes, unsaved: false } : workspace.read(path, signal);
    },
    async stat(path, signal) {
      const bytes = edits.get(path);
      if (bytes === null) return undefined;
      const there = await workspace.stat(path, signal);
      return bytes ? { modified: 0, ...there, type: 'file', size: bytes.length } : there;
    },
    write: refuse,
    delete: refuse,
    rename: refuse,
    list: (path, signal) => workspace.list(path, signal),
    glob: (query, signal) => workspace.glob(query, signal),
    grep: (query, signal) => workspace.grep(query, signal),
  };
}

/** Staged files count as seen by the model, like files that an edit has written. */
function stageSeen(seen: SeenFiles, edits: Readonly<StagedFiles>): SeenFiles {
  return {
    get(path) {
      const bytes = edits.get(path);
      if (bytes === null) return undefined;
      return bytes ? toSeenFile(bytes) : seen.get(path);
    },
    set() {},
    delete() {},
    paths: () => seen.paths(),
  };
}
