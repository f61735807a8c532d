import { parseIgnoreRules, type IgnoreRules } from './ignoreRules.ts';
import { HOST_PATH_RULES, joinPath, normalizeAbsolute } from '../paths.ts';

/** Bytes. Larger ignore files are skipped, because comparing their rules with every path would take long. */
export const MAX_IGNORE_FILE = 1024 * 1024;

/** Reads the text of a file; undefined if it does not exist or cannot be read. */
export type ReadText = (path: string) => Promise<string | undefined>;

/** Returns the rules in a folder, those with higher precedence last. */
export async function ignoreRulesIn(folder: string, read: ReadText): Promise<IgnoreRules[]> {
  const texts = [
    await readExclude(folder, read),
    await read(joinPath(folder, '.gitignore')),
    await read(joinPath(folder, '.ignore')),
  ];
  return texts.flatMap((text) => (text === undefined ? [] : [parseIgnoreRules(folder, text)]));
}

/**
 * Reads the `info/exclude` of the repository whose root is the folder; undefined if there is none. In a worktree or a
 * submodule, `.git` is a file that contains the path of the Git directory.
 */
async function readExclude(folder: string, read: ReadText): Promise<string | undefined> {
  const git = joinPath(folder, '.git');
  const own = await read(joinPath(git, 'info/exclude'));
  if (own !== undefined) return own;
  const target = /^gitdir: (.+)/.exec((await read(git)) ?? '')?.[1];
  const place = target === undefined ? undefined : resolveFrom(folder, target);
  if (place === undefined) return undefined;
  const common = await read(joinPath(place, 'commondir'));
  const shared = common === undefined ? place : resolveFrom(place, common);
  return shared === undefined ? undefined : read(joinPath(shared, 'info/exclude'));
}

function resolveFrom(folder: string, path: string): string | undefined {
  const clean = path.trim();
  return normalizeAbsolute(clean, HOST_PATH_RULES) ?? normalizeAbsolute(`${folder}/${clean}`, HOST_PATH_RULES);
}
