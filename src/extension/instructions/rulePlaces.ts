import { booleanField, listField, OTHER, textField, type FrontMatter } from './frontMatter.ts';
import type { InstructionScope } from './instructionFiles.ts';

/** When a rule is sent to the model. Here, a rule is an instruction file, not a permission. */
export type Applies =
  /** With every request. */
  | { readonly kind: 'always' }
  /**
   * When the model reads or changes a file that matches a glob, or the user mentions such a file. The globs are
   * relative to the rule's root.
   */
  | { readonly kind: 'files'; readonly globs: readonly string[] }
  /** The model decides, from the rule's description, whether to read the rule. */
  | { readonly kind: 'on-request' }
  /** Only if the user mentions the rule's own file. */
  | { readonly kind: 'never' };

/** A file or a folder that may hold rules. */
export interface RulePlace {
  /** Relative to a root of the workspace, or to the home folder. */
  readonly path: string;
  /** Missing if the place is a file. `relative`: the path below the folder. */
  readonly accepts?: (relative: string) => boolean;
  readonly applies: (file: FrontMatter) => Applies | WrongField;
  /** Whether `@path` in the rule includes another file. */
  readonly includes?: true;
}

export interface WrongField {
  readonly kind: 'wrong';
  readonly field: string;
}

const ALWAYS: Applies = { kind: 'always' };

/**
 * In the order in which the rules are sent. Later rules are more specific. Sources: https://agents.md,
 * https://code.claude.com/docs/en/memory, https://code.visualstudio.com/docs/copilot/customization/custom-instructions,
 * https://cursor.com/docs/context/rules, https://docs.cline.bot/customization/cline-rules
 */
export const RULE_PLACES: Readonly<Record<InstructionScope, readonly RulePlace[]>> = {
  user: [
    { path: '.premove/AGENTS.md', applies: () => ALWAYS },
    { path: '.claude/CLAUDE.md', applies: () => ALWAYS, includes: true },
  ],
  workspace: [
    { path: 'AGENTS.md', applies: () => ALWAYS },
    { path: 'CLAUDE.md', applies: () => ALWAYS, includes: true },
    { path: '.claude/CLAUDE.md', applies: () => ALWAYS, includes: true },
    { path: 'CLAUDE.local.md', applies: () => ALWAYS, includes: true },
    { path: '.claude/rules', accepts: isMarkdown, applies: appliesToPaths },
    { path: '.github/copilot-instructions.md', applies: () => ALWAYS },
    { path: '.github/instructions', accepts: (name) => /\.instructions\.md$/i.test(name), applies: appliesToCopilot },
    { path: '.cursorrules', applies: () => ALWAYS },
    { path: '.cursor/rules', accepts: (name) => /\.mdc$/i.test(name), applies: appliesToCursor },
    { path: '.clinerules', applies: () => ALWAYS },
    { path: '.clinerules', accepts: isClineRule, applies: appliesToPaths },
  ],
};

function isMarkdown(relative: string): boolean {
  return /\.md$/i.test(relative);
}

/** Excludes the subfolders in which Cline keeps workflows, hooks and skills. */
function isClineRule(relative: string): boolean {
  return /\.(?:md|txt)$/i.test(relative) && !/^(?:workflows|hooks|skills)\//.test(relative);
}

/** If the field `paths` is an empty list, the rule never applies. */
function appliesToPaths(file: FrontMatter): Applies | WrongField {
  if (!file.fields.has('paths')) return ALWAYS;
  return toFiles(file, 'paths') ?? { kind: 'never' };
}

/** If instructions lack `applyTo`, VS Code does not apply them automatically. */
function appliesToCopilot(file: FrontMatter): Applies | WrongField {
  return toFiles(file, 'applyTo') ?? { kind: 'on-request' };
}

function appliesToCursor(file: FrontMatter): Applies | WrongField {
  if (booleanField(file, 'alwaysApply') === true) return ALWAYS;
  const files = toFiles(file, 'globs');
  if (files) return files;
  return textField(file, 'description') === undefined ? { kind: 'never' } : { kind: 'on-request' };
}

/** Reads a field with globs. Undefined if the field is missing or empty. */
function toFiles(file: FrontMatter, field: string): Applies | WrongField | undefined {
  const value = file.fields.get(field);
  if (value === OTHER || typeof value === 'boolean') return { kind: 'wrong', field };
  const globs = listField(file, field) ?? [];
  if (globs.length === 0) return undefined;
  // If a glob matches all files, the rule always applies.
  return globs.some((glob) => /^(?:\*\*\/?)?\*?\*?$/.test(glob)) ? ALWAYS : { kind: 'files', globs };
}
