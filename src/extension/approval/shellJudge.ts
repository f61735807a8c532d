import type { Git } from '../shell/hardening/hardenedShell.ts';
import type { CommandFacts, ShellJudge } from './approvalCall.ts';
import type { SimpleCommand } from '../shell/syntax/shellSyntax.ts';

/** The numbers of the output streams, as in `2>&1`. After `>` or `>>`, such a number is a file name. */
const STREAMS = new Set(['1', '2']);

const NOTHING_KNOWN: CommandFacts = {
  verdict: 'unknown',
  effect: 'unknown',
  parts: null,
  files: { files: [], unknown: new Set(['write']), opensUnknownFile: false, writesOthers: true },
};

/**
 * The grammar is loaded for the first command. In any shell but bash, every command is unknown: Premove parses and
 * hardens (`hardenReaders`) only bash.
 */
export function createShellJudge(shell: string, git: Git): ShellJudge {
  return {
    git,
    async examine(command) {
      if (shell !== 'bash') return NOTHING_KNOWN;
      const [{ parseShellScript }, safety, { namesOf, valuesIn }, { isUsable }, meanings, { avoidsWorkTree }] =
        await Promise.all([
          import('../shell/syntax/shellSyntax.ts'),
          import('../shell/shellSafety.ts'),
          import('../shell/safety/shellPaths.ts'),
          import('../shell/safety/shellVariables.ts'),
          import('../shell/safety/changedMeanings.ts'),
          import('../shell/safety/avoidingFiles.ts'),
        ]);
      const script = await parseShellScript(command);
      if (!script) return NOTHING_KNOWN;
      const areUsable = ({ source, literal }: SimpleCommand['words'][number]): boolean =>
        literal !== null || [...source.matchAll(/\$\{?#?([A-Za-z_]\w*)/g)].every(([, name = '']) => isUsable(name));
      const keepsMeanings = meanings.keepsMeanings(script);
      const values = valuesIn(script);
      const written = [
        ...script.texts.map(({ word }) => word.literal ?? ''),
        ...script.commands.flatMap(({ words }) => words.map(({ literal }) => literal ?? '')),
      ];
      const parts = script.commands.map((each) => {
        const verdict = each.words.every(areUsable) ? safety.classifyCommand(each) : 'unknown';
        const names = each.words.slice(1).map((word) => namesOf(word, values));
        return {
          words: each.words.map(({ literal }) => literal),
          isPlain: keepsMeanings && isPlain(each),
          texts: names.includes(null) ? null : names.flatMap((known) => known?.map(({ text }) => text) ?? []),
          ...((each.hasInput || each.words.some(isProcess)) && { input: written }),
          ...(meanings.setsVariables(each) && { setsVariables: true }),
          ...(verdict !== 'unknown' && { verdict }),
          readingHeads: safety.readingHeads(each),
        };
      });
      const judgement = safety.judgeShellScript(script);
      const isRunAsJudged = safety.gitCommandsIn(script).length === 0 || (await git.canHarden());
      const { verdict, effect } = isRunAsJudged ? judgement : safety.worstOf([judgement, safety.judged('unknown')]);
      const avoids = verdict === 'read-only' && avoidsWorkTree(script);
      return { verdict, effect, parts, files: safety.filesIn(script), avoidsWorkTree: avoids };
    },
  };
}

/** Whether a word is a process substitution, such as `<(command)`. */
function isProcess({ parts }: SimpleCommand['words'][number]): boolean {
  return parts.length === 0;
}

function isPlain({ words, assignments, redirections }: SimpleCommand): boolean {
  return (
    words.length > 0 &&
    assignments.length === 0 &&
    redirections.every(({ operator, target }) => isHarmless(operator, target?.literal ?? null))
  );
}

/**
 * True if a redirection only joins output streams or uses `/dev/null`. Input may be a program (`sh <<EOF`, `psql <
 * x.sql`).
 */
function isHarmless(operator: string, target: string | null): boolean {
  if (operator === '>&') return target !== null && (target === '/dev/null' || STREAMS.has(target));
  const isHere = operator === '<<' || operator === '<<-' || operator === '<<<';
  return !isHere && target === '/dev/null';
}
