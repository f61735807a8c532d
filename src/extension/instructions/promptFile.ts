import { instructionProblemTexts as texts, promptFileTexts } from '../base/texts/instructionTexts.ts';
import { isWrongList, listField, OTHER, parseFrontMatter, textField, type FrontMatter } from './frontMatter.ts';
import type { InstructionFile, InstructionScope } from './instructionFiles.ts';

/** A file with a prompt, which the user sends as `/name`. */
export interface PromptFile {
  /** Without the slash. */
  readonly name: string;
  /** One line; may be empty. */
  readonly description: string;
  readonly argumentHint?: string;
  /** The file's path, for display. */
  readonly source: string;
  readonly scope: InstructionScope;
  /** As the file names them, in the order of preference; missing for the chat's model. */
  readonly models?: readonly string[];
  /** As the file names them; missing if the prompt may use all tools. */
  readonly tools?: readonly string[];
  /** With its placeholders. */
  readonly body: string;
}

export interface PromptFolder {
  readonly folder: string;
  readonly ending: string;
  /** Precedes a file's name if another file, or a command of Premove, already has that name. */
  readonly prefix: string;
  /** If true, `frontend/form.md` has the name `frontend:form`. */
  readonly hasNamespaces: boolean;
}

export const PROMPT_FOLDERS: Readonly<Record<InstructionScope, readonly PromptFolder[]>> = {
  workspace: [
    { folder: '.premove/prompts', ending: '.md', prefix: 'premove', hasNamespaces: true },
    // https://code.claude.com/docs/en/slash-commands
    { folder: '.claude/commands', ending: '.md', prefix: 'claude', hasNamespaces: true },
    // https://code.visualstudio.com/docs/copilot/customization/prompt-files
    { folder: '.github/prompts', ending: '.prompt.md', prefix: 'github', hasNamespaces: false },
    // https://cursor.com/docs/context/commands
    { folder: '.cursor/commands', ending: '.md', prefix: 'cursor', hasNamespaces: true },
    // https://docs.cline.bot/customization/workflows
    { folder: '.clinerules/workflows', ending: '.md', prefix: 'cline', hasNamespaces: false },
  ],
  user: [
    { folder: '.premove/prompts', ending: '.md', prefix: 'user', hasNamespaces: true },
    { folder: '.claude/commands', ending: '.md', prefix: 'user', hasNamespaces: true },
    { folder: '.cursor/commands', ending: '.md', prefix: 'user', hasNamespaces: true },
  ],
};

const MAX_NAME = 64;
const MAX_DESCRIPTION = 200;

/**
 * `relative` is the file's path below `folder`. Returns the problem in a few words if the file cannot be used. A file
 * with malformed `tools` is refused, because the prompt would run without this limit.
 *
 * Claude Code's `allowed-tools` and `permissionMode` would permit calls without a question, so they are ignored.
 */
export function toPromptFile(
  { display, scope, text }: Pick<InstructionFile, 'display' | 'scope' | 'text'>,
  folder: PromptFolder,
  relative: string,
): PromptFile | string {
  const parsed = parseFrontMatter(text);
  if (parsed.kind === 'malformed') return parsed.problem;
  const wrong = ['description', 'model', 'tools', 'name'].find(
    (field) => parsed.fields.get(field) === OTHER || (field === 'tools' && isWrongList(parsed, field)),
  );
  if (wrong !== undefined) return texts.wrongType(wrong);
  const own = folder.prefix === 'github' ? textField(parsed, 'name') : undefined;
  const name = toName(own ?? nameOf(relative, folder));
  if (name === undefined) return promptFileTexts.badName(own ?? nameOf(relative, folder));
  const argumentHint = hintOf(parsed);
  const models = listField(parsed, 'model') ?? [];
  const tools = parsed.fields.get('tools') === '' ? undefined : listField(parsed, 'tools');
  // GitHub's agents and prompt files use `*` for all tools.
  const isLimited = tools && !tools.includes('*');
  return {
    name,
    description: toOneLine(textField(parsed, 'description') ?? firstLine(parsed.body)),
    ...(argumentHint !== undefined && { argumentHint }),
    source: display,
    scope,
    ...(models.length > 0 && { models }),
    ...(isLimited && { tools }),
    body: parsed.body.trim(),
  };
}

function nameOf(relative: string, { ending, hasNamespaces }: PromptFolder): string {
  const bare = relative.replace(/(?:\.prompt)?\.md$/i, '') || ending;
  return hasNamespaces ? bare.replaceAll('/', ':') : bare.slice(bare.lastIndexOf('/') + 1);
}

/** Undefined if the result is not a valid name. */
function toName(text: string): string | undefined {
  const name = text.trim().replace(/\s+/g, '-');
  return name.length <= MAX_NAME && /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._:-]*$/u.test(name) ? name : undefined;
}

/** A hint in brackets, such as `[file]`, was parsed as a list, so its brackets are added again. */
function hintOf(parsed: FrontMatter): string | undefined {
  const value = parsed.fields.get('argument-hint');
  if (Array.isArray(value)) return toOneLine(`[${value.join(', ')}]`);
  const hint = textField(parsed, 'argument-hint');
  return hint === undefined ? undefined : toOneLine(hint);
}

function firstLine(body: string): string {
  return (
    body
      .split('\n')
      .find((line) => line.trim() !== '')
      ?.replace(/^#+\s*/, '') ?? ''
  );
}

function toOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_DESCRIPTION ? line : `${line.slice(0, MAX_DESCRIPTION - 1)}…`;
}
