import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PathResolution } from '../../../../src/extension/ports/workspace.ts';
import { decideApproval, type ApprovalConditions } from '../../../../src/extension/approval/approval.ts';
import type { ApprovalCall } from '../../../../src/extension/approval/approvalCall.ts';
import { NO_FILES } from '../../../../src/extension/approval/commandFiles.ts';
import { offerPersistentRules } from '../../../../src/extension/approval/rules/persistentRules.ts';
import { NO_RULES, parsePermissions } from '../../../../src/extension/approval/rules/permissionRules.ts';
import { createShellJudge } from '../../../../src/extension/approval/shellJudge.ts';
import { noRepository } from '../../../support/shell/git.ts';
import { EDIT_TOOLS, toolOf } from '../../../support/productTools.ts';

const CONDITIONS: ApprovalConditions = {
  mode: 'default',
  isTrusted: true,
  rules: NO_RULES,
  readOnlyCommands: 'ask',
  granted: new Set(),
};
const judge = createShellJudge('bash', noRepository);

const inside = (relative: string, display = relative): PathResolution => ({
  kind: 'inside',
  path: `/ws/${relative}`,
  relative,
  display,
});
const edit = (path: PathResolution): ApprovalCall => ({
  tool: { name: 'edit', kind: 'edit' },
  editTools: EDIT_TOOLS,
  paths: [path],
});
const web = (url: string): ApprovalCall => ({
  tool: { name: 'web_fetch', kind: 'network' },
  editTools: EDIT_TOOLS,
  paths: [],
  url,
});
const shell = async (text: string, paths: PathResolution[] = []): Promise<ApprovalCall> => ({
  tool: { name: 'run_shell_command', kind: 'execute' },
  editTools: EDIT_TOOLS,
  paths,
  command: {
    text,
    grantDirectory: '/ws',
    displayDirectory: '',
    parts: (await judge.examine(text)).parts,
    files: NO_FILES,
    verdict: 'unknown',
    effect: 'unknown',
  },
});
const offered = (call: ApprovalCall, conditions = CONDITIONS): string[] =>
  offerPersistentRules(call, conditions).map(({ rules }) => rules.join(' + '));
const allowedBy = (rules: readonly string[], call: ApprovalCall): boolean => {
  const parsed = parsePermissions({ allow: rules }, [], '/home/me');
  return decideApproval(call, { ...CONDITIONS, rules: parsed.rules }).kind === 'allow';
};

test('the offer of rules is empty for a delete and for a move', () => {
  const [a, b] = [inside('src/a.ts'), inside('src/b.ts')];
  expect(offered({ tool: toolOf('delete_file', 'edit'), editTools: EDIT_TOOLS, paths: [a] })).toEqual([]);
  expect(offered({ tool: toolOf('move_file', 'edit'), editTools: EDIT_TOOLS, paths: [a, b] })).toEqual([]);
});

