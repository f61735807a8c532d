import { describe, expect, test } from 'vitest';
import { decideApproval } from '../../../src/extension/approval/approval.ts';
import { toApprovalCall } from '../../../src/extension/approval/approvalCall.ts';
import { parsePermissions } from '../../../src/extension/approval/rules/permissionRules.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { bashJudge, shellTool, type RuleLists } from '../../support/shell/shellDecision.ts';
import { EDIT_TOOLS } from '../../support/productTools.ts';

const FILES = {
  '.env': 'KEY=1',
  'a.ts': '',
  'a/.env': '',
  'docs/.env': '',
  'docs/a.md': '',
  'docs/package.json': '{}',
  'sub/.env': '',
  'src/a.ts': '',
  'src/b/c.ts': '',
  'test/a.test.ts': '',
  'x.tar': '',
  '/tmp/x/package.json': '{}',
};

async function decide(
  text: string,
  mode: ApprovalMode,
  lists: RuleLists,
  workspace = createMemoryWorkspace(FILES),
): Promise<string> {
  const { rules, problems } = parsePermissions(lists, [], '/home/me');
  expect(problems).toEqual([]);
  const { signal } = new AbortController();
  const call = await toApprovalCall(
    shellTool,
    { command: text },
    workspace,
    { shell: bashJudge, editTools: EDIT_TOOLS, rules },
    signal,
  );
  const conditions = { mode, isTrusted: true, rules, readOnlyCommands: 'ask', granted: new Set<string>() } as const;
  return decideApproval(call, conditions).kind;
}

const EVERYTHING = [
  'run_shell_command',
  ...['cp *', 'rm *', 'mv *', 'git *', 'tar *'].map((rule) => `run_shell_command(${rule})`),
];

async function expectNeverAllowed(command: string, lists: RuleLists): Promise<void> {
  for (const mode of ['default', 'auto-edit', 'yolo'] as const)
    for (const allow of [[], EVERYTHING]) expect(await decide(command, mode, { ...lists, allow })).not.toBe('allow');
}

describe('for folders that a command changes', () => {
  test.each([
    'rm -rf .',
    'rm -rf ./',
    'sudo rm -rf .',
    'busybox rm -rf .',
    'rm -rf *',
    'rm -rf sub',
    'cp docs/.env .',
    'cp -r docs/. .',
    'cp -r docs x',
    'cp x/.env docs',
    'cp x/{a,.env} docs',
    'mv sub docs',
    'mv sub x',
    'cp a/.env -t docs',
    'cp a/.env -tdocs',
    'cp a/.env --target-directory=docs',
    'cp a -r -tdocs',
    'install x/.env docs',
    'ln x/.env docs',
    'rsync -a docs/ .',
    'git checkout -- .',
    'git checkout .',
    'git checkout HEAD -- sub',
    "git checkout -- '*'",
    'git checkout -- :/',
    'git restore .',
    'git restore --source=HEAD~1 sub',
    'git rm -r sub',
    "git rm '*.env'",
    'git mv sub x',
    'git clean -fdx',
    'git clean -fdx .',
    'git reset --hard',
    'find . -name "*.env" -delete',
    'find -name "*.env" -delete',
    'find . -exec rm {} +',
    'tar xf x.tar',
    'tar -xf x.tar -C src',
    'unzip x.zip',
    'patch -p1 < x.patch',
    'git apply x.patch',
    'sed -i s/a/b/ */.env',
    'chmod -R 0 .',
    'truncate -s0 sub/.e*',
    'cd sub && rm -rf .',
    'cd docs && cp .env ../src',
    'npx rimraf sub',
    'git checkout-index -af',
    'git read-tree -u --reset HEAD',
    'git stash -u',
    'unknown-program .',
    'unknown-program sub',
  ])('the deny or ask rule edit(.env) does not allow %s', async (command) => {
    await expectNeverAllowed(command, { deny: ['edit(.env)'] });
    await expectNeverAllowed(command, { ask: ['edit(.env)'] });
  });

  test.each([
    'rm -rf docs',
    'rm -r docs/',
    'mv docs x',
    'git mv docs x',
    'git rm -r docs',
    'rsync a docs',
    'cp a.ts docs',
    'cp -r src docs',
    'mv a.ts docs',
    'ln -s ../a.ts docs',
    'tar -xCdocs -f x.tar',
    'tar -C docs -xf x.tar',
    'tar --directory=docs -xf x.tar',
    'unzip x.zip -d docs',
    'unknown-program -odocs',
    'rm -rf .',
    'npm exec -- rm -rf docs',
  ])('the deny rule edit(docs/**) does not allow %s', async (command) => {
    await expectNeverAllowed(command, { deny: ['edit(docs/**)'] });
  });

  test.each([
    'npm test',
    'npm run build',
    'make test',
    'cargo build',
    'git add .',
    'git commit -m docs',
    'git push origin docs',
    'git status',
    'git switch main',
    'ls docs',
    'ls .',
    'grep -rn x .',
    'eslint src',
    'prettier --write src',
    'tsc -p src',
    'rm -rf src',
    'rm src/a.ts',
    'cp a.ts src',
    'cp -r src lib',
    'mv src lib',
    'git mv src lib',
    'mkdir -p lib/x',
    'touch b.ts',
    'git checkout -- src',
    'git clean -fd src',
    'find src -name "*.js" -delete',
    'tar cf /tmp/x.tar src',
    'tar tf x.tar',
    'zip -r /tmp/x.zip src',
    'cp -r . /tmp/x',
  ])('the deny rules edit(.env), edit(test/**) and edit(docs/**) do not stop %s', async (command) => {
    const deny = ['edit(.env)', 'edit(test/**)', 'edit(docs/**)'];
    expect(await decide(command, 'yolo', { deny })).toBe('allow');
  });
});

