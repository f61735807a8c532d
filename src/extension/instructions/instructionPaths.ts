import { AGENT_FOLDERS } from './agents.ts';
import { MEMORY_FILE } from './memory.ts';
import { RULE_PLACES } from './rulePlaces.ts';
import { SKILL_FOLDERS } from './skills.ts';

/** In lower case, relative to the home folder or to a folder of the workspace. */
const PLACES: readonly string[] = [
  ...Object.values(RULE_PLACES).flatMap((places) => places.map(({ path }) => path)),
  ...SKILL_FOLDERS,
  ...AGENT_FOLDERS.map(({ folder }) => folder),
  MEMORY_FILE,
].map((path) => path.toLowerCase());

const PARENTS = PLACES.flatMap((path) => path.split('/').slice(0, -1));

/**
 * Whether this absolute path may be a file of instructions, or a folder that contains such files. Prompt files do not
 * count.
 */
export function mayInstruct(path: string): boolean {
  const known = `${path.toLowerCase()}/`;
  return (
    PLACES.some((place) => known.includes(`/${place}/`)) || PARENTS.some((parent) => known.endsWith(`/${parent}/`))
  );
}
