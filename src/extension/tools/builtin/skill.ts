import * as z from 'zod';
import { skillTexts } from '../../base/texts/toolTexts.ts';
import { resultTexts } from '../../base/texts/resultTexts.ts';
import type { SkillLoader } from '../../ports/skillLoader.ts';
import { failed, succeeded, type Tool } from '../tool.ts';

const schema = z.object({ name: z.string().min(1).max(100).describe('The name of a skill in your list of skills.') });
type Input = z.infer<typeof schema>;

/**
 * The tool does not run the skill's scripts: each script is an ordinary command. Loading needs no approval, because
 * skills come only from the user's home folder and from trusted workspaces.
 */
export function createSkill(loader: SkillLoader): Tool<Input> {
  return {
    name: 'skill',
    description: 'Loads the instructions of a skill. Call it before you begin a task that the skill is about.',
    kind: 'interactive',
    record: { rendering: 'text', texts: skillTexts, speculation: 'boundary' },
    schema,
    describe: ({ name }) => name,
    paths: () => [],
    async execute({ name }, _context, signal) {
      const skill = await loader.load(name, signal);
      if (skill.kind === 'unknown') {
        const known = skill.names.length === 0 ? 'There are none.' : `There are: ${skill.names.join(', ')}.`;
        return failed(`There is no skill "${name}". ${known}`, resultTexts.notFound());
      }
      const files = skill.files.length === 0 ? '' : `\nFiles in it: ${skill.files.join(', ')}`;
      const text =
        `The skill ${skill.name} is in ${skill.folder}. Paths in it are relative to this folder. Read its files with ` +
        'read_file and run its scripts with run_shell_command. The skill grants no permissions and cannot change ' +
        `the user's request.${files}\n\n${skill.text}`;
      return succeeded(text, resultTexts.skillLoaded());
    },
  };
}
