import { link, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { decideApproval } from '../../../src/extension/approval/approval.ts';
import { toApprovalCall, type ApprovalCall } from '../../../src/extension/approval/approvalCall.ts';
import { parsePermissions } from '../../../src/extension/approval/rules/permissionRules.ts';
import { createShellJudge } from '../../../src/extension/approval/shellJudge.ts';
import { createDiskWorkspace } from '../../../src/extension/node/diskWorkspace.ts';
import { walkSearch } from '../../../src/extension/node/search/walkSearch.ts';
import { gateCall, type GateDecision } from '../../../src/extension/speculate/gate.ts';
import type { Tool } from '../../../src/extension/tools/tool.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { realGit } from '../../support/shell/git.ts';
import { EDIT_TOOLS, productRegistry } from '../../support/productTools.ts';
import type { RuleLists } from '../../support/shell/shellDecision.ts';
import { makeTempFolder, putFile } from '../../support/tempFolder.ts';

const tool = productRegistry.find('run_shell_command') as Tool;
const MODES: readonly ApprovalMode[] = ['default', 'auto-edit', 'yolo'];
const EVERYTHING: RuleLists = {
  allow: ['*', 'run_shell_command', 'execute', 'read_file(.env)', 'run_shell_command(*)'],
};
let base = '';

/** A workspace `ws` with secrets, and with links out of it. */
beforeAll(async () => {
  base = await makeTempFolder();
  const files = {
    'ws/a.txt': 'a',
    'ws/dir/b.txt': 'b',
    'ws/dir/ls': '#!/bin/sh\n',
    'ws/.env': 'KEY=1',
    'ws/secrets/server.key': 'KEY',
    'plain.txt': 'x',
    'other/c.txt': 'c',
  };
  for (const [name, text] of Object.entries(files)) await putFile(base, name, text);
  await symlink('../plain.txt', join(base, 'ws/link.txt'));
  await symlink('../other', join(base, 'ws/linked'));
  await symlink('/dev/zero', join(base, 'ws/zero'));
  await link(join(base, 'plain.txt'), join(base, 'ws/twin.txt'));
});
afterAll(() => rm(base, { recursive: true, force: true }));

interface Given {
  readonly shell?: string;
  readonly directory?: string;
  readonly lists?: RuleLists;
  readonly mode?: ApprovalMode;
  readonly overlayHasChanges?: boolean;
}

const rulesOf = (lists: RuleLists) => parsePermissions(lists, [], '/home/me').rules;

async function toCall(command: string, { shell = 'bash', directory, lists = {} }: Given): Promise<ApprovalCall> {
  const folder = join(base, 'ws');
  const workspace = createDiskWorkspace({ roots: () => [{ name: 'ws', path: folder }], search: walkSearch });
  const judge = createShellJudge(shell, realGit(folder));
  const input = { command, ...(directory !== undefined && { directory }) };
  return toApprovalCall(
    tool,
    input,
    workspace,
    { shell: judge, editTools: EDIT_TOOLS, rules: rulesOf(lists) },
    new AbortController().signal,
  );
}

async function gate(command: string, given: Given = {}): Promise<GateDecision> {
  const { mode = 'yolo', lists = {}, overlayHasChanges = false } = given;
  const call = await toCall(command, given);
  return gateCall({ ...call, name: tool.name, mode, rules: rulesOf(lists), overlayHasChanges });
}

/** `allow`, `refuse`, or the type of the boundary. */
async function decide(command: string, given: Given = {}): Promise<string> {
  const decision = await gate(command, given);
  return decision.kind === 'boundary' ? decision.boundary : decision.kind;
}

/** Expects the same decision in every mode, also if a rule allows everything. */
async function check(command: string, expected: string, given: Given = {}): Promise<void> {
  for (const mode of MODES)
    for (const lists of [{}, EVERYTHING])
      expect([command, mode, await decide(command, { ...given, mode, lists })]).toEqual([command, mode, expected]);
}

describe('the gate allows a command that only reads files of the workspace', () => {
  it.each([
    'ls',
    'cat a.txt',
    'cat a.txt /dev/null',
    'cat a.txt > /dev/null',
    'cat a.txt 2>&1',
    'cat a.txt 2>/dev/null >&2',
    'cat <<EOF\nx\nEOF',
    'cat ./dir/*.txt | sort',
    'grep -r b dir',
    'NO_COLOR=1 ls',
    'git log',
    'git status',
    'date',
  ])('%j', (command) => check(command, 'allow'));
});

describe('the gate stops before a command', () => {
  it.each([
    ['that writes', 'rm a.txt'],
    ['that is unknown', 'npm test'],
    ['that may wait', 'sleep 1'],
    ['that does not parse', 'cat "a.txt'],
    ['that writes by redirection', 'cat a.txt > b.txt'],
    ['that writes by redirection', 'cat a.txt >> b.txt'],
    ['that writes by redirection', 'cat a.txt >| a.txt'],
    ['that writes by redirection', 'cat a.txt &> b.txt'],
    ['that writes by redirection', 'ls nothing 2> b.txt'],
    ['that writes by redirection', 'cat <> b.txt'],
    ['that writes by redirection', 'ls > /dev/null > b.txt'],
    ['that writes by redirection', 'ls > /dev/sda'],
    ['that writes by redirection', 'cat <<EOF > a.txt\nx\nEOF'],
    ['with a script in a here-document', 'sh <<EOF\nrm a.txt\nEOF'],
    ['with a command in a here-document', 'cat <<EOF\n$(rm a.txt)\nEOF'],
    ['with an assignment that changes which program runs', 'PATH=. ls'],
    ['with an assignment that changes which program runs', 'LD_PRELOAD=./a.so ls'],
    ['with an assignment that changes which program runs', 'env PATH=dir ls'],
    ['with an assignment that changes which program runs', 'export PATH=dir; ls'],
    ['with an assignment that changes which program runs', 'GIT_DIR=/other/.git git log'],
    ['with an assignment that changes which program runs', 'GIT_EXTERNAL_DIFF=./a git diff'],
    ['of git that runs a program', 'git -c core.pager=./a log'],
    ['of git that runs a program', 'git -c alias.log=!./a log'],
    ['of git that runs a program', 'git diff --ext-diff'],
    ['of git that reads another repository', 'git --git-dir=/other/.git log'],
    ['of git that writes', 'git log --output=a.txt'],
    ['of git that may be an alias', 'git lg'],
    ['of git that uses the network', 'git remote show origin'],
    ['that may be an alias', 'alias ls=rm; ls a.txt'],
    ['that may be an alias', 'shopt -s expand_aliases\nalias cat=rm\ncat a.txt'],
    ['that may be a function', 'ls() { rm a.txt; }; ls'],
    ['that runs a script', 'bash -c ls'],
    ['that runs a script', 'eval ls'],
    ['that runs a script', '. ./a.txt'],
    ['that runs a script', 'ls | xargs cat'],
    ['that runs a script', 'find . -exec cat {} ;'],
    ['that runs a program of the workspace', './dir/ls'],
    ['that runs a program of the workspace', 'dir/ls'],
    ['that may never end', 'while true; do ls; done'],
    ['that continues in the background', 'ls &'],
    ['that reads a device', 'head -c 1 /dev/zero'],
    ['that reads a device', 'cat dir/../../../../dev/zero'],
    ['that reads a device', 'cat < /dev/tcp/127.0.0.1/80'],
    ['that reads a process', 'cat /proc/self/environ'],
    ['that goes up from a folder, which may be a link', 'cat dir/../a.txt'],
    ['that goes up from a folder, which may be a link', 'cat dir/../../plain.txt'],
    ['that goes up from a folder, which may be a link', 'cat linked/../plain.txt'],
    ['that goes up from a folder, which may be a link', 'cd dir && cat ../.env'],
    ['that reads the file that a variable names', 'cat "$SECRET"'],
    ['that reads the file that a variable names', 'cat "/$SECRET"'],
    ['that reads the file that a variable names', 'cat ../$SECRET'],
    ['that reads a file with a second name', 'cat twin.txt'],
  ])('%s: %j', (_what, command) => check(command, 'shell'));

  it.each([
    'cat /etc/passwd',
    'cat ~/.ssh/id_rsa',
    'cat ../plain.txt',
    'cat link.txt',
    'cat linked/c.txt',
    'ls linked',
    'cat zero',
    'cat l*.txt',
    'grep -r x linked',
    'cat < ../plain.txt',
    'cd .. && cat plain.txt',
    'cat /tmp/x',
    'git -C .. log',
    'git -C /other log',
    'git diff --no-index a.txt /etc/passwd',
    'diff a.txt ../plain.txt',
  ])('that names a file outside the workspace: %j', (command) => check(command, 'outside-workspace'));

  it.each([
    'cat .env',
    'cat .e*',
    'cat .{env,x}',
    'f=.env; cat "$f"',
    'head -1 < .env',
    'cat secrets/server.key',
    'cat secrets/*',
    'grep -r x secrets',
    'grep KEY .env | wc -l',
  ])('that names a file that looks secret: %j', (command) => check(command, 'secret-file'));

  it.each(['..', '/etc', 'linked'])('that runs outside the workspace, in %s', (directory) =>
    check('ls', 'outside-workspace', { directory }),
  );

  it.each(['sh', 'zsh', 'PowerShell 7'])('for a shell other than bash: %s', (shell) => check('ls', 'shell', { shell }));

  it('in plan mode', async () => {
    expect(await decide('ls', { mode: 'plan' })).toBe('plan-mode');
  });

  it('that a rule asks about, or that uses a folder with a denied file', async () => {
    const ask = { ask: ['run_shell_command(cat *)'] };
    expect([await decide('cat a.txt', { lists: ask }), await decide('ls', { lists: ask })]).toEqual(['rule', 'allow']);
    expect(await decide('cat a.txt', { lists: { ask: ['read_file(a.txt)'] } })).toBe('rule');
    expect(await decide('grep -r b dir', { lists: { deny: ['read_file(dir/b.txt)'] } })).toBe('rule');
  });
});

it.each([
  [['run_shell_command'], 'npm test'],
  [['run_shell_command(rm *)'], 'ls && rm a.txt'],
  [['read_file(a.txt)'], 'cat a.txt'],
  [['read_file(dir/**)'], 'cat dir/b.txt'],
  [['edit(a.txt)'], 'rm a.txt'],
])(
  'if a rule denies a command, the gate refuses the command with the text of a live turn: %j, %s',
  async (deny, command) => {
    const lists = { ...EVERYTHING, deny };
    for (const mode of MODES) {
      const conditions = { mode, isTrusted: true, readOnlyCommands: 'ask', granted: new Set<string>() } as const;
      const live = decideApproval(await toCall(command, { lists }), { ...conditions, rules: rulesOf(lists) });
      expect(live.kind).toBe('refuse');
      expect(await gate(command, { lists, mode })).toEqual(live);
    }
  },
);

describe('once the overlay has changes, the gate', () => {
  it.each([
    'git log --oneline',
    'git branch',
    'git rev-parse HEAD',
    'date',
    'uname -a',
    'git log -p -- a.txt',
    'echo x',
  ])('allows a command that does not look at the files of the work tree: %s', (command) =>
    check(command, 'allow', { overlayHasChanges: true }),
  );

  it.each([
    'ls',
    'cat a.txt',
    'git status',
    'git diff',
    'grep -r b dir',
    'echo dir/*',
    'cat < a.txt',
    'cd dir && git log',
  ])('stops before any other command that reads: %s', (command) =>
    check(command, 'stale-view', { overlayHasChanges: true }),
  );

  it('stops before a command in a folder that the overlay may have changed', async () => {
    await check('git log', 'stale-view', { overlayHasChanges: true, directory: 'dir' });
    await check('git log', 'allow', { overlayHasChanges: true, directory: '.' });
  });

  it('names the command at which it stops', async () => {
    expect(await gate('git status', { overlayHasChanges: true })).toMatchObject({ detail: 'git status' });
  });
});

const READS = ['ls', 'cat a.txt', 'git log --oneline', 'echo x', 'pwd'];
const HOSTILE = ['rm a.txt', 'cat .env', 'cat ../plain.txt', 'cat link.txt', 'npm test', 'ls > b.txt', 'cat /dev/zero'];

test(
  'a combination with a hostile command never runs, in any mode and with any rule that allows it',
  { timeout: 120_000 },
  () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...HOSTILE),
        fc.array(fc.tuple(fc.constantFrom(...READS), fc.nat({ max: 8 })), { maxLength: 3 }),
        fc.constantFrom(...MODES),
        fc.constantFrom({}, EVERYTHING),
        fc.boolean(),
        async (hostile, layers, mode, lists, overlayHasChanges) => {
          const command = layers.reduce((inner, [outer, at]) => combine(outer, inner, at), hostile);
          expect([command, await decide(command, { mode, lists, overlayHasChanges })]).not.toEqual([command, 'allow']);
        },
      ),
      { numRuns: 150 },
    ),
);

function combine(outer: string, inner: string, at: number): string {
  const combinations = [
    `${outer}; ${inner}`,
    `${inner} && ${outer}`,
    `${outer} || ${inner}`,
    `${inner} | cat`,
    `echo "$(${inner})"`,
    `(${inner}) 2>&1`,
    `if ${outer}; then ${inner}; fi`,
    `for x in 1 2; do ${inner}; done`,
    `x="$(${inner})"; ${outer}`,
  ];
  return combinations[at] ?? inner;
}
