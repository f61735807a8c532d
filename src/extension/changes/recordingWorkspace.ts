import type { Workspace } from '../ports/workspace.ts';
import { readUnlessTooLarge, type Recorder } from './recorder.ts';

/**
 * Records writes, deletes and renames before they happen. The rename of a file that is too large to read cannot be
 * undone (`Bypass`).
 */
export function createRecordingWorkspace(workspace: Workspace, recorder: Recorder): Workspace {
  return {
    get roots() {
      return workspace.roots;
    },
    resolve: (path) => workspace.resolve(path),
    ...(workspace.admit && {
      admit: (paths) => createRecordingWorkspace(workspace.admit?.(paths) ?? workspace, recorder),
    }),
    ...(workspace.deleteEmptyFolder && {
      deleteEmptyFolder: async (path, signal) => (await workspace.deleteEmptyFolder?.(path, signal)) ?? false,
    }),
    read: (path, signal) => workspace.read(path, signal),
    stat: (path, signal) => workspace.stat(path, signal),
    list: (path, signal) => workspace.list(path, signal),
    glob: (query, signal) => workspace.glob(query, signal),
    grep: (query, signal) => workspace.grep(query, signal),

    write: (path, bytes, options, signal) =>
      recorder.change(
        workspace,
        [{ path, next: { bytes, mode: options.mode } }],
        async () => {
          const result = await workspace.write(path, bytes, options, signal);
          return { result, actual: new Map([[path, result.bytes]]) };
        },
        signal,
      ),

    delete: (path, options, signal) =>
      recorder.change(
        workspace,
        [{ path, next: null }],
        async () => ({ result: await workspace.delete(path, options, signal) }),
        signal,
      ),

    async rename(from, to, signal) {
      const moved = await readUnlessTooLarge(workspace, from, signal);
      if (moved === 'too-large') await recorder.bypass({ call: `${from} → ${to}`, files: [] });
      if (moved === 'too-large' || moved === null) return workspace.rename(from, to, signal);
      const { bytes, mode } = moved;
      return recorder.change(
        workspace,
        [
          { path: from, next: null },
          { path: to, next: { bytes, mode, movedFrom: from } },
        ],
        async () => ({ result: await workspace.rename(from, to, signal) }),
        signal,
      );
    },
  };
}
