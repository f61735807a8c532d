import { WRITERS } from './shellEffects.ts';
import { READS, UNKNOWN, WRITES, type Rule } from './programSpec.ts';

const FIND_READS = new Set(
  (
    '-name -iname -path -ipath -wholename -iwholename -regex -iregex -type -xtype -maxdepth -mindepth -size -empty ' +
    '-newer -mtime -mmin -atime -amin -ctime -cmin -perm -user -group -nouser -nogroup -readable -writable -executable ' +
    '-links -inum -samefile -print -print0 -printf -prune -quit -not -and -or -a -o -true -false -depth -mount -xdev ' +
    '-daystart -ls -regextype -newermt -noleaf -lname -ilname -H -P -E -X -x'
  ).split(' '),
);
const FIND_WRITES = new Set('-delete -fprint -fprint0 -fprintf -fls'.split(' '));
export const FIND_RUNS = new Set('-exec -execdir -ok -okdir'.split(' '));

/**
 * `find` counts as read-only only if every word that begins with a dash, even a test's value, is in `FIND_READS` or is a
 * number.
 */
export const findRule: Rule = ({ args }) => {
  if (args.some(({ literal }) => FIND_WRITES.has(literal ?? ''))) return WRITES;
  const run = args.findIndex(({ literal }) => FIND_RUNS.has(literal ?? ''));
  if (run >= 0) return WRITERS.has(args[run + 1]?.literal ?? '') ? WRITES : UNKNOWN;
  const isKnown = args.every(({ literal, prefix, splits }, at) => {
    if (literal !== null) return !literal.startsWith('-') || FIND_READS.has(literal) || /^-\d+[a-zA-Z]?$/.test(literal);
    return !splits && prefix !== '' && !prefix.startsWith('-') && args[at - 1]?.literal !== '-printf';
  });
  if (!isKnown) return UNKNOWN;
  const named = args.filter(({ literal }, at) => !literal?.startsWith('-') && isFolderOrFile(args[at - 1]?.literal));
  return { verdict: 'read-only', uses: named.map((word) => ({ word, access: 'name' })) };
};

/** Whether the word after `before` names a file or folder. After most tests, the word is only the test's value. */
function isFolderOrFile(before: string | null | undefined): boolean {
  return !before?.startsWith('-') || /^-(newer|samefile|[HPEXx])$/.test(before);
}

/**
 * Excludes `e` without a dash, which shows the environments of processes. Excludes `-auxe` too, because `ps` treats
 * `-auxe` as `auxe` if no user is named `xe`.
 */
export const psRule: Rule = ({ args }) => {
  const isKnown = args.every(({ literal }, at) => {
    const before = args[at - 1]?.literal ?? '';
    if (literal === null || /env/i.test(literal)) return false;
    if (/^-(p|e?o)$/.test(before)) return /^[a-z\d%,]+$/.test(literal);
    return /^(-?a?u?x?w*|-ef|-e?o|-[eAp]|--sort=-?[a-z%]+)$/.test(literal);
  });
  return isKnown ? READS : UNKNOWN;
};

export const seqRule: Rule = ({ args }) =>
  args.length <= 2 && args.every(({ literal }) => /^\d{1,6}$/.test(literal ?? '')) ? READS : UNKNOWN;

export const versionOnly: Rule = ({ args }) =>
  args.length === 1 && args[0]?.literal === '--version' ? READS : UNKNOWN;
