import * as z from 'zod';
import { globTexts } from '../../base/texts/toolTexts.ts';
import type { Workspace } from '../../ports/workspace.ts';
import { capLines } from '../../text/capLines.ts';
import { HOST_PATH_RULES, isAbsolute, withSlashes, type PathRules } from '../../text/paths.ts';
import { isNotBlank } from '../../text/search/searchLimits.ts';
import { failed, succeeded, type Tool } from '../tool.ts';
import { toDisplayPath, resolveToolPath } from '../toolPath.ts';
import { resultTexts } from '../../base/texts/resultTexts.ts';

const MAX_PATHS = 1000;
/** Characters. */
const MAX_OUTPUT = 50 * 1024;

const schema = z.object({
  pattern: z
    .string()
    .min(1)
    .refine(isNotBlank, 'must not be blank')
    .describe(
      'A glob: "*.test.ts" matches names at any depth; "src/**/*.{ts,tsx}" matches paths relative to the searched folder.',
    ),
  path: z.string().optional().describe('The folder to search. Default: the whole workspace.'),
});
type Input = z.infer<typeof schema>;

export const globTool: Tool<Input> = {
  name: 'glob',
  description: 'Finds files by name and returns their sorted paths. Skips ignored files.',
  kind: 'read',
  record: { rendering: 'text', texts: globTexts, speculation: 'read', showsNamesOnly: true },
  schema,
  describe: (input) => (input.path === undefined ? input.pattern : `${input.pattern} in ${input.path}`),
  paths: (input) => {
    const { folder } = splitFolder(input);
    return folder === undefined ? [] : [folder];
  },
  async execute(input, { workspace }, signal) {
    const { folder, pattern } = inRoot(splitFolder(input), workspace);
    const target = folder === undefined ? undefined : await resolveToolPath(workspace, folder);
    if (target?.kind === 'refused') return target.outcome;
    const found = target && (await workspace.stat(target.path, signal));
    if (target && found?.type !== 'directory') {
      return found
        ? failed(`${target.display} is not a folder. Search its parent folder.`, resultTexts.notFolder())
        : failed(`${target.display} does not exist.`, resultTexts.notFound());
    }
    const query = { pattern, ...(target && { path: target.path }), limit: MAX_PATHS };
    const { paths, truncated } = await workspace.glob(query, signal);
    if (paths.length === 0)
      return succeeded('No files match. Ignored files are not searched.', resultTexts.files(0, false));
    const displays = paths.map((path) => toDisplayPath(path, workspace));
    const { text, count } = capLines(displays.map(toLine), MAX_OUTPUT);
    const isCut = truncated || count < displays.length;
    const note = isCut ? '\n[There are more files. Search in a folder, or use a narrower pattern.]' : '';
    return succeeded(`${text}${note}`, resultTexts.files(paths.length, truncated));
  },
};

interface Search {
  readonly folder: string | undefined;
  readonly pattern: string;
}

/**
 * Splits an absolute pattern into two parts: a folder without wildcards, and the rest. Returns any other search
 * unchanged. On Windows, each backslash in an absolute pattern separates segments, so it cannot be an escape.
 */
export function splitFolder({ pattern, path }: Input, rules: PathRules = HOST_PATH_RULES): Search {
  if (path !== undefined || !isAbsolute(pattern, rules)) return { folder: path, pattern };
  const segments = withSlashes(pattern, rules).split('/');
  const first = segments.findIndex((segment) => /[*?[{]/.test(segment));
  const end = first < 0 ? segments.length - 1 : first;
  const folder = segments.slice(0, end).join('/');
  // Without a slash, `C:` would be the current folder of the drive.
  const isRoot = /^(?:[a-z]:)?$/i.test(folder);
  return { folder: isRoot ? `${folder}/` : folder, pattern: `/${segments.slice(end).join('/')}` };
}

/**
 * If a pattern begins with the name of one of several roots, searches that root for the rest of the pattern. With
 * several roots, displayed paths begin with a root's name, and a model may build patterns from them.
 */
function inRoot({ folder, pattern }: Search, { roots }: Workspace): Search {
  if (folder !== undefined || roots.length < 2) return { folder, pattern };
  const [first = '', ...rest] = pattern.split('/');
  const root = rest.length > 0 ? roots.find(({ name }) => name === first) : undefined;
  return root ? { folder: root.path, pattern: `/${rest.join('/')}` } : { folder, pattern };
}

function toLine(path: string): string {
  // A name with a line break must not look like two files.
  return /\p{Cc}/u.test(path) ? JSON.stringify(path) : path;
}
