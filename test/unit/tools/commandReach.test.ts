import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCommandFiles } from '../../../src/extension/tools/commandFiles.ts';
import { createDiskWorkspace } from '../../../src/extension/tools/diskWorkspace.ts';
import { onlyReads } from '../../../src/extension/tools/readOnlyCommand.ts';
import { createShellJudge } from '../../../src/extension/tools/shellJudge.ts';
import { walkSearch } from '../../../src/extension/tools/walkSearch.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

const signal = new AbortController().signal;

const FILES = {
  'ws/a.txt': 'a',
  'ws/dir/a.txt': 'a',
  'ws/dir/.env': 'KEY=1',
  'ws/dir/.gitignore': '.env',
  'ws/other/a.txt': 'a',
  'ws/dashed/-r': '',
  'ws/dashed/a.txt': '',
  'ws/linked/a.txt': 'a',
  'secret.txt': 'x',
};

async function isFree(command: string, folder: string): Promise<boolean> {
  const workspace = createDiskWorkspace({ roots: () => [{ name: 'ws', path: folder }], search: walkSearch });
  const { verdict, files, effect } = await createShellJudge('bash', () => Promise.resolve(true)).examine(command);
  const found = await findCommandFiles(files, folder, workspace, signal);
  const tool = { name: 'run_shell_command', kind: 'execute' } as const;
  const facts = { text: command, directory: folder, folder: '', parts: null, finding: verdict, effect };
  return onlyReads({ tool, paths: [], command: { ...facts, files: found } }, []);
}

test.each([
  // What git takes for an operand, not for the value of the option before it.
  ['git blame -M dir/.env', false],
  ['git blame --abbrev dir/.env', false],
  ['git diff --no-index -U /etc/hostname a.txt', false],
  ['git diff --no-index -C /etc/hostname a.txt', false],
  // Ignored files are read all the same.
  ['git diff --no-index other dir', false],
  ['git diff other dir', false],
  ['git diff {other,dir}', false],
  ['diff other dir', false],
  ['diff -q other dir', false],
  ['diff a.txt other', true],
  // The index, by stage.
  ['git show :0:.npmrc', false],
  ['git show HEAD:a.txt', true],
  ['git log -L1,2:.npmrc', false],
  ['git log -L 1,2:.npmrc', false],
  ['git log -L 1,2:a.txt', true],
  // The file of the user.
  ['git config --global --list', false],
  // An option by its name.
  ['cd dashed && grep a *', false],
  ['cd other && grep a *', true],
  ['git -C dir blame .env', false],
  ['git -C other blame a.txt', true],
  ['grep -r a linked', false],
  ['grep -r a other', true],
])('%s may run unasked: %s', (command, expected) =>
  withTempFolder(FILES, async (folder) => {
    await mkdir(join(folder, 'beyond'));
    await symlink('../../beyond', join(folder, 'ws/linked/out'));
    expect(await isFree(command, join(folder, 'ws'))).toBe(expected);
  }),
);
