import type { Invocation, Rule, ShellEffect } from './shellSafetyRules.ts';
import { effectOfProgram, WRITERS } from './shellSafetyWriters.ts';

/** Tests and actions of `find` that only look. */
const TESTS = new Set(
  (
    '-name -iname -path -ipath -wholename -iwholename -regex -iregex -type -xtype -maxdepth -mindepth -size -empty ' +
    '-newer -mtime -mmin -atime -amin -ctime -cmin -perm -user -group -nouser -nogroup -readable -writable -executable ' +
    '-links -inum -samefile -print -print0 -printf -prune -quit -not -and -or -a -o -true -false -depth -mount -xdev ' +
    '-follow -daystart -ls -regextype -newermt -noleaf -lname -ilname -H -L -P -E -X -s -x'
  ).split(' '),
);

const WRITING = new Set('-delete -fprint -fprint0 -fprintf -fls'.split(' '));
const RUNNING = new Set('-exec -execdir -ok -okdir'.split(' '));

/** Every word that begins with a dash must be a test, also where it stands for a test's value. */
export const findRule: Rule = ({ args }) => {
  if (args.some(({ literal }) => WRITING.has(literal ?? ''))) return 'write';
  const run = args.findIndex(({ literal }) => RUNNING.has(literal ?? ''));
  if (run >= 0) return WRITERS.has(args[run + 1]?.literal ?? '') ? 'write' : 'unknown';
  const isKnown = args.every(({ literal, prefix, splits }) => {
    if (literal !== null) return !literal.startsWith('-') || TESTS.has(literal) || /^-\d+[a-zA-Z]?$/.test(literal);
    return !splits && prefix !== '' && !prefix.startsWith('-');
  });
  return isKnown ? 'read-only' : 'unknown';
};

/** What it does to the files that it finds; null if only the verdict says. */
export function effectOfFind(args: Invocation['args']): ShellEffect | null {
  if (args.some(({ literal }) => literal === '-delete')) return 'deletes-or-publishes';
  const run = args.findIndex(({ literal }) => RUNNING.has(literal ?? ''));
  return run < 0 ? null : effectOfProgram(args[run + 1]?.literal ?? '', args.slice(run + 2));
}
