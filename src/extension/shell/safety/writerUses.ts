import { effectOfProgram, hasSubcommands, changesNoNamedFile, WRITERS } from './shellEffects.ts';
import { HERE, type PathUse } from './programSpec.ts';
import { findGitCommand, type GitCommand } from './readingGit.ts';
import { literalWord, type ShellWord } from '../syntax/shellSyntaxWord.ts';

export interface WordUse extends PathUse {
  /** How the command may use the files below a folder: all (`tree`), or those that are not ignored (`searched`). */
  readonly below?: 'tree' | 'searched';
  /** The program may copy or move files into this folder, under the same names. */
  readonly mayReceiveCopies?: boolean;
  /** The program opens the files that its words name, so an unknown word may be a file anywhere. */
  readonly programOpensFiles?: boolean;
}

export interface WriterUses {
  readonly uses: readonly WordUse[];
  /** The program may also write files that no word names, as from an archive or a patch. */
  readonly writesOthers: boolean;
}

type Args = readonly ShellWord[];

/** How a program may use files, if the program does more than read. Access is `any` for an unknown program. */
export function usesOfWriter(program: string, args: Args): WriterUses {
  const git = program === 'git' ? findGitCommand(args) : null;
  if (git) return usesOfGit(git, args);
  if (program === 'find' || SEARCHERS.has(program)) {
    const words = maySearchHere(program, args) ? [HERE, ...args] : args;
    return { uses: words.map((word) => ({ word, access: 'any', below: 'tree' })), writesOthers: false };
  }
  const writes = WRITERS.has(program) && !changesNoNamedFile(program);
  const isArchiver = ARCHIVERS.has(program);
  const hasTarget = args.some(({ literal }) => /^(-\w*t|--target)/.test(literal ?? ''));
  const target = program === 'cp' && !hasTarget ? args.at(-1) : null;
  const toBelow = belowOf(program, args);
  const uses = args.map((word): WordUse => {
    const below = toBelow(word);
    return {
      word,
      access: target && word !== target ? 'contents' : WRITERS.has(program) ? 'write' : 'any',
      ...(below && { below }),
      ...(COPIERS.has(program) && { mayReceiveCopies: true }),
      ...((writes || isArchiver) && { programOpensFiles: true }),
    };
  });
  return { uses, writesOthers: extracts(program, args) };
}

const SEARCHERS = new Set('grep egrep fgrep rg ag ack ugrep'.split(' '));

/**
 * Whether the program may search the current folder. False only if the arguments name another place. The word after a
 * flag may be its value, as in `rg -A 3 pattern`, unless the flag has no value in any of these programs.
 */
function maySearchHere(program: string, args: Args): boolean {
  if (program === 'find') return args[0]?.literal?.startsWith('-') !== false;
  const flags = args.flatMap(({ literal }) => (literal?.startsWith('-') ? [literal] : []));
  const mayHaveValue = flags.filter((flag) => !/^-[niRlLcvwxohHsqazZPFSUuI]+$/.test(flag));
  return args.length - flags.length - mayHaveValue.length < 2;
}

const COPIERS = new Set('cp mv ln install rsync scp'.split(' '));
const ARCHIVERS = new Set('tar bsdtar cpio pax 7z 7za'.split(' '));

const SKIPS_IGNORED = new Set('eslint prettier biome tsc ruff black mypy pytest jest vitest'.split(' '));
const RUNNERS = new Set('npx bunx yarn pnpm'.split(' '));

function belowOf(program: string, args: Args): (word: ShellWord) => WordUse['below'] {
  const name = (RUNNERS.has(program) ? args[0]?.literal : null) ?? program;
  const startsWriter = args.slice(1).some((word) => word.literal !== 'install' && WRITERS.has(word.literal ?? ''));
  if (SKIPS_IGNORED.has(name) && !args.some(({ source }) => source.includes('ignore'))) return () => 'searched';
  if (startsWriter || !(hasSubcommands(program) || changesNoNamedFile(program))) return () => 'tree';
  // A word without a dot or a slash may be a subcommand or a task, as in `npm test`, not a folder.
  return ({ literal }) => (/[./]/.test(literal ?? '.') ? 'searched' : undefined);
}

function extracts(program: string, args: Args): boolean {
  if (/^(unzip|patch)$/.test(program)) return effectOfProgram(program, args) === 'write';
  if (/^(cpio|pax|unar)$/.test(program)) return true;
  if (!ARCHIVERS.has(program)) return false;
  // The first word may have flags without a dash: `tar xf a.tar`.
  const flags = args.map(({ literal }, at) => (at === 0 ? (literal ?? 'x').replace(/^-?/, '-') : (literal ?? '')));
  return flags.some((flag) => /^-\w*[xe]|^--(extract|get)/.test(flag));
}

/** Git commands that write only to the repository. */
const LEAVES_FILES = new Set('add stage commit push fetch tag branch notes update-index remote'.split(' '));
const READS_FILES = new Set('add stage commit update-index'.split(' '));
const TAKES_REVISIONS = new Set('switch merge rebase cherry-pick revert pull bisect'.split(' '));

function usesOfGit({ name, args: own }: GitCommand, args: Args): WriterUses {
  const leavesFiles = LEAVES_FILES.has(name);
  const below: WordUse['below'] = READS_FILES.has(name)
    ? 'searched'
    : leavesFiles || TAKES_REVISIONS.has(name)
      ? undefined
      : 'tree';
  const access = leavesFiles ? 'contents' : 'any';
  const line = [name, ...own.map(({ literal }) => literal ?? '')].join(' ');
  // With a pattern, git itself looks for matching files in the whole folder.
  const usesWholeFolder =
    USES_WHOLE_FOLDER.test(line) ||
    SHOWS.test(name) ||
    own.some(({ literal }) => /[*?[]|^:|^--pathspec-from/.test(literal ?? ''));
  const words = usesWholeFolder && below ? [...args, HERE] : args;
  const use = { access, ...(below && { below }), ...(name === 'mv' && { mayReceiveCopies: true }) } as const;
  return { uses: words.map((word) => ({ word, ...use })), writesOthers: /^(apply|am)$/.test(name) };
}

const USES_WHOLE_FOLDER =
  /^(reset .*--hard|clean( -\S+)*( -e \S+)*$|(checkout|switch) .*(-f|--force|--discard)|stash .*(-[a-z]*[au]|--all|--incl)|add .*(-[a-z]*A|--all)|checkout-index|read-tree|archive)/;

/** Git commands that show or write the content of files that no word names. */
const SHOWS = /^(log|show|whatchanged|diff.*|grep|cat-file|range-diff|format-patch|fast-export|bundle)$/;

/** For example an argument that `xargs` takes from another command's output. */
export const UNKNOWN_WORD: ShellWord = { ...literalWord('', 0), literal: null, parts: [] };

/** Whether a program opens the files that its words name, if the program does more than read. */
export function isFileProgram(program: string): boolean {
  return (WRITERS.has(program) && !changesNoNamedFile(program)) || ARCHIVERS.has(program);
}
