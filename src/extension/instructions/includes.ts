import { instructionProblemTexts as texts } from '../base/texts/instructionTexts.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { isWithin, joinPath, HOST_PATH_RULES, parentPath } from '../text/paths.ts';
import type { InstructionBase, InstructionFile, InstructionProblem, InstructionReader } from './instructionFiles.ts';

/** Levels of includes, as in Claude Code. */
const MAX_DEPTH = 5;
/** Files that one file includes, directly or not. */
const MAX_INCLUDES = 50;

export interface Includes {
  readonly files: readonly InstructionFile[];
  /** The resolved paths of all included files up to the limits, also of missing and unusable files. */
  readonly paths: readonly string[];
}

/**
 * Reads the files that a file includes as `@path`, each before its own includes. A path is relative to the including
 * file's folder, unless the path begins with `/` or `~/`. If no file exists, text such as `@types/node` stays text, and
 * a name that certainly means a file (`isPath`) is a problem. A file that cannot be used is always a problem.
 *
 * A file of the workspace includes only files of its own root. Without this limit, a repository could send the user's
 * other files to the model.
 */
export async function readIncludes(
  reader: InstructionReader,
  base: InstructionBase,
  file: InstructionFile,
  problems: InstructionProblem[],
  signal: AbortSignal,
): Promise<Includes> {
  const paths = new Set<string>();
  const found = new Map<string, InstructionFile>();
  const visit = async (from: InstructionFile, chain: readonly string[]): Promise<void> => {
    const report = (what: string): void => void problems.push({ path: toDisplayText(from.display), what });
    for (const name of includesOf(from.text)) {
      const relative = toRelative(name, from, base);
      if (relative === undefined) {
        if (isPath(name)) report(texts.includesOutside(toDisplayText(name)));
        continue;
      }
      const resolved = await base.folders.resolve(joinPath(base.path, relative));
      paths.add(resolved.path);
      const unusable: InstructionProblem[] = [];
      const included = await reader.read(base, relative, unusable, signal);
      problems.push(...unusable);
      if (!included) {
        if (unusable.length === 0 && isPath(name)) report(texts.includesMissing(toDisplayText(name)));
        continue;
      }
      if (included.text.trim() === '') {
        problems.push({ path: toDisplayText(included.display), what: texts.empty() });
        continue;
      }
      if (chain.includes(included.path)) {
        report(texts.includesItself(toDisplayText(included.display)));
        continue;
      }
      if (found.has(included.path)) continue;
      if (chain.length > MAX_DEPTH || found.size >= MAX_INCLUDES) {
        report(texts.tooManyIncludes());
        return;
      }
      found.set(included.path, included);
      await visit(included, [...chain, included.path]);
    }
  };
  await visit(file, [file.path]);
  return { files: [...found.values()], paths: [...paths] };
}

/** The paths after `@` outside of code. */
function includesOf(text: string): string[] {
  const names = [...proseOf(text).matchAll(/(?<![^\s([{"'*_-])@([^\s@`()[\]{}<>"'*]{1,500})/g)];
  return [...new Set(names.map(([, name = '']) => name.replace(/(?<![.,;:!?])[.,;:!?]+$/, '')))].filter(
    (name) => name !== '',
  );
}

/** Whether a name certainly means a file, unlike `types/node`. */
function isPath(name: string): boolean {
  return /^(?:\.{1,2}|~)?\//.test(name) || /\.(?:md|mdc|markdown|txt)$/i.test(name);
}

function proseOf(text: string): string {
  let fence: string | undefined;
  const lines = text.split('\n').filter((line) => {
    const [mark] = /^(?:`{3,}|~{3,})/.exec(line.trimStart()) ?? [];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    else return false;
    return mark === undefined;
  });
  return lines.join('\n').replace(/`[^`\n]*`/g, '');
}

/**
 * Returns the path relative to the base. Undefined if the file is not below the base, or if a file of the workspace
 * names it with `~/`.
 */
function toRelative(name: string, from: InstructionFile, base: InstructionBase): string | undefined {
  if (name.startsWith('~/')) return base.scope === 'user' ? name.slice(2) : undefined;
  const path = name.startsWith('/') ? joinPath(name, '') : joinPath(parentPath(from.path), name);
  return isWithin(path, base.path, HOST_PATH_RULES) ? path.slice(base.path.length).replace(/^\//, '') : undefined;
}
