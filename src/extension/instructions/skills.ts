import { instructionProblemTexts as texts } from '../base/texts/instructionTexts.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { HOST_PATH_RULES, isWithin, joinPath } from '../text/paths.ts';
import { booleanField, isWrongBoolean, OTHER, parseFrontMatter, textField } from './frontMatter.ts';
import type { InstructionBase, InstructionFile, InstructionProblem, InstructionReader } from './instructionFiles.ts';

/** Instructions for one kind of task, which the model loads when it needs them. https://agentskills.io/specification */
export interface Skill {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly base: InstructionBase;
  /** The path of its `SKILL.md`, for display. */
  readonly display: string;
  /** The absolute path of the folder that contains the skill's files. */
  readonly folder: string;
  /** Without front matter. */
  readonly text: string;
}

export const SKILL_FOLDERS = ['.premove/skills', '.claude/skills', '.agents/skills', '.github/skills'] as const;
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1_024;

/** The skills of the workspace come first. Each name occurs once. */
export async function readSkills(
  reader: InstructionReader,
  bases: readonly InstructionBase[],
  problems: InstructionProblem[],
  signal: AbortSignal,
): Promise<Skill[]> {
  const byName = new Map<string, Skill>();
  const paths = new Set<string>();
  for (const base of bases) {
    for (const folder of SKILL_FOLDERS) {
      const search = { accepts: isSkillFile, depth: 1 };
      for (const { relative, file } of await reader.readAll(base, folder, search, problems, signal)) {
        // The folders of different agent programs are often links to one folder.
        if (paths.has(file.path)) continue;
        paths.add(file.path);
        const folderName = relative.split('/')[0] ?? '';
        const own = joinPath(joinPath(base.path, folder), folderName);
        const skill = toSkill(file, base, folderName, await realFolder(base, own));
        if (!skill) continue;
        if (typeof skill === 'string') {
          problems.push({ path: toDisplayText(file.display), what: skill });
          continue;
        }
        const other = byName.get(skill.name);
        if (!other) byName.set(skill.name, skill);
        else {
          const what = texts.sameSkill(toDisplayText(skill.name), toDisplayText(other.display));
          problems.push({ path: toDisplayText(skill.display), what });
        }
      }
    }
  }
  return [...byName.values()];
}

/** The field that reserves a skill for users. https://code.claude.com/docs/en/skills */
const ONLY_USERS = 'disable-model-invocation';

function isSkillFile(relative: string): boolean {
  return /^[^/]+\/SKILL\.md$/.test(relative);
}

/** Follows links, because several agent programs may share one folder. */
async function realFolder({ folders }: InstructionBase, path: string): Promise<string> {
  return (await folders.resolve(path)).path;
}

/**
 * Returns the problem in a few words if the skill cannot be used. Undefined if the author wants only users to use the
 * skill.
 */
function toSkill(
  file: InstructionFile,
  base: InstructionBase,
  folderName: string,
  folder: string,
): Skill | string | undefined {
  if (!isWithin(file.path, folder, HOST_PATH_RULES)) return texts.outsideSkill();
  const parsed = parseFrontMatter(file.text);
  if (parsed.kind === 'malformed') return parsed.problem;
  if (booleanField(parsed, ONLY_USERS) === true) return undefined;
  const wrong =
    ['name', 'description'].find((field) => parsed.fields.get(field) === OTHER) ??
    [ONLY_USERS].find((field) => isWrongBoolean(parsed, field));
  if (wrong !== undefined) return texts.wrongType(wrong);
  const name = textField(parsed, 'name') ?? folderName;
  // A name with a slash could be taken for a path.
  if (name.length > MAX_NAME || !/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u.test(name)) {
    return texts.badSkillName(toDisplayText(name));
  }
  const description = textField(parsed, 'description')?.replace(/\s+/g, ' ').trim();
  if (!description) return texts.noDescription();
  return {
    id: `skill:${file.display}`,
    name,
    description: description.slice(0, MAX_DESCRIPTION),
    base,
    display: file.display,
    folder,
    text: parsed.body.trim(),
  };
}
