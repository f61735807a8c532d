import type { ChangesResult } from '../../ports/mentionSources.ts';
import type { Workspace } from '../../ports/workspace.ts';
import { joinPath } from '../../text/paths.ts';
import { looksSecret } from '../../text/secretFiles.ts';

/** The uncommitted changes, split by file, so that the user can be asked about each file. */
export type FoundChanges =
  | { readonly kind: 'changes'; readonly parts: readonly ChangedPart[] }
  | Extract<ChangesResult, { kind: 'unavailable' }>;

interface ChangedPart {
  readonly text: string;
  /** The display name of a file that may hold secrets. */
  readonly secret: string | undefined;
}

export async function findChanges(changes: ChangesResult, workspace: Workspace): Promise<FoundChanges> {
  if (changes.kind === 'unavailable') return changes;
  const parts: ChangedPart[] = [];
  for (const { root, diffs, untracked } of changes.repositories) {
    for (const { text, paths } of diffs.flatMap(splitDiff)) {
      const path = paths.find(looksSecret);
      const place = path === undefined ? undefined : await workspace.resolve(joinPath(root, path));
      parts.push({ text, secret: place?.display });
    }
    if (untracked.length > 0) {
      parts.push({ text: `Untracked files: ${untracked.join(', ')}`, secret: undefined });
    }
  }
  return { kind: 'changes', parts };
}

export function secretsIn(changes: FoundChanges): string[] {
  return changes.kind === 'changes' ? changes.parts.flatMap(({ secret }) => secret ?? []) : [];
}

/** About a file in `withheld`, the text says only that the file has changed. */
export function toChangesText(changes: FoundChanges, withheld: ReadonlySet<string>): string {
  if (changes.kind === 'unavailable') return `[not available: ${changes.why}]`;
  const shown = changes.parts.map(({ text, secret }) =>
    secret !== undefined && withheld.has(secret) ? `diff of ${secret}\n${WITHHELD}` : text,
  );
  return shown.join('\n') || '[no changes]';
}

export const WITHHELD = '[not sent: the user chose to send only the name]';

interface DiffPart {
  readonly text: string;
  /** The old and the new path, relative to the repository's root. */
  readonly paths: readonly string[];
}

/** The first line of a file's diff. Lines from the file itself have a prefix in a diff, so they never match. */
const HEAD = /^(?:diff --|Submodule |\* Unmerged path )/;

function splitDiff(diff: string): DiffPart[] {
  const groups: string[][] = [];
  for (const line of diff.replace(/\n$/, '').split('\n')) {
    const group = groups.at(-1);
    if (group && !HEAD.test(line)) group.push(line);
    else if (line !== '') groups.push([line]);
  }
  return groups.map((lines) =>
    HEAD.test(lines[0] ?? '')
      ? { text: lines.join('\n'), paths: pathsOf(lines) }
      : // The output of the user's own diff program, in which the start of a file cannot be recognized.
        {
          text: '[not sent: this diff is not in Git’s own format, so the files in it cannot be identified]',
          paths: [],
        },
  );
}

function pathsOf(lines: readonly string[]): string[] {
  const end = lines.findIndex((line) => line.startsWith('@@'));
  return lines
    .slice(1, end < 0 ? undefined : end)
    .flatMap((line) => /^(?:---|\+\+\+|(?:rename|copy) (?:from|to)) (.*)$/.exec(line)?.[1] ?? [])
    .map((path) => unquote(path.replace(/\t$/, '')).replace(/^[abciow]\//, ''))
    .filter((path) => path !== '/dev/null');
}

/** Git quotes a path with unusual characters, and escapes them: `\t`, `\"`, or a byte in octal (`\303`). */
function unquote(path: string): string {
  if (!/^".*"$/.test(path)) return path;
  const bytes = path.slice(1, -1).replace(/\\([0-7]{3}|.)/g, (_escape, what: string) => {
    if (what.length === 3) return String.fromCharCode(Number.parseInt(what, 8));
    return ({ t: '\t', n: '\n' } as Record<string, string>)[what] ?? what;
  });
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
