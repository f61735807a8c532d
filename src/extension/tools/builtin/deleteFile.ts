import * as z from 'zod';
import { resultTexts } from '../../base/texts/resultTexts.ts';
import { deleteFileTexts } from '../../base/texts/toolTexts.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import {
  findFileToRemove,
  refuse,
  removedLines,
  toRemovedFile,
  type FileToRemove,
  type Found,
} from '../fileToRemove.ts';
import { succeeded, type Tool, type ToolContext } from '../tool.ts';

const schema = z.object({
  file_path: z.string().min(1).describe('Path of the file: absolute, or relative to the workspace.'),
});
type Input = z.infer<typeof schema>;

export const deleteFileTool: Tool<Input> = {
  name: 'delete_file',
  description: 'Deletes one file. Does not delete folders or symbolic links.',
  kind: 'edit',
  record: { rendering: 'deleted-file', texts: deleteFileTexts, speculation: 'write', removesFiles: 'delete' },
  schema,
  describe: (input) => input.file_path,
  paths: (input) => [input.file_path],
  async preview(input, context, signal) {
    const start = await findDeletable(input, context, signal);
    if (start.kind === 'refused') return start.outcome;
    const removedFile = toRemovedFile(start.found);
    return { display: removedFile.display, added: 0, ...removedLines(start.found), removedFile };
  },
  async execute(input, context, signal) {
    const start = await findDeletable(input, context, signal);
    if (start.kind === 'refused') return start.outcome;
    const { path, display } = start.found;
    const { removed, diff } = removedLines(start.found);
    await context.workspace.delete(path, {}, signal);
    context.seen.delete(path);
    const changes = [{ path, display: toDisplayText(display), added: 0, removed }];
    const summary = removed === 0 ? resultTexts.deleted() : `+0 −${removed}`;
    return { ...succeeded(`Deleted ${display} (−${removed} lines).`, summary, changes), diff };
  },
};

/** Like `findFileToRemove`, but also refuses a file with unsaved changes, which would be lost. */
async function findDeletable(
  { file_path }: Input,
  context: ToolContext,
  signal: AbortSignal,
): Promise<Found<FileToRemove>> {
  const start = await findFileToRemove(file_path, context, signal);
  if (start.kind === 'refused' || !start.found.unsaved) return start;
  return refuse(
    `${start.found.display} has unsaved changes in an editor, so it was not deleted. Ask the user to save or to revert them first.`,
    resultTexts.hasUnsavedChanges(),
  );
}
