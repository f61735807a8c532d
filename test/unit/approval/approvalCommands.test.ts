import { describe, expect, test } from 'vitest';
import { decideCommand as decide } from '../../support/shell/shellDecision.ts';

describe('the rule run_shell_command(npm test *)', () => {
  const allow = ['run_shell_command(npm test *)'];

  test.each([
    'npm test',
    'npm test -- --run a',
    'npm test 2>&1',
    'for name in a b; do npm test "$name"; done',
    'if npm test; then npm test; fi',
  ])('allows %s', async (command) => {
    expect(await decide(command, 'default', { allow })).toBe('allow');
  });

  test.each([
    'for PATH in .; do npm test; done',
    'for BASH_ENV in ./x; do npm test; done',
    'for NODE_OPTIONS in --require=./x.js; do npm test; done',
    'npm() { npm test; }; npm test',
    'function npm { npm test; }; npm test',
    'PATH=. npm test',
    'PATH=.; npm test',
    'npm test; PATH=.',
    'npm test && npm test > out.txt',
    'npm testing',
    'npm test; rm x',
    'npm test $(rm x)',
    './npm test',
    '$x test',
  ])('does not allow %s', async (command) => {
    expect(await decide(command, 'default', { allow })).toBe('ask');
  });

  test.each([
    'export PATH=.; npm test',
    'readonly PATH=.; npm test',
    'read -r PATH < file; npm test',
    'printf -v PATH .; npm test',
    'unset PATH; npm test',
    'export NODE_OPTIONS; npm test',
  ])('does not allow %s, even if other rules allow its other commands', async (command) => {
    const others = ['export', 'readonly', 'read', 'printf', 'unset'].map((name) => `run_shell_command(${name} *)`);
    expect(await decide(command, 'default', { allow: [...allow, ...others] })).toBe('ask');
  });
});

describe('in yolo mode, a deny rule such as run_shell_command(rm *)', () => {
  const deny = ['run_shell_command(rm *)'];

  test.each([
    'rm x',
    'RM x',
    '/bin/Rm x',
    'ls && rm -rf x',
    'sudo rm x',
    'for PATH in .; do rm x; done',
    'r() { rm x; }; r',
    'coproc rm x',
    'find . -name a -exec rm {} +',
    'find . -execdir rm {} ";"',
    'ls | xargs rm',
    'strace -f rm x',
    'chroot / rm x',
    'busybox rm x',
  ])('refuses %s', async (command) => {
    expect(await decide(command, 'yolo', { deny })).toBe('refuse');
  });

  test.each([
    "bash -c 'rm x'",
    "BASH -c 'rm x'",
    "/usr/bin/env bash -c 'rm x'",
    "sudo -u me sh -c 'rm x'",
    'eval "rm x"',
    'source ./x',
    '. ./x',
    'trap "rm x" EXIT',
    'echo "rm x" | sh',
    'echo "rm x" | sudo sh',
    'bash <<< "rm x"',
    'bash x.sh',
    'find . -exec sh -c "rm x" ";"',
    'ls | xargs -I% sh -c "rm %"',
    'printf "rm x" | xargs env',
    'cat list | xargs -n1 touch',
    'parallel touch ::: a',
    'watch "rm x"',
    'env -S "rm x"',
    'ssh localhost "rm x"',
    'su -c "rm x"',
    'python3 -c "import os; os.system(1)"',
    'python3 -W ignore -c 1',
    'echo 1 | python3',
    'python3 - < x.py',
    'node -e 1',
    'node --eval=1',
    'perl -ne 1 a',
    'ruby -e 1',
    'php -r 1',
    'awk "BEGIN { system(1) }"',
    "sed '1e rm x' a",
    "sed 's/a/b/e' a",
    'sed -f script a',
    "git -c alias.x='!rm x' x",
    "git rebase -x 'rm x' HEAD~2",
    "git submodule foreach 'rm x'",
    'git bisect run ./x',
    'fd a --exec touch',
    'tar xf a.tar --to-command=./x',
    "GIT_EDITOR='rm x' git commit",
    "export GIT_PAGER='rm x'; git log",
    'BASH_ENV=./x npm test',
    'r=rm; $r x',
    'sudo $r x',
    'alias r=rm',
  ])('requires approval for %s, which may run another command', async (command) => {
    expect(await decide(command, 'yolo', { deny })).toBe('ask');
  });

  test.each([
    'npm test',
    'npm run build -- --watch',
    'bash --version',
    'python3 -m pytest -q',
    'python3 x.py -c 1',
    'node server.js -p 80',
    "sed -i 's/a/tree/g' file",
    "awk '{print $1}' a",
    'git -c user.name=me commit -m "rm x"',
    'NODE_ENV=test npm test',
    'GIT_PAGER=cat git log',
    'find . -name "*.ts"',
    'echo rm x',
  ])('does not stop %s', async (command) => {
    expect(await decide(command, 'yolo', { deny })).toBe('allow');
  });

  test('ignores the case of names and words, but not of flags', async () => {
    expect(await decide('cat SECRET.txt', 'yolo', { deny: ['run_shell_command(cat secret.txt)'] })).toBe('refuse');
    expect(await decide('tar -c x', 'yolo', { deny: ['run_shell_command(tar -C *)'] })).toBe('allow');
  });

  test('does not affect commands if it is about files only', async () => {
    expect(await decide("bash -c 'rm x'", 'yolo', { deny: ['edit(src/**)'] })).toBe('allow');
  });
});

