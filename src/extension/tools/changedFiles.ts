import type { Workspace } from '../ports/workspace.ts';
import { contentHash } from '../text/contentHash.ts';
import type { SeenFiles } from './tool.ts';

/** The last files that the model saw are watched. */
const MAX_WATCHED = 200;

/** Finds the files that the model has seen and that change after `watch`, for example through a shell command. */
export class ChangedFiles {
  private readonly workspace: Workspace;
  private readonly seen: SeenFiles;
  private readonly before: ReadonlyMap<string, string>;

  private constructor(workspace: Workspace, seen: SeenFiles, before: ReadonlyMap<string, string>) {
    this.workspace = workspace;
    this.seen = seen;
    this.before = before;
  }

  /** Must be called before the change. */
  static async watch(workspace: Workspace, seen: SeenFiles, signal: AbortSignal): Promise<ChangedFiles> {
    return new ChangedFiles(workspace, seen, await readStamps(workspace, seen.paths().slice(-MAX_WATCHED), signal));
  }

  /** Returns the names, for the model, of files that have changed since `watch` and differ from what the model saw. */
  async find(signal: AbortSignal): Promise<string[]> {
    const paths = [...this.before.keys()];
    const after = await readStamps(this.workspace, paths, signal);
    const touched = paths.filter((path) => after.get(path) !== this.before.get(path));
    const found = await Promise.all(
      touched.map(async (path) =>
        (await this.isAsSeen(path, signal)) ? [] : [(await this.workspace.resolve(path)).display],
      ),
    );
    return found.flat().sort();
  }

  private async isAsSeen(path: string, signal: AbortSignal): Promise<boolean> {
    try {
      return contentHash((await this.workspace.read(path, signal)).bytes) === this.seen.get(path)?.hash;
    } catch {
      return false; // The file was deleted, or is not readable.
    }
  }
}

async function readStamps(
  workspace: Workspace,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const entries = await Promise.all(
    paths.map(async (path): Promise<[string, string]> => {
      const found = await workspace.stat(path, signal).catch(() => undefined);
      return [path, found ? `${found.modified} ${found.size}` : ''];
    }),
  );
  return new Map(entries);
}
