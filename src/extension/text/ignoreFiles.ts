import { parseIgnoreRules, type IgnoreRules } from './ignoreRules.ts';
import { HOST_PATH_RULES, joinPath, normalizeAbsolute } from './paths.ts';

/** Bytes; a longer file is no list that anybody wrote, and would take long to compare with every path. */
export const MAX_IGNORE_FILE = 1024 * 1024;

/** The text of a file; undefined where there is none, or none that can be read. */
export type ReadText = (path: string) => Promise<string | undefined>;

/** The rules that a folder holds. The later decides: `.ignore` over `.gitignore`, both over what only this clone ignores. */
export async function ignoreRulesIn(folder: string, read: ReadText): Promise<IgnoreRules[]> {
  const texts = [
    await readExclude(folder, read),
    await read(joinPath(folder, '.gitignore')),
    await read(joinPath(folder, '.ignore')),
  ];
  return texts.flatMap((text) => (text === undefined ? [] : [parseIgnoreRules(folder, text)]));
}

/** In a worktree or a submodule, `.git` is a file that says where the repository's own files are. */
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