test('a rule with more than 16 words before its star does not allow a command that may write', async () => {
  const words = `tar ${'a '.repeat(20)}`;
  const allow = [`run_shell_command(${words}*)`];
  expect(await decide(`${words}b`, 'default', { allow })).toBe('ask');
  expect(await decide(`sudo ${'a '.repeat(8000)}`, 'yolo', { deny: ['run_shell_command(rm *)'] })).toBe('allow');
});

test('a rule with many stars is matched without exponential backtracking', async () => {
  const deny = [`run_shell_command(${'*a'.repeat(18)}b)`];
  expect(await decide('a'.repeat(4000), 'yolo', { deny })).toBe('allow');
});

describe('rules that allow interpreters', () => {
  const allow =
    'sh; bash -s; sudo sh; python3 -; node; env sh; bash /dev/stdin; cat x.sh; bash build.sh; bash -c ls; python3 -m http'
      .split('; ')
      .map((command) => `run_shell_command(${command})`);

  test.each([
    'sh',
    'sh <<EOF\ntouch x\nEOF',
    'sh <<< "touch x"',
    'sh < x.sh',
    'cat x.sh | sh',
    'cat x.sh | bash -s',
    'cat x.sh | env sh',
    'cat x.sh | bash /dev/stdin',
    'cat x.sh | python3 -',
    'cat x.sh | node',
    'bash build.sh < x.sh',
  ])('do not allow %s, which reads its code from standard input', async (command) => {
    expect(await decide(command, 'default', { allow })).toBe('ask');
  });

  test.each(['bash build.sh', 'bash -c ls', 'python3 -m http'])('allow %s', async (command) => {
    expect(await decide(command, 'default', { allow })).toBe('allow');
  });
});

describe('rules that deny a command of a program', () => {
  test.each([
    'git -C . push',
    'git --no-pager push',
    'git --git-dir=x -C y push',
    'sudo git -c color.ui=never push',
    'npm --prefix x --silent publish',
  ])('find the command after options: %s', async (command) => {
    const deny = ['run_shell_command(git push *)', 'run_shell_command(npm publish)'];
    expect(await decide(command, 'yolo', { deny })).toBe('refuse');
  });

  test.each(['git -C . log --grep push', 'git --no-pager log --grep=push', 'npm --prefix x run publish'])(
    'ignore the words after the command: %s',
    async (command) => {
      const deny = ['run_shell_command(git push *)', 'run_shell_command(npm publish)'];
      expect(await decide(command, 'yolo', { deny })).not.toBe('refuse');
    },
  );
});

