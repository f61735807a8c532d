import { describe } from 'vitest';
import { checkEach } from '../../support/shell/shellSafetyCases.ts';

/** Commands that an earlier version took for read-only, and others of the same kind. */
describe('programs that start other programs or write because of a detail of their options', () => {
  checkEach('unknown', [
    "sed 's/[^]/A/;s|]/touch pwned;#/e;#|y|' f",
    "sed -n 's/[^]/A/;s|]/x/w /any/path|y|' f",
    "sed 's/[]]/x/' f",
    "sed 's/a\\/b/c/e' f",
    "sed 's/a/b/;w x' f",
    "sed $'s/a/b/\\nw x' f",
    'arch -arm64 touch x',
    'arch touch x',
    'arch -x86_64 rm x',
    'setarch x86_64 ls',
    'linux64 ls',
    'prlimit --as=1 ls',
    'tree -Po "*" out',
    'tree -Lo 2 out',
    'tree -Io x out',
    'tree -LR 1 .',
    'xxd f -p',
    'xxd f -c5',
    'uniq f -c',
    'date +%s -s 0',
    'PATH=. ls',
    'GIT_CONFIG_COUNT=1 git status',
    'HOME=x git status',
  ]);
  checkEach('write', [
    'git config core.fsmonitor "touch PWNED;false" --list',
    'git config --global alias.st "!touch PWNED" -l',
    'git config --global core.hooksPath /elsewhere/evil --list',
    'git config --global core.pager "touch PWNED" --get',
    'git config a.b -l',
    'git config user.name mallory --list',
    'git config --local a.b c --get-all',
    'git config --list a.b',
    'git config {a,b}.c',
    'git branch --sort --list pwned',
    'git branch --sort --list -- pwned2',
    'git branch --format --list pwned3 HEAD',
    'git branch pwned --sort=x',
    'git tag --sort --list pwned',
    'git symbolic-ref refs/heads/{a,b}',
    'git symbolic-ref refs/heads/*',
    'uniq ./{f,../../home/evilrc}',
    'uniq logs/*.txt',
    'uniq -- logs/*',
    'xxd logs/*.txt',
    'xxd -p ./{f,out}',
    'xxd ./{f,g}',
    'uniq ä你b',
  ]);
  checkEach('read-only', [
    'arch',
    'git config --get user.name',
    'git config --global --list',
    'git branch --merged',
    'git branch --merged main',
    'git branch --list "a*" --sort=-committerdate',
    'git status -uno',
    'uniq -c a',
    'xxd -l 64 a',
    'tree -L 2 src',
  ]);
});

describe('words that are parsed differently in another locale', () => {
  checkEach('unknown', [
    'LC_ALL=zh_CN.GBK\necho a',
    'LC_ALL=zh_CN.GBK sort a',
    'export LANG=ja_JP.SJIS',
    'export LC_CTYPE="$x"',
    'echo "你\\"; evil #"',
    'echo 你\\;evil',
    'echo 中| cat',
    'sort fà-ox',
    'cat fà/../../etc/passwd',
  ]);
  checkEach('read-only', [
    'LC_ALL=C sort a',
    'LC_ALL=en_US.UTF-8 sort a',
    'cat docs/中文.md',
    'cat 你好.md',
    'cat "à b"',
  ]);
});

describe('secrets in variables and in /proc', () => {
  checkEach('unknown', [
    'echo $PPID',
    'cat p/$PPID/environ',
    'echo $DB_PASS',
    'echo "$DATABASE_URL"',
    'echo ${OPENAI_API_KEY}',
    'echo ${#SENTRY_DSN}',
    'echo $GITHUB_PAT',
    'echo $http_proxy',
    'x=$AWS_SESSION; echo $x',
  ]);
  checkEach('read-only', ['echo $HOME $PWD $USER', 'echo "$NODE_ENV"', 'echo $?', 'echo $count']);
});

