import type { ShellScript, SimpleCommand } from '../syntax/shellSyntax.ts';
import { BUILTINS } from './readingBuiltins.ts';
import { isHarmlessAssignment, isHarmlessVariable, toAssignment } from './shellVariables.ts';

/** False if the meaning of a program's name may change: `for PATH in .; do npm test; done` runs `./npm`. */
export function keepsMeanings({ commands, functions, loopVariables }: ShellScript): boolean {
  return functions.length === 0 && loopVariables.every(isHarmlessVariable) && commands.every(setsNothingThatMatters);
}

/** Whether a command may set a variable, an option or an alias that makes another command run a program. */
export function setsVariables(command: SimpleCommand): boolean {
  return (
    !setsNothingThatMatters(command) ||
    command.words.some(({ literal, prefix }) => isHarmfulAssignment(literal ?? prefix))
  );
}

function setsNothingThatMatters({ words, assignments, hasInput }: SimpleCommand): boolean {
  if (!assignments.every((assignment) => isHarmlessAssignment(assignment, words[0]?.literal ?? undefined)))
    return false;
  const at = words.findIndex(({ literal }) => literal !== 'command' && literal !== 'builtin');
  const program = words[at]?.literal ?? '';
  if (!SETTERS.has(program)) return true;
  return BUILTINS.get(program)?.({ program, args: words.slice(at + 1), hasInput }).verdict === 'read-only';
}

/** Builtins that may set a variable, an option or an alias, or evaluate an expression, which may run a command. */
const SETTERS = new Set(
  (
    'export readonly local declare typeset read mapfile readarray getopts printf unset let set shopt alias unalias hash ' +
    'enable test [ [['
  ).split(' '),
);

/** True for `GIT_SSH=x` in `env GIT_SSH=x git fetch`. */
function isHarmfulAssignment(text: string): boolean {
  const assignment = toAssignment(text);
  return assignment !== null && !isHarmlessVariable(assignment.name);
}
