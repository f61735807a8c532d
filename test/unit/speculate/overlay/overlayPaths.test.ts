import { describe, expect, it } from 'vitest';
import { WorkspaceError, type Workspace } from '../../../../src/extension/ports/workspace.ts';
import { applyChanges, beginNothing } from '../../../../src/extension/speculate/apply.ts';
import { createOverlay } from '../../../../src/extension/speculate/overlay.ts';
import { createMemoryWorkspace } from '../../../support/memoryWorkspace.ts';
import { bytes, kindOf, read, signal } from './overlayFiles.ts';

describe('paths of an overlay', () => {
  it('may contain names that begin with two dots', async () => {
    const overlay = createOverlay(createMemoryWorkspace());
    await overlay.write('/ws/..notes/..a', bytes('x'), {}, signal);
    expect(overlay.changes()[0]?.path).toBe('/ws/..notes/..a');
  });

  it('are resolved through links before their containment is checked', async () => {
    const base = withLinks(createMemoryWorkspace({ 'src/a.ts': 'one' }), { '/ws/out': '/etc', '/ws/in': '/ws/src' });
    const overlay = createOverlay(base);
    expect(await kindOf(overlay.write('/ws/out/passwd', bytes('x'), {}, signal))).toBe('outside');
    await overlay.write('/ws/in/a.ts', bytes('two'), {}, signal);
    expect(await read(overlay, '/ws/src/a.ts')).toBe('two');
    expect(await read(overlay, '/ws/in/a.ts')).toBe('two');
    expect(overlay.changes().map(({ path }) => path)).toEqual(['/ws/src/a.ts']);
  });

  it('are separate in each root', async () => {
    const roots = [
      { name: 'app', path: '/w/app' },
      { name: 'lib', path: '/w/lib' },
    ];
    const overlay = createOverlay(createMemoryWorkspace({ '/w/app/a': '1', '/w/lib/a': '2' }, { roots }));
    await overlay.write('/w/lib/a', bytes('3'), {}, signal);
    await overlay.write('/w/lib/b', bytes('4'), {}, signal);
    expect(overlay.changes().map(({ display }) => display)).toEqual(['lib/a', 'lib/b']);
    expect(await read(overlay, '/w/app/a')).toBe('1');
    expect((await overlay.glob({ pattern: '*', limit: 9 }, signal)).paths).toEqual([
      '/w/app/a',
      '/w/lib/a',
      '/w/lib/b',
    ]);
  });

  it('with different case are one file only if the disk ignores case', async () => {
    const check = async (caseSensitive: boolean, expected: string[]) => {
      const overlay = createOverlay(createMemoryWorkspace({ 'Old.ts': 'x' }, { caseSensitive }));
      await overlay.write('/ws/New.ts', bytes('one'), {}, signal);
      await overlay.write('/ws/new.ts', bytes('two'), {}, signal);
      await kindOf(overlay.delete('/ws/OLD.ts', {}, signal));
      expect(overlay.changes().map(({ path, kind }) => `${kind} ${path}`)).toEqual(expected);
    };
    await check(false, ['added /ws/New.ts', 'deleted /ws/Old.ts']);
    await check(true, ['added /ws/New.ts', 'added /ws/new.ts']);
  });

  it('in two Unicode forms are one file', async () => {
    const check = async (unifiesForms: boolean, expected: string[]) => {
      const overlay = createOverlay(createMemoryWorkspace(), { unifiesForms });
      await overlay.write('/ws/cafe\u0301.ts', bytes('one'), {}, signal);
      await overlay.write('/ws/caf\u00e9.ts', bytes('two'), {}, signal);
      expect(overlay.changes().map(({ path }) => path)).toEqual(expected);
    };
    await check(true, ['/ws/caf\u00e9.ts']);
    await check(false, ['/ws/cafe\u0301.ts']);
  });

  it('keep the spelling of a new folder, and normalize new names', async () => {
    const check = async (
      base: Workspace,
      folders: readonly [string, string],
      expected: string[],
      unifiesForms = false,
    ) => {
      const overlay = createOverlay(base, { unifiesForms });
      await overlay.write(`/ws/${folders[0]}/one.ts`, bytes('one'), {}, signal);
      await overlay.write(`/ws/${folders[1]}/deep/two.ts`, bytes('two'), {}, signal);
      expect(overlay.changes().map(({ path }) => path)).toEqual(expected);
      expect(await overlay.list(`/ws/${folders[1]}`, signal)).toHaveLength(2);
      expect((await overlay.glob({ pattern: '**', path: `/ws/${folders[1]}`, limit: 9 }, signal)).paths).toHaveLength(
        2,
      );
      expect(await applyChanges(overlay.changes(), base, beginNothing, signal)).toMatchObject({ kind: 'applied' });
    };
    const ignoringCase = createMemoryWorkspace({ 'old.ts': '' }, { caseSensitive: false });
    await check(ignoringCase, ['New', 'new'], ['/ws/New/deep/two.ts', '/ws/New/one.ts']);
    const composed = ['/ws/caf\u00e9/deep/two.ts', '/ws/caf\u00e9/one.ts'];
    await check(createMemoryWorkspace(), ['cafe\u0301', 'caf\u00e9'], composed, true);
  });

  it('can be used after the check whether the disk ignores case has failed once', async () => {
    const base = createMemoryWorkspace({ 'a.ts': 'one' });
    let failures = 1;
    const resolve = async (path: string) => {
      if (path === '/WS' && failures-- > 0) throw new WorkspaceError('io', path, 'The disk did not answer.');
      return base.resolve(path);
    };
    const overlay = createOverlay({ ...base, resolve });
    expect(await kindOf(overlay.list('/ws', signal))).toBe('io');
    expect(await read(overlay, '/ws/a.ts')).toBe('one');
  });
});

/** Resolves folders that are links, as a disk would. */
function withLinks<T extends Workspace>(workspace: T, links: Readonly<Record<string, string>>): T {
  const resolve = (path: string) => {
    const link = Object.keys(links).find((each) => path === each || path.startsWith(`${each}/`));
    return workspace.resolve(link === undefined ? path : `${links[link] ?? ''}${path.slice(link.length)}`);
  };
  return { ...workspace, resolve };
}