describe('commands without an end, or with unlimited memory use', () => {
  checkEach('unknown', [
    'while read -r x <<< y; do :; done',
    'while read -r x < f; do :; done',
    'while read -n 0 x; do :; done < f',
    'while read -rN00 x; do :; done < f',
    'while true; do ls; done',
    'until false; do ls; done',
    "jq -n '.[200000000]=1'",
    "jq '.[200000000]=1' a",
    "jq 'def f: f; f' a",
    "awk '{NF=100000000} 1' a",
    'awk \'{gsub(/a/, "aaaa"); gsub(/a/, "aaaa")} 1\' a',
    'git log --date=format:%2000000000d -1',
    'git log --format=%2000000000d -1',
    "git log --format='%<(99999999)%h'",
  ]);
});

describe('values that a program does not accept, and names that become options', () => {
  checkEach('unknown', [
    'tail -cf log',
    'tail -5cf log',
    'tail -nf log',
    'head -c x a',
    'grep -A x y a',
    'for x in *; do git diff -S "$x"; done',
    'x=--output=a; git diff -S "$x"',
    'git log --since "$x"',
    'git rev-list -* HEAD',
    'git diff -?output=a',
    'sort -*',
    'rg foo -[-]*',
    'cat -"$x"',
    'rg -e "$x" -- a',
    'f=-r; grep foo "$f" .',
    'grep foo {-r,.}',
    'for f in -r a; do grep foo "$f" .; done',
    'wc {--files0-from=.env,a}',
    'x=--files0-from=.env; wc "$x"',
    'strings @.env',
    'grep -R foo .',
    'grep --dereference-recursive foo .',
    'rg --follow foo',
    'rg -L foo',
    'ls -RL',
    'du -L .',
    'cat .[[:lower:]]nv',
    'cat a[]b]c',
    'cat [[:alpha:]]',
    'git grep --no-index foo',
  ]);
  checkEach('read-only', [
    'tail -n +5 a',
    'tail -n5 a',
    'tail -c 1k a',
    'head -n -5 a',
    'head -c 100000 a',
    'grep -A 3 -B3 y a',
    'cat [ab].txt',
    'cat [a-c]*.txt',
    'git diff -U10 -M90 -C',
    'for f in *.ts; do wc -l "$f"; done',
  ]);
});

describe('formats and scripts with unlimited output', () => {
  checkEach('unknown', [
    "stat -c '%2000000000n' a",
    'stat --printf=%-0999999999s a',
    'date +%2000000000d',
    'x=%2000000000d; date "+$x"',
    "find . -printf '%2000000000p'",
    'x=%2000000000p; find . -printf "a$x"',
    "printf '%(%2000000000d)T'",
    "git log --format='%w(0,2000000000)%h'",
    "git for-each-ref --format='%(align:2000000000)%(refname)%(end)'",
    'nl -w 2000000000 a',
    'uniq -w 2000000000 a',
    `awk '${'/a/{x++}'.repeat(20)}!' a`,
    "jq '[.,.]|[.,.]|[.,.]|[.,.]|[.,.]' a",
    "jq 'tojson|tojson|tojson|tojson|tojson|tojson' a",
    "jq '[..]|[..]|[..]|[..]' a",
    `sed '${Array.from({ length: 9 }, () => 's/a/aaaaaaaaaa/g').join(';')}' a`,
    `sed 's/${'a|'.repeat(90)}/x' a`,
  ]);
  checkEach('read-only', [
    'jq \'.[] | select(.name == "x") | .version\' a',
    "jq -r '.dependencies | to_entries[] | .key' a",
    "jq '.a, .b' a",
    "jq '.[] | {name, v: .version}' a",
    'jq \'map(.x) | join(",")\' a',
  ]);
});

describe('environments of processes and settings of package managers', () => {
  checkEach('unknown', [
    'ps -auxe',
    'ps -axe',
    'ps -efx',
    'ps -efw -o environ',
    'ps --format=environ',
    'export npm_config_script_shell=./evil',
    'for npm_config_prefix in a; do ls; done',
    'export no_proxy=a',
    'echo $npm_config_registry',
  ]);
});
