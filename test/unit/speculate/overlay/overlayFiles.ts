import { WorkspaceError, type Workspace } from '../../../../src/extension/ports/workspace.ts';

export const { signal } = new AbortController();

export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const read = async (workspace: Workspace, path: string): Promise<string> =>
  new TextDecoder().decode((await workspace.read(path, signal)).bytes);

/** Returns `done`, or the kind of the operation's error. */
export const kindOf = async (action: Promise<unknown>): Promise<string> => {
  try {
    await action;
    return 'done';
  } catch (error) {
    return error instanceof WorkspaceError ? error.kind : String(error);
  }
};
