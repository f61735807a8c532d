import type { ShellJudge } from './approvalCall.ts';
import type { SimpleCommand } from './shellSyntax.ts';

/** Where redirections may lead: into each other, and to where everything is thrown away. */
const SINKS = new Set(['/dev/null', '1', '2']);

/**
 * What is known of the commands of the shell called `shell`. The grammar is loaded with the first one. Only bash is
 * understood, and only it is run so that reading stays reading (`hardenReaders`): of every other shell nothing is known.
 */
export function createShellJudge(shell: string): ShellJudge {
  if (shell !== 'bash') {
    return {
      judge: () => Promise.resolve({ verdict: 'unknown', effect: 'unknown' }),
      parse: () => Promise.resolve(null),
    };
  }
  return {
    judge: async (command) => (await import('./shellSafety.ts')).judgeShellCommand(command),
    async parse(command) {
      const [{ parseShellScript }, { keepsMeanings, setsProgram }] = await Promise.all([
        import('./shellSyntax.ts'),
        import('./shellSafety.ts'),
      ]);
      const script = await parseShellScript(command);
      if (!script) return null;
      const areMeant = keepsMeanings(script);
      return script.commands.map((each) => ({
        words: each.words.map(({ literal }) => literal),
        isPlain: areMeant && isPlain(each),
        ...(setsProgram(each) && { setsProgram: true }),
      }));
    },
  };
}

function isPlain({ words, assignments, redirections }: SimpleCommand): boolean {
  return (
    words.length > 0 &&
    assignments.length === 0 &&
    redirections.every(({ operator, target }) => isHarmless(operator, target?.literal ?? null))
  );
}

/** What a command is given to read may be a program to it (`sh <<EOF`, `psql < x.sql`), which its words do not say. */
function isHarmless(operator: string, target: string | null): boolean {
  const isHere = operator === '<<' || operator === '<<-' || operator === '<<<';
  return !isHere && target !== null && SINKS.has(target);
}
