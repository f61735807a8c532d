import { execFileSync } from 'node:child_process';
import { readdir, readFile, rename, rm, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDiskWorkspace } from '../../../src/extension/node/diskWorkspace.ts';
import { walkSearch } from '../../../src/extension/node/search/walkSearch.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import type { Workspace } from '../../../src/extension/ports/workspace.ts';
import { NO_RULES } from '../../../src/extension/approval/rules/permissionRules.ts';
import { applyChanges, beginNothing } from '../../../src/extension/speculate/apply.ts';
import { runSpeculation, type SpeculationResult } from '../../../src/extension/speculate/engine.ts';
import { createOverlay, type Overlay } from '../../../src/extension/speculate/overlay.ts';
import { createSeenFiles } from '../../../src/extension/tools/seenFiles.ts';
import { createFakeShell } from '../../support/shell/fakeShell.ts';
import { createMemoryOutput } from '../../support/memoryOutput.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createScriptedModel, type ScriptedCall, type ScriptedStep } from '../../support/scriptedModel.ts';
import { bashJudge } from '../../support/shell/shellDecision.ts';
import { EDIT_TOOLS, productRegistry } from '../../support/productTools.ts';
import { makeTempFolder, putFile } from '../../support/tempFolder.ts';
import { createParams, edit, read, toSelected, UNLIMITED, write } from './fixtures.ts';

const { signal } = new AbortController();
const remove = (file_path: string) => ({ name: 'delete_file', input: { file_path } });
const move = (file_path: string, new_path: string) => ({ name: 'move_file', input: { file_path, new_path } });

function speculate(workspace: Workspace, overlay: Overlay, steps: readonly ScriptedStep[]): Promise<SpeculationResult> {
  return runSpeculation(
    {
      prompt: 'do it',
      params: createParams(),
      model: toSelected(createScriptedModel(steps, 'done')),
      approvalMode: 'yolo',
      rules: NO_RULES,
      defaultMode: 'preview',
    },
    {
      registry: productRegistry,
      overlay,
      facts: { shell: bashJudge, editTools: EDIT_TOOLS },
      disk: workspace,
      shell: createFakeShell(),
      seen: createSeenFiles(),
      keep: createMemoryOutput(),
      pause: { isHidden: false, pass: () => Promise.resolve(true) },
      budget: UNLIMITED,
      onProgress: () => {},
      onUsage: () => {},
      onTurns: () => {},
      log: silentLog,
    },
    signal,
  );
}

describe.skipIf(process.platform === 'win32')('a speculation on a disk', () => {
  let root: string;
  let workspace: Workspace;

  beforeEach(async () => {
    root = await makeTempFolder();
    await putFile(root, 'ws/a.txt', 'a\n');
    await putFile(root, 'ws/dir/b.txt', 'b\n');
    await putFile(root, 'outside/secret.txt', 'secret\n');
    await symlink('../outside/secret.txt', join(root, 'ws/link.txt'));
    await symlink('../outside', join(root, 'ws/linked'));
    await symlink('../outside/new.txt', join(root, 'ws/dangling.txt'));
    await symlink('/dev/zero', join(root, 'ws/zero'));
    workspace = createDiskWorkspace({ roots: () => [{ name: 'ws', path: join(root, 'ws') }], search: walkSearch });
  });

  afterEach(() => rm(root, { recursive: true, force: true }));

  /** The boundary's type, or the call's result. Nothing outside may have changed. */
  async function check(call: ScriptedCall): Promise<string> {
    const overlay = createOverlay(workspace);
    const result = await speculate(workspace, overlay, [{ calls: [call] }]);
    const contents = result.turns.flatMap(({ results }) => results.map((each) => JSON.stringify(each.result.content)));
    expect(contents.join('')).not.toContain('secret\\n');
    expect(overlay.changes()).toEqual([]);
    expect(await readdir(join(root, 'outside'))).toEqual(['secret.txt']);
    expect(await readFile(join(root, 'outside/secret.txt'), 'utf8')).toBe('secret\n');
    return result.kind === 'boundary' ? result.boundary : contents.join('');
  }

  const OUTSIDE = ['../outside/secret.txt', 'dir/../../outside/secret.txt', 'link.txt', 'linked/secret.txt'];
  const ELSEWHERE = ['/etc/passwd', '/dev/zero', 'zero', 'dangling.txt', 'linked/new.txt'];

  it.each([...OUTSIDE, ...ELSEWHERE])('stops before it reads, writes, deletes or moves %s', async (path) => {
    expect(await check(read(path))).toBe('outside-workspace');
    expect(await check(write(path, 'x'))).toBe('outside-workspace');
    expect(await check(edit(path, 'secret', 'x'))).toBe('outside-workspace');
    expect(await check(remove(path))).toBe('outside-workspace');
    expect(await check(move(path, 'moved.txt'))).toBe('outside-workspace');
    expect(await check(move('a.txt', path))).toBe('outside-workspace');
  });

  it('does not hang at a pipe, and does not read a file of 100 MB', async () => {
    execFileSync('mkfifo', [join(root, 'ws/pipe')]);
    await truncate(await putFile(root, 'ws/large.txt', ''), 100 * 1024 * 1024);
    for (const call of [read, (path: string) => edit(path, 'a', 'b'), remove, (path: string) => move(path, 'b.txt')]) {
      expect(await check(call('pipe'))).toMatch(/not a regular file/);
      expect(await check(call('large.txt'))).toMatch(/too large/);
    }
    expect(await check(write('pipe', 'x'))).toMatch(/not a regular file/);
    expect(await check({ name: 'grep', input: { pattern: 'secret' } })).toMatch(/[Nn]o /);
  });

  it('does not follow a folder that becomes a link between two calls', async () => {
    const overlay = createOverlay(workspace);
    const swap = async (): Promise<{ calls: ScriptedCall[] }> => {
      await rename(join(root, 'ws/dir'), join(root, 'ws/old'));
      await symlink('../outside', join(root, 'ws/dir'));
      return { calls: [read('dir/secret.txt')] };
    };
    const result = await speculate(workspace, overlay, [{ calls: [write('dir/new.txt', 'x')] }, swap]);
    expect(result).toMatchObject({ kind: 'boundary', boundary: 'outside-workspace' });
    expect(await applyChanges(overlay.changes(), workspace, beginNothing, signal)).toMatchObject({ kind: 'conflict' });
    expect(await readdir(join(root, 'outside'))).toEqual(['secret.txt']);
  });
});

it('an overlay with 10,000 files asks the disk equally often about each', async () => {
  const callsFor = async (count: number): Promise<number> => {
    const base = createMemoryWorkspace();
    let calls = 0;
    const counting = new Proxy(base, {
      get(target, property, receiver) {
        calls += 1;
        return Reflect.get(target, property, receiver) as unknown;
      },
    });
    const overlay = createOverlay(counting);
    for (let index = 0; index < count; index += 1)
      await overlay.write(`/ws/part${index % 100}/file${index}.txt`, new Uint8Array([index]), {}, signal);
    expect(overlay.summary().files).toHaveLength(count);
    return calls;
  };
  const [few, many] = [await callsFor(500), await callsFor(10_000)];
  expect(many).toBeLessThan(few * 21);
});