describe('the offer of rules for a command', () => {
  test.each<[string, string[]]>([
    ['ls -la', ['run_shell_command(ls -la)', 'run_shell_command(ls *)']],
    ['git status -s', ['run_shell_command(git status -s)', 'run_shell_command(git status *)']],
    ['git branch x', ['run_shell_command(git branch x)']],
    ['npm test', ['run_shell_command(npm test)']],
    ['npm test -- a', ['run_shell_command(npm test -- a)', 'run_shell_command(npm test -- *)']],
    ['npm test --prefix ../x', ['run_shell_command(npm test --prefix ../x)']],
    ['make test', ['run_shell_command(make test)']],
    ['npm run lint -- --fix', ['run_shell_command(npm run lint -- --fix)', 'run_shell_command(npm run lint -- *)']],
    ['git commit -m "a b"', ['run_shell_command(git commit -m "a b")']],
    [`git commit -m 'say "x"'`, [`run_shell_command(git commit -m 'say "x"')`]],
    [
      'cd src && ls',
      ['run_shell_command(cd src) + run_shell_command(ls)', 'run_shell_command(cd *) + run_shell_command(ls *)'],
    ],
    [
      'npm test 2>&1 | tail -5',
      [
        'run_shell_command(npm test) + run_shell_command(tail -5)',
        'run_shell_command(npm test) + run_shell_command(tail *)',
      ],
    ],
    ['jq .a f', ['run_shell_command(jq .a f)', 'run_shell_command(jq *)']],
    ['sed -n 1,20p f', ['run_shell_command(sed -n 1,20p f)', 'run_shell_command(sed *)']],
    ['rg -n a src', ['run_shell_command(rg -n a src)', 'run_shell_command(rg *)']],
    ['sed -i s/a/b/ f', ['run_shell_command(sed -i s/a/b/ f)']],
    ['rg --pre ./x a', ['run_shell_command(rg --pre ./x a)']],
    ['jq -f x f', ['run_shell_command(jq -f x f)']],
    ['ls && ls', ['run_shell_command(ls)', 'run_shell_command(ls *)']],
  ])('has a rule with the exact words of %s, and a pattern if all its matches are safe', async (text, rules) => {
    expect(offered(await shell(text))).toEqual(rules);
  });

  test.each([
    ['a word that is only known at run time', 'make $HOME'],
    ['a syntax error', 'if true; then'],
    ['a redirection into a file', 'npm test > log'],
    ['a variable that is set for the command', 'NODE_OPTIONS=x npm test'],
    ['a star, which would be a wildcard', 'make "*.ts"'],
    ['a literal tilde, which the rule would expand', 'make "~/x"'],
    ['a word that cannot be quoted', `make "it's"'"'`],
    ['invisible characters', 'ls a\u200bb'],
    ['a program whose effect depends on the folder', 'rm -rf build'],
    ['a program whose effect depends on the folder, after another word', 'time rm -rf build'],
    ['a program whose effect depends on the folder, named by its path', '/bin/rm -rf build'],
    ['a command for another user', 'sudo ls'],
    ['a shell that reads its commands from standard input', 'echo hi | sh'],
    ['code in a here-document', 'psql <<EOF\ndrop table x\nEOF'],
    ['too many commands', 'a; b; c; d; e'],
  ])('is empty for %s', async (_title, text) => {
    expect(offered(await shell(text))).toEqual([]);
  });

  test('is empty if the command runs outside the workspace or in a sensitive folder', async () => {
    const outside: PathResolution = { kind: 'outside', path: '/etc', display: '/etc' };
    expect(offered(await shell('ls', [outside]))).toEqual([]);
    expect(offered(await shell('ls', [inside('.git/hooks')]))).toEqual([]);
    expect(offered(await shell('ls', [inside('src')]))).toEqual(['run_shell_command(ls)', 'run_shell_command(ls *)']);
  });

  test('has an exact rule, which does not match a command with added, missing or changed words', async () => {
    const word = fc.stringMatching(/^[\w./=:@,"' -]{1,8}$/);
    const words = fc.array(word, { minLength: 1, maxLength: 4 });
    const toCall = (list: readonly string[]): ApprovalCall => ({
      tool: { name: 'run_shell_command', kind: 'execute' },
      editTools: EDIT_TOOLS,
      paths: [],
      command: {
        text: list.join(' '),
        grantDirectory: '/ws',
        displayDirectory: '',
        parts: [{ words: list, isPlain: true }],
        files: NO_FILES,
        verdict: 'unknown',
        effect: 'unknown',
      },
    });
    fc.assert(
      fc.property(words, words, (asked, other) => {
        const [exact] = offerPersistentRules(toCall(asked), CONDITIONS);
        if (!exact) return;
        expect(allowedBy(exact.rules, toCall(asked))).toBe(true);
        expect(allowedBy(exact.rules, toCall(other))).toBe(asked.join('\0') === other.join('\0'));
        expect(allowedBy(exact.rules, toCall([...asked, 'more']))).toBe(false);
      }),
    );
  });
});

describe('the offer of rules for an edit', () => {
  test('has the folder of the file, and the topmost folder of the workspace above the file', () => {
    expect(offerPersistentRules(edit(inside('src/a/b.ts')), CONDITIONS)).toEqual([
      { kind: 'folder', subjects: ['src/a/'], rules: ['edit(/ws/src/a/**)'] },
      { kind: 'folder', subjects: ['src/'], rules: ['edit(/ws/src/**)'] },
    ]);
    const several = edit(inside('src/b.ts', 'app/src/b.ts'));
    expect(offerPersistentRules(several, CONDITIONS)).toEqual([
      { kind: 'folder', subjects: ['app/src/'], rules: ['edit(/ws/src/**)'] },
    ]);
  });

  test('has the file itself if it is not in a folder', () => {
    expect(offered(edit(inside('README.md')))).toEqual(['edit(/ws/README.md)']);
  });

  test('has a rule that matches the exact name of the folder, whatever characters the name has', () => {
    const call = edit(inside('src [*]/a,b/c.ts'));
    const [offer] = offerPersistentRules(call, CONDITIONS);
    expect(allowedBy(offer?.rules ?? [], call)).toBe(true);
    expect(allowedBy(offer?.rules ?? [], edit(inside('src x/a,b/c.ts')))).toBe(false);
  });

  test('is empty for a file that can run code, and folder rules do not allow such a file', () => {
    const rules = ['edit(/ws/src/**)', 'edit(/ws/**)', 'edit(src/**)', 'edit(**/*)'];
    for (const path of ['src/package.json', 'src/.vscode/tasks.json', 'src/.npmrc']) {
      expect(offered(edit(inside(path)))).toEqual([]);
      expect(allowedBy(rules, edit(inside(path)))).toBe(false);
    }
    expect(allowedBy(['edit(**/package.json)'], edit(inside('src/package.json')))).toBe(true);
    expect(allowedBy(['edit(/ws/src/.vscode/**)'], edit(inside('src/.vscode/tasks.json')))).toBe(true);
  });

  test('is empty for a file outside the workspace', () => {
    expect(offered(edit({ kind: 'outside', path: '/tmp/a.ts', display: '/tmp/a.ts' }))).toEqual([]);
  });
});

test('the offer of rules for a page has the site of the page', () => {
  expect(offerPersistentRules(web('https://example.com:8443/a?b'), CONDITIONS)).toEqual([
    { kind: 'site', subjects: ['https://example.com:8443'], rules: ['web_fetch(https://example.com:8443)'] },
  ]);
  expect(offered(web('not an address'))).toEqual([]);
  expect(allowedBy(['web_fetch(https://example.com)'], web('http://example.com/'))).toBe(false);
});

test('the offer of rules is empty if a rule of the user would still ask or deny', async () => {
  const { rules } = parsePermissions({ ask: ['run_shell_command(npm *)'] }, [], '');
  expect(offered(await shell('npm test'), { ...CONDITIONS, rules })).toEqual([]);
  expect(offered(await shell('make'), { ...CONDITIONS, rules })).toEqual(['run_shell_command(make)']);
});

test('the offer of rules is empty for a plan, and for an external tool, for which VS Code asks the user', () => {
  expect(offered({ tool: { name: 'mcp_x', kind: 'foreign' }, editTools: EDIT_TOOLS, paths: [] })).toEqual([]);
  expect(offered({ tool: { name: 'exit_plan_mode', kind: 'plan' }, editTools: EDIT_TOOLS, paths: [] })).toEqual([]);
});