describe('with a pattern for any arguments,', () => {
  test.each([
    ['git diff *', 'git diff --output=/tmp/x'],
    ['git log *', 'git log -p --output=x'],
    ['find *', 'find . -delete'],
    ['find *', 'find . -exec rm {} +'],
    ['sort *', 'sort -o x y'],
    ['git branch *', 'git branch -D main'],
    ['uniq *', 'uniq a b'],
    ['sed *', 'sed -i s/a/b/ src/a.ts'],
    ['sed *', 'sed -n -i p src/a.ts'],
    ['sed -n *', 'sed -n -i p src/a.ts'],
    ['sed -n 1p *', 'sed -n 1p -i src/a.ts'],
    ['sed *', "sed 'w x' src/a.ts"],
    ['sed *', "sed '1e ./x' src/a.ts"],
    ['jq *', 'jq -f x src/a.ts'],
    ['jq *', "jq -n 'input_filename, env' src/a.ts"],
    ['rg *', 'rg --hostname-bin ./x a'],
    ['rg *', 'rg -z a'],
    ['echo *', 'echo "$DB_PASS"'],
    ['printf *', 'printf %s "${DB_PASS}"'],
  ])('the allow rule %s does not allow %s, which may do more', async (rule, command) => {
    expect(await decide(command, 'default', { allow: [`run_shell_command(${rule})`] })).toBe('ask');
  });

  test.each([
    ['git diff *', 'git diff --stat HEAD'],
    ['git branch -D *', 'git branch -D main'],
    ['git stash *', 'git stash pop'],
    ['git commit *', 'git commit -m x'],
    ['git add *', 'git add docs/中文.md'],
    ['node --test', 'node --test'],
    ['* --version', 'node --version'],
    ['npm test -- *', 'npm test -- --run a'],
    ['node --test *', 'node --test test/a.test.js'],
    ['cp *', 'cp src/a.ts b'],
  ])('the allow rule %s allows %s', async (rule, command) => {
    expect(await decide(command, 'default', { allow: [`run_shell_command(${rule})`] })).toBe('allow');
  });
});

describe('for options that run or write other files,', () => {
  test.each([
    ['node --test *', 'node --test --import=./evil.js'],
    ['tee *', 'tee "$x"'],
    ['git diff *', 'git diff --ext-diff'],
    ['find *', 'find . -exec ./evil {} +'],
    ['rg *', 'rg --pre ./evil x'],
    ['git grep *', 'git grep -O./evil x'],
    ['sort *', 'sort --compress-program=./evil a'],
    ['tree *', 'tree -Lo 2 x'],
    ['xxd *', 'xxd -r a x'],
    ['date *', 'date 01010000'],
    ['cp *', 'cp src/a.ts "$x"'],
    ['rm *', 'for f in $(ls); do rm "$f"; done'],
  ])('the allow rule %s does not allow %s', async (rule, command) => {
    expect(await decide(command, 'default', { allow: [`run_shell_command(${rule})`] })).toBe('ask');
  });
});

test('in yolo mode, a git command that names no file is allowed', async () => {
  expect(await decide('git config user.name', 'yolo', {})).toBe('allow');
  expect(await decide('git config --list', 'yolo', {})).toBe('allow');
});

