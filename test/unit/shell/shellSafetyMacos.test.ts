import { describe } from 'vitest';
import { checkEach } from '../../support/shell/shellSafetyCases.ts';

/**
 * From the manuals of macOS and FreeBSD. These commands have not been run on macOS, and the fuzz test covers only
 * the programs of the machine that it runs on.
 */
describe('BSD programs whose options differ from those of GNU', () => {
  checkEach('unknown', [
    // arch(1): starts the program with the given architecture.
    'arch prog',
    'arch -arm64 prog',
    'arch -x86_64 ls',
    'arch -e A=b ls',
    // date(1): an operand without a plus sets the clock; -f gives the format of the operand.
    'date 0101',
    'date -u 010112002026',
    'date -f %Y 2026',
    'date -j -f %Y 2026 +%s',
    // uniq(1): no options after the first operand.
    'uniq a -c',
    'uniq a -d',
    'uniq a b -c',
    // xxd(1): no options after the first operand.
    'xxd -r a',
    'xxd a -p',
    // tail(1): only BSD has -r and -b; -F and -f follow the file.
    'tail -F a',
    'tail -f a',
    'tail -cf a',
    // sed(1): -I edits in place, -f reads a script.
    'sed -f script a',
    "sed -n '1w x' a",
    // find(1): -f names a folder to search, even one that looks like an option; -exec and -ok run programs.
    'find -f --x .',
    'find . -exec cat {} ;',
    'find . -okdir cat {} ;',
    // file(1): -C writes magic.mgc, -p sets times, -z runs programs.
    'file -C -m a',
    'file -p a',
    'file -z a',
    // sort(1): --random-source reads another file.
    'sort --random-source=a b',
    // script(1), open(1), say(1), osascript(1), pbcopy(1), defaults(1), mdfind(1), plutil(1), launchctl(1).
    'script -q /dev/null ls',
    'open .',
    'say x',
    'osascript -e 1',
    'pbcopy < a',
    'defaults read',
    'plutil -convert xml1 a',
    'mdfind x',
    'caffeinate ls',
    'sandbox-exec -p x ls',
    'xcrun ls',
    'xcode-select -p',
    'sw_vers',
    'sysctl -w a=b',
    // ps(1): -E and e show environments.
    'ps -E',
    'ps -axE',
    'ps axe',
    // hostname(1) with an operand sets it.
    'hostname x',
    // grep(1): -R and -S follow links, -D and -d open devices.
    'grep -S x a',
    'grep -R x .',
    'grep --decompress x a',
    'grep -z --null -Z x.gz --decompress',
    // ls(1): -L follows links; only newer versions have -%.
    'ls -L a',
    'ls -% a',
    'ls -D %s a',
    // more, man, top: wait for keys.
    'more a',
    'man ls',
    'top -l 1',
  ]);
  checkEach('write', [
    'uniq a b',
    'uniq -c a b',
    'xxd a b',
    "sed -i '' s/a/b/ a",
    "sed -I '' s/a/b/ a",
    "sed -E -i '' 's/a/b/' a",
    'sort -o a b',
    'find . -delete',
    'find . -print -delete',
    'tree -o a',
    'tree . -o a',
    'date -s 0101',
  ]);
  checkEach('read-only', [
    'arch',
    'date -u +%F',
    'date -r 0 +%s',
    'date -v +1d +%F',
    'date -v1d',
    'stat -f %z a',
    'stat -x a',
    'head -c 20 a',
    'head -5 a',
    'tail -n +2 a',
    'ls -laG',
    'ls -1tr',
    'uniq -c a',
    'uniq -d a',
    'xxd -l 16 a',
    'sed -n 1,20p a',
    "sed -E 's/a+/b/' a",
    'tree -L 2',
    'md5 -q a',
    'shasum -a 256 a',
    'du -d 1 -h .',
    'find -x . -name a',
    'find -E . -regex a',
    'readlink -f a',
    'wc -l a',
    'which -a node',
    'sort -n -k 2 a',
    'cut -d : -f 1 a',
  ]);
});
