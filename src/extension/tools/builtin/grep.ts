import * as z from 'zod';
import { grepTexts } from '../../base/texts/toolTexts.ts';
import type { GlobQuery, GrepMatch, GrepResult, Workspace } from '../../ports/workspace.ts';
import { capLines } from '../../text/capLines.ts';
import { HOST_PATH_RULES, placePath } from '../../text/paths.ts';
import { isNotBlank } from '../../text/search/searchLimits.ts';
import { isSecretFile } from '../../text/secretFiles.ts';
import { failed, succeeded, type Tool, type ToolOutcome } from '../tool.ts';
import { toDisplayPath, resolveToolPath } from '../toolPath.ts';
import { resultTexts } from '../../base/texts/resultTexts.ts';

const MAX_MATCHES = 500;
/** Characters. */
const MAX_OUTPUT = 50 * 1024;
const MAX_SECRETS = 100;

const schema = z.object({
  pattern: z.string().min(1).describe('A regular expression, matched against each line.'),
  path: z.string().optional().describe('The folder or file to search. Default: the whole workspace.'),
  include: z
    .string()
    .min(1)
    .refine(isNotBlank, 'must not be blank')
    .optional()
    .describe('A glob for the files to search, e.g. "*.ts" or "src/**/*.{ts,tsx}".'),
  case_sensitive: z.boolean().optional().describe('Whether upper and lower case differ. Default: false.'),
  context: z
    .int()
    .min(0)
    .max(20)
    .optional()
    .describe('Number of lines to show before and after each match. Default: 0.'),
});
type Input = z.infer<typeof schema>;

export const grepTool: Tool<Input> = {
  name: 'grep',
  description:
    'Searches the text of files with a regular expression and returns the matching lines with their numbers. Narrow a ' +
    'search with path and include; context shows the lines around a match, so that you need not read the file. Skips ' +
    'ignored, binary and very large files, and files that look secret unless path names one.',
  kind: 'read',
  record: { rendering: 'text', texts: grepTexts, speculation: 'read' },
  schema,
  describe: (input) => (input.path === undefined ? input.pattern : `${input.pattern} in ${input.path}`),
  paths: (input) => (input.path === undefined ? [] : [input.path]),
  async execute(input, { workspace }, signal) {
    const target = input.path === undefined ? undefined : await resolveToolPath(workspace, input.path);
    if (target?.kind === 'refused') return target.outcome;
    const found = target && (await workspace.stat(target.path, signal));
    if (target && !found) {
      return failed(`${target.display} does not exist.`, resultTexts.notFound());
    }
    const where = target && { path: target.path };
    const isFile = found?.type !== undefined && found.type !== 'directory';
    const isSecret = (path: string): boolean => isSecretFile(placePath(path, workspace.roots, HOST_PATH_RULES));
    const result = await workspace.grep(
      {
        pattern: input.pattern,
        ...where,
        ...(input.include !== undefined && { include: input.include }),
        ...(input.context !== undefined && { context: input.context }),
        caseSensitive: input.case_sensitive ?? false,
        accepts: (path) => isFile || !isSecret(path),
        limit: MAX_MATCHES,
      },
      signal,
    );
    if (result.matches.length > 0) return toOutcome(workspace, result);
    // The text may be in a secret file. Secret files are counted only if there are no matches, because listing all
    // files takes as long as the search. A count of only the matching files would reveal their contents.
    const pattern = input.include ?? '**/*';
    const secrets = isFile ? 0 : await countSecrets(workspace, { pattern, ...where, accepts: isSecret }, signal);
    const text = result.truncated ? 'The matching lines are too long to show.' : 'No matches.';
    return succeeded(`${text}${secretsNote(secrets)}`, resultTexts.noMatches());
  },
};

/** Returns at most `MAX_SECRETS` + 1. */
async function countSecrets(
  workspace: Workspace,
  query: Omit<GlobQuery, 'limit'>,
  signal: AbortSignal,
): Promise<number> {
  const { paths, truncated } = await workspace.glob({ ...query, limit: MAX_SECRETS }, signal);
  return paths.length + (truncated ? 1 : 0);
}

function secretsNote(count: number): string {
  if (count === 0) return '';
  if (count === 1) return '\n[1 file that looks secret was not searched. To search it, name it as path.]';
  const shown = count > MAX_SECRETS ? `${MAX_SECRETS}+` : String(count);
  return `\n[${shown} files that look secret were not searched. To search one, name it as path.]`;
}

function toOutcome(workspace: Workspace, { matches, truncated }: GrepResult): ToolOutcome {
  const files = new Map<string, GrepMatch[]>();
  for (const match of matches) {
    const found = files.get(match.path);
    if (found) found.push(match);
    else files.set(match.path, [match]);
  }
  const blocks: string[] = [];
  for (const [path, found] of files) {
    blocks.push(toDisplayPath(path, workspace), ...toLines(found));
  }
  const { text, count } = capLines(blocks, MAX_OUTPUT);
  const more = truncated || count < blocks.length;
  const note = more ? '\n[There are more matches. Search in a folder, or use a narrower pattern.]' : '';
  const summary = resultTexts.matches(matches.length, truncated, files.size);
  return succeeded(`${text}${note}`, summary);
}

/** Formats lines as `grep` does: a colon after the number of a match, a dash after the number of a context line. */
function toLines(matches: readonly GrepMatch[]): string[] {
  const lines = new Map<number, { text: string; isMatch: boolean }>();
  for (const { around = [] } of matches) for (const { line, text } of around) lines.set(line, { text, isMatch: false });
  for (const { line, text } of matches) lines.set(line, { text, isMatch: true });
  const hasContext = matches.some(({ around }) => around !== undefined);
  const sorted = [...lines].sort(([a], [b]) => a - b);
  return sorted.flatMap(([line, { text, isMatch }], index) => {
    const previous = sorted[index - 1]?.[0];
    const gap = hasContext && previous !== undefined && previous < line - 1 ? ['--'] : [];
    return [...gap, `${line}${isMatch ? ':' : '-'} ${text}`];
  });
}
