import type { Workspace } from '../ports/workspace.ts';
import { toSeenFile } from '../tools/seenFiles.ts';
import type { SeenFiles, ToolContext } from '../tools/tool.ts';

/**
 * Returns a context in which the files look as they would after `edits`, which maps paths to contents that are not
 * written yet. Only previews use it: each edit is shown on top of the edits before it, but is written to the real
 * workspace. A preview does not change `seen`, because the model gets a result or an error only when the call runs.
 */
export function stageEdits(context: ToolContext, edits: ReadonlyMap<string, Uint8Array>): ToolContext {
  return { ...context, workspace: stageFiles(context.workspace, edits), seen: stageSeen(context.seen, edits) };
}

function stageFiles(workspace: Workspace, edits: ReadonlyMap<string, Uint8Array>): Workspace {
  const refuse = (): Promise<never> => Promise.reject(new Error('A preview writes nothing.'));
  return {
    get roots() {
      return workspace.roots;
    },
    resolve: (path) => workspace.resolve(path),
    async read(path, signal) {
      const bytes = edits.get(path);
      return bytes ? { bytes, unsaved: false } : workspace.read(path, signal);
    },
    async stat(path, signal) {
      const there = await workspace.stat(path, signal);
      const bytes = edits.get(path);
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

/** The model wrote the edits, so it knows the resulting contents. */
function stageSeen(seen: SeenFiles, edits: ReadonlyMap<string, Uint8Array>): SeenFiles {
  return {
    get(path) {
      const bytes = edits.get(path);
      return bytes ? toSeenFile(bytes) : seen.get(path);
    },
    set() {},
    delete() {},
    paths: () => seen.paths(),
  };
}