describe('for commands that may start other programs, the deny rule run_shell_command(rm *)', () => {
  const deny = ['run_shell_command(rm *)'];
  const HIDING = [
    // Text that bash itself evaluates.
    "read 'a[$(rm x)]' < f",
    'mapfile -C "rm x" -c 1 a < f',
    "printf -v 'a[$(rm x)]' y",
    "[ -v 'a[$(rm x)]' ]",
    "test -v 'a[$(rm x)]'",
    "let 'a[$(rm x)]'",
    "declare 'a[$(rm x)]'=1",
    'trap "rm x" EXIT',
    // Programs that start another program.
    'setarch x86_64 rm x',
    'linux64 rm x',
    'prlimit --as=1 rm x',
    '/lib64/ld-linux-x86-64.so.2 /bin/rm x',
    'runcon -t x rm x',
    'numactl -N 0 rm x',
    'chpst -u me rm x',
    'softlimit -m 1 rm x',
    'gosu me rm x',
    'su-exec me rm x',
    'tini -- rm x',
    'dumb-init rm x',
    'sg group -c "rm x"',
    'perf stat rm x',
    'screen -dm rm x',
    'tmux new "rm x"',
    'ls | entr rm x',
    'docker run me rm x',
    'npx rm x',
    'npm exec -c "rm x"',
    'npm exec rm x',
    'pnpm dlx rm',
    'uv run rm x',
    'poetry run rm x',
    'pipenv run rm x',
    'conda run rm x',
    'nix-shell --run "rm x"',
    'mise x -- rm x',
    'concurrently "rm x"',
    'hyperfine "rm x"',
    "make --eval='$(shell rm x)'",
    // Options that name a program.
    "sed '/x/erm y' f",
    'mawk -We f',
    'tar -I "rm x" -cf a b',
    'tar -F "rm x" -cf a b',
    'rsync -e "rm x" a b:',
    'scp -S rm a b:',
    'zip -TT "rm x" a b',
    'split --filter="rm x" a',
    'rg --hostname-bin rm x',
    'sort --compress-prog=rm a',
    'man -P "rm x" ls',
    'gcc -wrapper rm,x a.c',
    'less +!rm a',
    // Git options and settings that name a program.
    'git clone -u "rm x" a',
    'git fetch --upload-pack "rm x"',
    'git ls-remote --upload-pack=rm',
    'git push --receive-pack="rm x"',
    'git grep -O"rm x" a',
    'git diff --ext-diff',
    'git send-email --to-cmd="rm x" a',
    'git config alias.z "!rm x"',
    'git config core.hooksPath x',
    'git -c alias.z="!rm x" z',
    // Variables that make programs run other programs.
    ...(
      'PATH GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS HOME XDG_CONFIG_HOME LD_PRELOAD NODE_OPTIONS PERL5OPT RUBYOPT RSYNC_RSH ' +
      'TAR_OPTIONS MAKEFLAGS CC npm_config_script_shell GOFLAGS GIT_SSH BASH_ENV PROMPT_COMMAND'
    )
      .split(' ')
      .flatMap((name) => [`${name}=x ls`, `export ${name}=x; ls`, `env ${name}=x make`]),
  ];

  test.each(HIDING)('does not allow %s', async (command) => {
    expect(await decide(command, 'yolo', { deny })).not.toBe('allow');
  });

  test.each([
    'npm test',
    'NODE_ENV=test npm test',
    'CI=1 npm test',
    'git fetch origin',
    'tar -xzf a.tgz',
    'docker build .',
    'node --test',
    'make test',
    'git config user.name me',
  ])('does not stop %s', async (command) => {
    expect(await decide(command, 'yolo', { deny })).toBe('allow');
  });
});

test.each([
  ['sort *', 'sort --outp=x src/a.ts'],
  ['sort *', 'sort --ou x src/a.ts'],
  ['git diff *', 'git diff --outpu=x'],
  ['git log *', 'git log --outp x'],
])('the rule %s does not allow an abbreviated flag that writes: %s', async (pattern, command) => {
  expect(await decide(command, 'default', { allow: [`run_shell_command(${pattern})`] })).toBe('ask');
});

test.each([
  "compgen -W '$(rm x)'",
  "compgen -C 'rm x'",
  "wait -n -p 'a[$(rm x)]'",
  "sed -n '1erm x' f",
  "sed '1,$!erm x' f",
])('if a rule denies a command, %s needs approval', async (command) => {
  expect(await decide(command, 'yolo', { deny: ['run_shell_command(rm *)'] })).toBe('ask');
});
