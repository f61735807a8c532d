import * as z from 'zod';
import { resultTexts } from '../../base/texts/resultTexts.ts';
import { moveFileTexts } from '../../base/texts/toolTexts.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { baseName, HOST_PATH_RULES, joinPath, parentPath, withSlashes } from '../../text/paths.ts';
import { findFileToRemove, refuse, toRemovedFile, type FileToRemove, type Found } from '../fileToRemove.ts';
import { succeeded, type Tool, type ToolContext } from '../tool.ts';
import { toDisplayPath, resolveToolPath } from '../toolPath.ts';

const schema = z.object({
  file_path: z.string().min(1).describe('Path of the file: absolute, or relative to the workspace.'),
  new_path: z.string().min(1).describe('The new path of the file, with its name. Missing folders are created.'),
});
type Input = z.infer<typeof schema>;

export const moveFileTool: Tool<Input> = {
  name: 'move_file',
  description:
    'Moves or renames one file. Never overwrites a file. Does not move folders or symbolic links. Imports and other ' +
    'references to the file are not updated: find them with grep and edit them.',
  kind: 'edit',
  record: { rendering: 'moved-file', texts: moveFileTexts, speculation: 'write', removesFiles: 'move' },
  schema,
  describe: (input) => `${input.file_path} to ${input.new_path}`,
  paths: (input) => [input.file_path, input.new_path],
  async preview(input, context, signal) {
    const move = await findMove(input, context, signal);
    if (move.kind === 'refused') return move.outcome;
    const { source, target } = move.found;
    const removedFile = toRemovedFile(source);
    const file = { ...target, display: toDisplayText(target.display), before: undefined, after: source.bytes };
    const display = `${removedFile.display} to ${file.display}`;
    return { display, diff: '', added: 0, removed: 0, file, removedFile };
  },
  async execute(input, context, signal) {
    const move = await findMove(input, context, signal);
    if (move.kind === 'refused') return move.outcome;
    const { source, target } = move.found;
    const { workspace, seen } = context;
    await workspace.rename(source.path, target.path, signal);
    const known = seen.get(source.path);
    for (const { path } of [source, target]) seen.delete(path);
    if (known) seen.set(target.path, known);
    const changes = [source, target].map(({ path, display }) => ({
      path,
      display: toDisplayText(display),
      added: 0,
      removed: 0,
    }));
    return succeeded(`Moved ${source.display} to ${target.display}.`, resultTexts.moved(), changes);
  },
};

interface Move {
  readonly source: FileToRemove;
  readonly target: { readonly path: string; readonly display: string };
}

async function findMove(
  { file_path, new_path }: Input,
  context: ToolContext,
  signal: AbortSignal,
): Promise<Found<Move>> {
  const start = await findFileToRemove(file_path, context, signal);
  if (start.kind === 'refused') return start;
  const source = start.found;
  const written = withSlashes(new_path, HOST_PATH_RULES);
  if (written.endsWith('/')) {
    return refuse('new_path ends with a slash. Nothing was moved. Add the name of the file.', resultTexts.isFolder());
  }
  const { workspace } = context;
  const target = await resolveToolPath(workspace, new_path);
  if (target.kind === 'refused') return target;
  if (target.path === source.path && !target.isLink) return toRespelling(source, baseName(written), context);
  const { path, display } = target;
  const stat = target.isLink ? undefined : await workspace.stat(path, signal);
  if (stat?.type === 'directory') {
    return refuse(
      `${display} is a folder. Nothing was moved. Add the name of the file to new_path.`,
      resultTexts.isFolder(),
    );
  }
  if (stat || target.isLink) return refuse(`${new_path} already exists. Nothing was moved.`, resultTexts.exists());
  return { kind: 'ready', found: { source, target: { path, display } } };
}

/**
 * Plans a move to a path that leads to the file itself. On a disk that ignores case or normalizes Unicode, such a move
 * can still change the spelling of the name.
 */
function toRespelling(source: FileToRemove, name: string, { workspace }: ToolContext): Found<Move> {
  if (name === baseName(source.path) || name === '.' || name === '..') {
    return refuse(`${source.display} already has this path. Nothing was moved.`, resultTexts.noChange());
  }
  const path = joinPath(parentPath(source.path), name);
  return { kind: 'ready', found: { source, target: { path, display: toDisplayPath(path, workspace) } } };
}