describe('for commands that read whole folders', () => {
  test.each([
    'cp -r . /tmp/x',
    'cp -a ./. /tmp/x',
    'cp -rt /tmp/x .',
    'rsync -a . /tmp/x',
    'zip -r /tmp/x .',
    'zip -r x sub',
    'tar cf x .',
    'tar -C sub -cf /tmp/x.tar .',
    'tar czf x.tgz sub',
    '7z a x.7z sub',
    'find . -type f -exec cat {} +',
    'find -type f -exec cat {} +',
    'find sub -exec cat {} +',
    'grep -R KEY .',
    'grep -R KEY',
    'ack KEY',
    'git archive HEAD',
    'git add -A',
    'ack KEY .',
    'git add .',
    'git add -A sub',
    'ln -s sub x',
    'mv sub x',
    'rg KEY',
    'ack -A 3 KEY',
    'ag -G env$ KEY',
    'rg -uu KEY sub',
    'docker build ./sub',
  ])('the deny rule read_file(.env) does not allow %s', async (command) => {
    await expectNeverAllowed(command, { deny: ['read_file(.env)'] });
  });

  test.each([
    'cp -r src /tmp/x',
    'tar cf /tmp/x.tar src',
    'tar xf x.tar',
    'grep -Z KEY a.ts',
    'ack KEY src',
    'git commit -am x',
    'find . -name a.ts',
    'find src -type f -exec cat {} +',
    'rg KEY src',
    'git add src',
    'npm test',
    'ls -la',
  ])('the deny rule read_file(.env) does not stop %s', async (command) => {
    expect(await decide(command, 'yolo', { deny: ['read_file(.env)'] })).toBe('allow');
  });
});

describe('an allowed command that does not name every file it changes', () => {
  const allow = EVERYTHING;

  test.each([
    'cp docs/package.json .',
    'cp docs/package.json src',
    'cp docs/package.json -tsrc',
    'cp -t src docs/package.json',
    'cp -r docs/. .',
    'cp -r docs/ src',
    'cp -r docs x',
    'cp -rT docs x',
    'mv docs/package.json .',
    'cp docs/{a.md,package.json} .',
    'cp docs/* .',
    'cp -r /tmp/x/. .',
    'cp -r /tmp/missing/. .',
    'mkdir new && cp docs/package.json new',
    'cp docs/package.json new/',
  ])('needs approval, except in yolo mode, if one of the other files can run code: %s', async (command) => {
    expect(await decide(command, 'default', { allow })).toBe('ask');
    expect(await decide(command, 'auto-edit', { allow })).toBe('ask');
    expect(await decide(command, 'yolo', { allow })).toBe('allow');
  });

  test.each([
    'cp docs/a.md .',
    'cp -r src/. .',
    'cp -r src lib',
    'cp -r docs /tmp/x',
    'mv src lib',
    'cp /tmp/a.md src',
    'cp docs/package.json x',
    'rm -rf docs',
    'rm -rf .',
  ])('runs if it writes no other file of the workspace that can run code: %s', async (command) => {
    expect(await decide(command, 'default', { allow })).toBe('allow');
  });
});

describe('file names that are only known at run time', () => {
  test.each([
    'for f in /etc/*; do cat $f; done',
    'for f in /etc/*; do cat "$f"; done',
    'for f in ../*; do rm $f; done',
    'echo x > "$FOO"',
    'echo x >> $FOO',
    'npm test > "$FOO"',
    'cat < "$FOO"',
    'for f in $(ls); do tee $f; done',
    'tee $f',
    'cat "$f"',
    'cat $(ls)',
    'cp a.ts "$x"',
    'rm -rf "$x"',
    'rm -rf "$x"/*',
    'ls "$x"',
    'sort -n "$f"',
    'tac $f',
    'sed -n 1p "$f"',
    'sed -i s/a/b/ "$f"',
    'awk -v x=1 "{ print }" $f',
    'grep -R x "$f"',
    'tar xf a.tar -C "$x"',
    'sudo tee "$f"',
    'ls | xargs cat',
    'ls | xargs rm',
  ])('cause a question in every mode, whatever is allowed: %s', async (command) => {
    await expectNeverAllowed(command, {});
  });

  test.each([
    'npm run "$x"',
    'echo "$x"',
    'echo "$(ls)"',
    'printf "%s" "$x"',
    'kill $pid',
    'for f in src/*.ts; do cat "$f"; done',
    'for f in src/*.ts; do cat $f; done',
    'for f in a b; do echo x > "$f.txt"; done',
    'git checkout "$branch"',
    'git diff $(git merge-base main HEAD)',
    'git show "$commit"',
    'grep "$pattern" src/a.ts',
    'head -n "$n" src/a.ts',
    'sed -n "${n}p" src/a.ts',
    'sed -i "s/a/$b/" src/a.ts',
    'jq --arg x "$y" .a package.json',
    'test -f "$f"',
    '[ -n "$x" ] && npm test',
    'curl "$url"',
    'pip install "$x"',
  ])(
    'do not cause a question in yolo mode if they are in the workspace, or the word might not be opened as a file: %s',
    async (command) => {
      expect(await decide(command, 'yolo', {})).toBe('allow');
    },
  );
});

test.each(['rm -rf .', 'zip -r x .', 'eslint src', 'git checkout -- .'])(
  'without rules about files, folders are not listed for %s',
  async (command) => {
    const workspace = createMemoryWorkspace(FILES);
    await decide(command, 'yolo', { deny: ['run_shell_command(make *)'] }, workspace);
    expect(workspace.calls.filter((call) => /^(list|glob) /.test(call))).toEqual([]);
  },
);
