import * as z from 'zod';
import { listDirectoryTexts } from '../../base/texts/toolTexts.ts';
import type { DirectoryEntry } from '../../ports/workspace.ts';
import { capLines } from '../../text/capLines.ts';
import { failed, succeeded, type Tool } from '../tool.ts';
import { resolveToolPath } from '../toolPath.ts';
import { resultTexts } from '../../base/texts/resultTexts.ts';

const MAX_ENTRIES = 1000;
/** Characters. */
const MAX_OUTPUT = 50 * 1024;

const schema = z.object({
  path: z.string().describe('Path of the folder: absolute, or relative to the workspace; "." is the workspace.'),
});
type Input = z.infer<typeof schema>;

export const listDirectoryTool: Tool<Input> = {
  name: 'list_directory',
  description: 'Lists the files and folders in a folder, without their contents. Names of folders end with a slash.',
  kind: 'read',
  record: { rendering: 'folder', texts: listDirectoryTexts, speculation: 'read', showsNamesOnly: true },
  schema,
  describe: (input) => input.path,
  paths: (input) => [input.path],
  async execute(input, { workspace }, signal) {
    const several = workspace.roots.length > 1;
    if (several && ['', '.', './'].includes(input.path)) {
      const roots = workspace.roots.map((root) => `${root.name}/ (${root.path})`);
      return succeeded(`The workspace has several folders:\n${roots.join('\n')}`, resultTexts.folders(roots.length));
    }
    const target = await resolveToolPath(workspace, input.path);
    if (target.kind === 'refused') return target.outcome;
    const { path, display } = target;
    const found = await workspace.stat(path, signal);
    if (!found) return failed(`${display} does not exist.`, resultTexts.notFound());
    if (found.type !== 'directory')
      return failed(`${display} is not a folder. Use read_file.`, resultTexts.notFolder());

    const entries = await workspace.list(path, signal);
    if (entries.length === 0) return succeeded(`[${display} is empty.]`, resultTexts.empty());
    const { text, count } = capLines(entries.slice(0, MAX_ENTRIES).map(toLine), MAX_OUTPUT);
    const rest = count < entries.length ? `\n[The first ${count} of ${entries.length} entries.]` : '';
    return succeeded(`${text}${rest}`, resultTexts.entries(entries.length));
  },
};

function toLine({ name, type }: DirectoryEntry): string {
  // A name with a line break must not look like two entries.
  const shown = /\p{Cc}/u.test(name) ? JSON.stringify(name) : name;
  return type === 'directory' ? `${shown}/` : shown;
}
