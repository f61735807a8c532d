import { describe } from 'vitest';
import { checkEach } from '../../support/shellSafetyCases.ts';

/** Commands that once looked as if they only read, and what is of the same kind. */
describe('programs that start others, or write by a detail of their options', () => {
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

describe('words that another locale reads in another way', () => {
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

describe('secrets in variables, and in the files about processes', () => {
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

describe('what has no end, or grows', () => {
  checkEach('unknown', [
    'while read -r x <<< y; do :; done',
    'while read -r x < f; do :; done',
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
