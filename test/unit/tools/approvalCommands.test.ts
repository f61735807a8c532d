import { describe, expect, test } from 'vitest';
import { decideApproval } from '../../../src/extension/tools/approval.ts';
import { parsePermissions } from '../../../src/extension/tools/permissionRules.ts';
import { createShellJudge } from '../../../src/extension/tools/shellJudge.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';

const judge = createShellJudge('bash');

type Lists = { allow?: string[]; ask?: string[]; deny?: string[] };

/** What becomes of a command as the real judge takes it apart. */
async function decide(text: string, mode: ApprovalMode, lists: Lists): Promise<string> {
  const [parts, { verdict, effect }] = await Promise.all([judge.parse(text), judge.judge(text)]);
  const command = { text, directory: '/ws', folder: '', parts, finding: verdict, effect };
  const { rules, problems } = parsePermissions(lists, [], '/home/me');
  expect(problems).toEqual([]);
  const tool = { name: 'run_shell_command', kind: 'execute' } as const;
  return decideApproval({ tool, paths: [], command }, { mode, isTrusted: true, rules, granted: new Set() }).kind;
}

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
  ])('does not allow %s, whatever else is allowed', async (command) => {
    const others = ['export', 'readonly', 'read', 'printf', 'unset'].map((name) => `run_shell_command(${name} *)`);
    expect(await decide(command, 'default', { allow: [...allow, ...others] })).toBe('ask');
  });
});

describe('the denial run_shell_command(rm *), in yolo mode', () => {
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
  ])('asks for %s, in which another command may hide', async (command) => {
    expect(await decide(command, 'yolo', { deny })).toBe('ask');
  });

  test.each([
    'npm test',
    'npm run build -- --watch',
    'ls | xargs wc -l',
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
  ])('lets %s pass', async (command) => {
    expect(await decide(command, 'yolo', { deny })).toBe('allow');
  });

  test('folds the case of names and words, not that of flags', async () => {
    expect(await decide('cat SECRET.txt', 'yolo', { deny: ['run_shell_command(cat secret.txt)'] })).toBe('refuse');
    expect(await decide('tar -c x', 'yolo', { deny: ['run_shell_command(tar -C *)'] })).toBe('allow');
  });

  test('asks for nothing where no rule names a command', async () => {
    expect(await decide("bash -c 'rm x'", 'yolo', { deny: ['edit(src/**)'] })).toBe('allow');
  });
});

test('a rule with many stars is decided at once', async () => {
  const deny = [`run_shell_command(${'*a'.repeat(18)}b)`];
  expect(await decide('a'.repeat(4000), 'yolo', { deny })).toBe('allow');
});

describe('a rule for what runs programs', () => {
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
  ])('does not allow %s, which reads what to run', async (command) => {
    expect(await decide(command, 'default', { allow })).toBe('ask');
  });

  test.each(['bash build.sh', 'bash -c ls', 'python3 -m http'])('allows %s', async (command) => {
    expect(await decide(command, 'default', { allow })).toBe('allow');
  });
});
