import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { decideApproval } from '../../../src/extension/approval/approval.ts';
import { toApprovalCall } from '../../../src/extension/approval/approvalCall.ts';
import { createDiskWorkspace } from '../../../src/extension/node/diskWorkspace.ts';
import { findHardLinks } from '../../../src/extension/approval/hardLinks.ts';
import { filterDeniedPaths } from '../../../src/extension/approval/deniedPaths.ts';
import { parsePermissions } from '../../../src/extension/approval/rules/permissionRules.ts';
import { createShellJudge } from '../../../src/extension/approval/shellJudge.ts';
import type { Tool, ToolKind } from '../../../src/extension/tools/tool.ts';
import { walkSearch } from '../../../src/extension/node/search/walkSearch.ts';
import type { Workspace } from '../../../src/extension/ports/workspace.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { noRepository } from '../../support/shell/git.ts';
import { EDIT_TOOLS, toolOf } from '../../support/productTools.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

const { signal } = new AbortController();
const shell = createShellJudge('bash', noRepository);

const tool = (name: string, kind: ToolKind): Tool<{ of: string }> => ({
  name,
  kind,
  description: '',
  schema: z.object({ of: z.string() }),
  describe: ({ of }) => of,
  paths: ({ of }) => (kind === 'execute' ? [] : [of]),
  ...(kind === 'execute' && { subject: ({ of }) => ({ kind: 'command', command: of }) as const }),
  execute: () => Promise.reject(new Error('Nothing runs here.')),
});

const TOOLS = {
  read: tool('read_file', 'read'),
  edit: tool('edit', 'edit'),
  run: tool('run_shell_command', 'execute'),
  remove: { ...tool('delete_file', 'edit'), ...toolOf('delete_file', 'edit') },
};

/** Links `hard.txt` to `sub/.env`, `twin.txt` to `pair.txt`, and `notes.txt` to a file outside the workspace. */
async function withLinks(run: (workspace: Workspace, folder: string) => Promise<void>): Promise<void> {
  const files = { 'ws/sub/.env': 'KEY=1\n', 'ws/pair.txt': 'KEY=2\n', 'ws/plain.txt': '', 'out/.bashrc': '' };
  await withTempFolder(files, async (folder) => {
    await link(join(folder, 'ws/sub/.env'), join(folder, 'ws/hard.txt'));
    await link(join(folder, 'ws/pair.txt'), join(folder, 'ws/twin.txt'));
    await link(join(folder, 'out/.bashrc'), join(folder, 'ws/notes.txt'));
    const roots = () => [{ name: 'ws', path: join(folder, 'ws') }];
    await run(createDiskWorkspace({ roots, search: walkSearch }), folder.replaceAll('\\', '/'));
  });
}

type Lists = { allow?: string[]; ask?: string[]; deny?: string[] };

describe.skipIf(process.platform === 'win32')('a file with several names', () => {
  test.each<[keyof typeof TOOLS, string, ApprovalMode, Lists, string]>([
    ['edit', 'plain.txt', 'auto-edit', {}, 'allow'],
    ['edit', 'notes.txt', 'auto-edit', {}, 'ask'],
    ['remove', 'plain.txt', 'auto-edit', {}, 'allow'],
    ['remove', 'notes.txt', 'auto-edit', {}, 'ask'],
    ['remove', 'hard.txt', 'yolo', { deny: ['read_file(.env)'] }, 'refuse'],
    ['edit', 'notes.txt', 'yolo', {}, 'ask'],
    ['edit', 'notes.txt', 'default', { allow: ['edit(*)', 'edit'] }, 'ask'],
    ['edit', 'notes.txt', 'auto-edit', { deny: ['edit(OUT/**)'] }, 'refuse'],
    ['edit', 'notes.txt', 'auto-edit', { deny: ['edit(OUT/.bashrc)'] }, 'refuse'],
    ['edit', 'hard.txt', 'yolo', { deny: ['edit(.env)'] }, 'refuse'],
    ['edit', 'hard.txt', 'yolo', { deny: ['read_file(.env)'] }, 'ask'],
    ['run', 'echo x > notes.txt', 'yolo', {}, 'ask'],
    ['run', 'tee notes.txt', 'default', { allow: ['run_shell_command(tee *)'] }, 'ask'],
    ['run', 'tee plain.txt', 'default', { allow: ['run_shell_command(tee *)'] }, 'allow'],
    ['run', 'cat hard.txt', 'yolo', { deny: ['read_file(.env)'] }, 'refuse'],
    ['run', 'grep -r KEY .', 'yolo', { deny: ['read_file(.env)'] }, 'refuse'],
    ['run', 'echo x > hard.txt', 'yolo', { deny: ['edit(.env)'] }, 'refuse'],
    ['run', 'cat twin.txt', 'yolo', { deny: ['read_file(.env)'] }, 'allow'],
    ['read', 'hard.txt', 'default', {}, 'allow'],
    ['read', 'hard.txt', 'yolo', { deny: ['read_file(.env)'] }, 'refuse'],
    ['read', 'hard.txt', 'yolo', { deny: ['read_file(sub/**)'] }, 'refuse'],
    ['read', 'hard.txt', 'yolo', { ask: ['read_file(.env)'] }, 'ask'],
    ['read', 'twin.txt', 'yolo', { deny: ['read_file(.env)'] }, 'allow'],
  ])(
    'is subject to the rules for all its names: %s %s in %s mode with the rules %j: %s',
    (name, of, mode, lists, expected) =>
      withLinks(async (workspace, folder) => {
        const deny = lists.deny?.map((rule) => rule.replace('OUT', `${folder}/out`)) ?? [];
        const { rules, problems } = parsePermissions({ ...lists, deny }, [], '/home/me');
        expect(problems).toEqual([]);
        const call = await toApprovalCall(
          TOOLS[name],
          { of },
          workspace,
          { shell, editTools: EDIT_TOOLS, rules },
          signal,
        );
        const conditions = {
          mode,
          isTrusted: true,
          rules,
          readOnlyCommands: 'ask',
          granted: new Set<string>(),
        } as const;
        expect(decideApproval(call, conditions).kind).toBe(expected);
      }),
  );

  test('is not in the results of a search if a rule denies another of its names', () =>
    withLinks(async (workspace) => {
      const { rules } = parsePermissions({ deny: ['read_file(.env)'] }, [], '/home/me');
      const shown = filterDeniedPaths(workspace, rules, { name: 'grep', kind: 'read' });
      const { matches } = await shown.grep({ pattern: 'KEY', caseSensitive: true, limit: 9 }, signal);
      const names = matches.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
      expect(names).toEqual(['pair.txt', 'twin.txt']);
      const { path } = await workspace.resolve('hard.txt');
      await expect(shown.read(path, signal)).rejects.toMatchObject({ kind: 'permission' });
    }));

  test('is found by its file id', () =>
    withLinks(async (workspace) => {
      const { rules } = parsePermissions({ deny: ['read_file(.env)'] }, [], '/home/me');
      const paths = await Promise.all(['hard.txt', 'twin.txt', 'plain.txt'].map((name) => workspace.resolve(name)));
      const { linked, linkedToForbidden, forbidden } = await findHardLinks(paths, rules.deny, workspace, signal);
      expect(linked.map(({ display }) => display)).toEqual(['hard.txt', 'twin.txt']);
      expect(linkedToForbidden.map(({ display }) => display)).toEqual(['hard.txt']);
      expect(forbidden.map(({ display }) => display)).toEqual(['sub/.env']);
    }));
});
