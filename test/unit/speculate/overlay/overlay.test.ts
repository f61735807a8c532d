import { describe, expect, it } from 'vitest';
import { applyChanges, beginNothing } from '../../../../src/extension/speculate/apply.ts';
import { createOverlay } from '../../../../src/extension/speculate/overlay.ts';
import { toFileChange } from '../../../../src/extension/speculate/overlay/overlayChange.ts';
import { encodeText } from '../../../../src/extension/text/textFile.ts';
import { contentHash } from '../../../../src/extension/text/contentHash.ts';
import { createMemoryWorkspace } from '../../../support/memoryWorkspace.ts';
import { bytes, kindOf, read, signal } from './overlayFiles.ts';

describe('an overlay with changes', () => {
  const files = { 'src/a.ts': 'one\ntwo\n', 'src/b.ts': 'three\n', 'old/c.ts': 'four\n' };

  async function changed() {
    const base = createMemoryWorkspace(files);
    const overlay = createOverlay(base);
    await overlay.write('/ws/src/a.ts', bytes('one\nTWO\n'), {}, signal);
    await overlay.write('/ws/new/deep/d.ts', bytes('two\n'), {}, signal);
    await overlay.delete('/ws/src/b.ts', {}, signal);
    await overlay.rename('/ws/old/c.ts', '/ws/src/moved.ts', signal);
    return { base, overlay };
  }

  it('reads written and moved files, and does not find deleted ones', async () => {
    const { overlay } = await changed();
    expect(await read(overlay, '/ws/src/a.ts')).toBe('one\nTWO\n');
    expect(await read(overlay, '/ws/src/moved.ts')).toBe('four\n');
    expect(await kindOf(overlay.read('/ws/src/b.ts', signal))).toBe('not-found');
    expect(await kindOf(overlay.read('/ws/old/c.ts', signal))).toBe('not-found');
    expect(await overlay.stat('/ws/src/b.ts', signal)).toBeUndefined();
    expect(await overlay.stat('/ws/new/deep', signal)).toMatchObject({ type: 'directory' });
    expect(await overlay.stat('/ws/new/deep/d.ts', signal)).toMatchObject({ type: 'file', size: 4 });
  });

  it('lists folders merged with the workspace below', async () => {
    const { overlay } = await changed();
    expect(await overlay.list('/ws', signal)).toEqual([
      { name: 'new', type: 'directory' },
      { name: 'old', type: 'directory' },
      { name: 'src', type: 'directory' },
    ]);
    expect(await overlay.list('/ws/src', signal)).toEqual([
      { name: 'a.ts', type: 'file' },
      { name: 'moved.ts', type: 'file' },
    ]);
    expect(await overlay.list('/ws/new', signal)).toEqual([{ name: 'deep', type: 'directory' }]);
    expect(await kindOf(overlay.list('/ws/nowhere', signal))).toBe('not-found');
    expect(await kindOf(overlay.list('/ws/src/a.ts', signal))).toBe('not-directory');
  });

  it('globs new files, and not deleted ones', async () => {
    const { overlay } = await changed();
    const glob = (query: { pattern: string; path?: string; limit: number }) => overlay.glob(query, signal);
    expect(await glob({ pattern: '**/*.ts', limit: 10 })).toEqual({
      paths: ['/ws/new/deep/d.ts', '/ws/src/a.ts', '/ws/src/moved.ts'],
      truncated: false,
    });
    expect(await glob({ pattern: '*.ts', path: '/ws/new', limit: 10 })).toEqual({
      paths: ['/ws/new/deep/d.ts'],
      truncated: false,
    });
    expect(await glob({ pattern: '**/*.ts', limit: 2 })).toMatchObject({ truncated: true });
  });

  it('greps its own text of changed files', async () => {
    const { overlay } = await changed();
    const grep = async (pattern: string, limit = 10, more: { path?: string; include?: string } = {}) => {
      const { matches, truncated } = await overlay.grep({ pattern, caseSensitive: true, limit, ...more }, signal);
      return [...matches.map(({ path, line, text }) => `${path}:${line}:${text}`), ...(truncated ? ['…'] : [])];
    };
    expect(await grep('two|TWO')).toEqual(['/ws/new/deep/d.ts:1:two', '/ws/src/a.ts:2:TWO']);
    expect(await grep('three')).toEqual([]);
    expect(await grep('.', 2)).toEqual(['/ws/new/deep/d.ts:1:two', '/ws/src/a.ts:1:one', '…']);
    expect(await grep('.', 10, { include: 'd.*' })).toEqual(['/ws/new/deep/d.ts:1:two']);
    expect(await grep('four', 10, { path: '/ws/src/moved.ts' })).toEqual(['/ws/src/moved.ts:1:four']);
  });

  it('greps files in UTF-16', async () => {
    const base = createMemoryWorkspace();
    const overlay = createOverlay(base);
    await overlay.write('/ws/a.txt', encodeText('first\nsecond\n', 'utf16le'), {}, signal);
    await overlay.write('/ws/b.txt', encodeText('second\n', 'utf16be'), {}, signal);
    const { matches } = await overlay.grep({ pattern: '^second$', caseSensitive: true, limit: 9 }, signal);
    expect(matches).toEqual([
      { path: '/ws/a.txt', line: 2, text: 'second' },
      { path: '/ws/b.txt', line: 1, text: 'second' },
    ]);
  });

  it('does not count the workspace’s matches in changed files towards the limit of a search', async () => {
    const base = createMemoryWorkspace({ 'a.ts': 'x\n'.repeat(50), 'b.ts': 'x\n' });
    const overlay = createOverlay(base);
    await overlay.write('/ws/a.ts', bytes('y\n'), {}, signal);
    const { matches } = await overlay.grep({ pattern: 'x', caseSensitive: true, limit: 3 }, signal);
    expect(matches).toEqual([{ path: '/ws/b.ts', line: 1, text: 'x' }]);
  });

  it('never writes to the workspace below', async () => {
    const { base } = await changed();
    expect(base.snapshot()).toEqual(files);
    expect(base.calls.filter((call) => /^(write|delete|rename)/.test(call))).toEqual([]);
  });

  it('returns its changes with their bases', async () => {
    const { overlay } = await changed();
    const changes = overlay.changes().map(({ kind, display, base }) => [kind, display, base.kind]);
    expect(changes).toEqual([
      ['added', 'new/deep/d.ts', 'absent'],
      ['deleted', 'old/c.ts', 'file'],
      ['modified', 'src/a.ts', 'file'],
      ['deleted', 'src/b.ts', 'file'],
      ['added', 'src/moved.ts', 'absent'],
    ]);
    expect(
      overlay
        .changes()
        .map(toFileChange)
        .map(({ added, removed }) => [added, removed]),
    ).toEqual([
      [1, 0],
      [0, 1],
      [1, 1],
      [0, 1],
      [1, 0],
    ]);
  });

  it('has no changes after `clear`, and emits the paths of the dropped changes', async () => {
    const { overlay } = await changed();
    const emitted: string[] = [];
    overlay.onDidChange((paths) => void emitted.push(...paths));
    overlay.clear();
    expect(overlay.changes()).toEqual([]);
    expect(emitted).toHaveLength(5);
    expect(await read(overlay, '/ws/src/a.ts')).toBe(files['src/a.ts']);
  });
});

describe('changes of an overlay', () => {
  it('disappear if a later operation restores the base', async () => {
    const overlay = createOverlay(createMemoryWorkspace({ 'a.ts': 'one' }));
    await overlay.write('/ws/a.ts', bytes('two'), {}, signal);
    await overlay.write('/ws/a.ts', bytes('one'), {}, signal);
    await overlay.write('/ws/n.ts', bytes('new'), {}, signal);
    await overlay.delete('/ws/n.ts', {}, signal);
    expect(overlay.changes()).toEqual([]);
  });

  it('keep the base that was read first, even if the workspace changes later', async () => {
    const base = createMemoryWorkspace({ 'a.ts': 'one' });
    const overlay = createOverlay(base);
    await overlay.write('/ws/a.ts', bytes('two'), {}, signal);
    base.put('a.ts', 'changed by the user');
    await overlay.write('/ws/a.ts', bytes('three'), {}, signal);
    const [change] = overlay.changes();
    expect(change?.base).toMatchObject({ kind: 'file', hash: contentHash(bytes('one')) });
  });

  it('take an editor’s unsaved text as base, and mark it as unsaved', async () => {
    const base = createMemoryWorkspace();
    base.put('a.ts', 'typed', { unsaved: true });
    const overlay = createOverlay(base);
    await overlay.write('/ws/a.ts', bytes('x'), {}, signal);
    expect(overlay.changes()[0]?.base).toMatchObject({ unsaved: true, hash: contentHash(bytes('typed')) });
  });

  it('keep the mode of a file unless the write sets one', async () => {
    const base = createMemoryWorkspace();
    base.put('run.sh', 'a', { mode: 0o755 });
    const overlay = createOverlay(base);
    await overlay.write('/ws/run.sh', bytes('b'), {}, signal);
    expect(overlay.changes()[0]?.current).toMatchObject({ mode: 0o755 });
    await overlay.write('/ws/run.sh', bytes('a'), { mode: 0o644 }, signal);
    expect(overlay.changes()[0]?.current).toMatchObject({ mode: 0o644, hash: contentHash(bytes('a')) });
  });

  // If a path were registered before its edit succeeded, a stale base could later overwrite the user's newer text.
  it.each(['read', 'stat'] as const)('are not recorded if a write fails at its %s', async (method) => {
    const base = createMemoryWorkspace({ 'src/a.ts': 'one' });
    const overlay = createOverlay(base);
    base.failNext(method, 'io');
    expect(await kindOf(overlay.write('/ws/src/b/c.ts', bytes('two'), {}, signal))).toBe('io');
    expect(overlay.changes()).toEqual([]);
  });

  it('are not recorded if the operation was aborted, or ends after the overlay was disposed', async () => {
    const base = createMemoryWorkspace({ 'a.ts': 'one' });
    const overlay = createOverlay(base);
    const abort = new AbortController();
    const release = base.holdNext('read', 'a.ts');
    const write = kindOf(overlay.write('/ws/a.ts', bytes('two'), {}, abort.signal));
    abort.abort();
    release();
    expect(await write).toMatch(/abort/i);

    const late = base.holdNext('read', 'a.ts');
    const second = kindOf(overlay.write('/ws/a.ts', bytes('two'), {}, signal));
    overlay.dispose();
    late();
    expect(await second).toBe('io');
    expect(overlay.changes()).toEqual([]);
  });

  it('are refused if the workspace below would refuse them', async () => {
    const overlay = createOverlay(createMemoryWorkspace({ 'a.ts': 'one', 'src/b.ts': 'two' }));
    const cases: [string, Promise<unknown>, string][] = [
      ['a folder as a file', overlay.write('/ws/src', bytes('x'), {}, signal), 'is-directory'],
      ['a file as a folder', overlay.write('/ws/a.ts/x', bytes('x'), {}, signal), 'not-directory'],
      ['deleting nothing', overlay.delete('/ws/none', {}, signal), 'not-found'],
      ['deleting a folder', overlay.delete('/ws/src', {}, signal), 'is-directory'],
      ['moving onto a file', overlay.rename('/ws/a.ts', '/ws/src/b.ts', signal), 'exists'],
      ['moving nothing', overlay.rename('/ws/none', '/ws/x', signal), 'not-found'],
      ['a path outside', overlay.write('/etc/passwd', bytes('x'), {}, signal), 'outside'],
    ];
    for (const [title, action, kind] of cases) expect([title, await kindOf(action)]).toEqual([title, kind]);
    expect(overlay.changes()).toEqual([]);
  });

  it('treat a path inside a new file as an error, as a disk does', async () => {
    const overlay = createOverlay(createMemoryWorkspace({ 'b.ts': 'two' }));
    await overlay.write('/ws/new', bytes('one'), {}, signal);
    const actions: [string, Promise<unknown>][] = [
      ['read', overlay.read('/ws/new/x', signal)],
      ['list', overlay.list('/ws/new/deep/x', signal)],
      ['write', overlay.write('/ws/new/x', bytes('x'), {}, signal)],
      ['delete', overlay.delete('/ws/new/x', {}, signal)],
      ['move from', overlay.rename('/ws/new/x', '/ws/c.ts', signal)],
      ['move to', overlay.rename('/ws/b.ts', '/ws/new/x', signal)],
    ];
    for (const [title, action] of actions) expect([title, await kindOf(action)]).toEqual([title, 'not-directory']);
    expect(await overlay.stat('/ws/new/x', signal)).toBeUndefined();
  });

  it('are refused if they delete or move a file that has unsaved changes in an editor', async () => {
    const base = createMemoryWorkspace();
    base.put('a.ts', 'mine', { unsaved: true });
    const overlay = createOverlay(base);
    await overlay.write('/ws/a.ts', bytes('edited'), {}, signal);
    expect(await kindOf(overlay.delete('/ws/a.ts', {}, signal))).toBe('unsaved');
    expect(await kindOf(overlay.rename('/ws/a.ts', '/ws/b.ts', signal))).toBe('unsaved');
    expect(overlay.changes().map(({ path, kind }) => `${kind} ${path}`)).toEqual(['modified /ws/a.ts']);
  });

  it('can replace a deleted file with a folder', async () => {
    const base = createMemoryWorkspace({ a: 'one' });
    const overlay = createOverlay(base);
    await overlay.delete('/ws/a', {}, signal);
    await overlay.write('/ws/a/b', bytes('two'), {}, signal);
    expect(await kindOf(overlay.write('/ws/a', bytes('x'), {}, signal))).toBe('is-directory');
    expect(await overlay.list('/ws/a', signal)).toEqual([{ name: 'b', type: 'file' }]);
    await applyChanges(overlay.changes(), base, beginNothing, signal);
    expect(base.snapshot()).toEqual({ 'a/b': 'two' });
  });

  it('have their own copy of the bytes', async () => {
    const overlay = createOverlay(createMemoryWorkspace());
    const content = bytes('one');
    await overlay.write('/ws/a', content, {}, signal);
    content.fill(0);
    expect(await read(overlay, '/ws/a')).toBe('one');
  });
});
