import { beforeEach, describe, expect, it } from 'vitest';
import { InputHistory } from '../../../../src/extension/chat/composer/inputHistory.ts';
import { Emitter } from '../../../../src/extension/base/emitter.ts';
import { silentLog } from '../../../../src/extension/base/silentLog.ts';
import { createMemoryFileStore, type MemoryFileStore } from '../../../support/memoryFileStore.ts';

let files: MemoryFileStore;
let inputs: InputHistory;
let deleted: Emitter<string>;
beforeEach(() => {
  files = createMemoryFileStore();
  deleted = new Emitter();
  inputs = new InputHistory(files, silentLog, deleted.event);
});

async function add(...texts: string[]): Promise<void> {
  for (const text of texts) await inputs.add('c1', text);
}

describe('the inputs of a workspace', () => {
  it('are listed oldest first, each text at its last use', async () => {
    await add('one', 'two\nlines', 'one');
    expect(await inputs.list()).toEqual(['two\nlines', 'one']);
  });

  it('come from every window', async () => {
    await add('here');
    await new InputHistory(files, silentLog, deleted.event).add('c2', 'there');
    expect(await inputs.list()).toEqual(['here', 'there']);
  });

  it('are limited to the last hundred', async () => {
    await add(...Array.from({ length: 120 }, (_, n) => `input ${n}`));
    const listed = await inputs.list();
    expect(listed).toHaveLength(100);
    expect(listed[0]).toBe('input 20');
  });

  it('never grow into a large file', async () => {
    for (let n = 0; n < 100; n += 1) await add(`${n} ${'x'.repeat(9_000)}`);
    expect([...files.files.values()].join('').length).toBeLessThan(260_000);
    expect((await inputs.list()).at(-1)).toMatch(/^99 /);
  });

  it('leave out empty and very long texts', async () => {
    await add('', 'x'.repeat(10_001));
    expect(await inputs.list()).toEqual([]);
  });

  it('are complete except for a line that a crash has cut', async () => {
    await add('before');
    await files.append('inputs.jsonl', '\n{"chat":"c1","te');
    await add('after');
    expect(await inputs.list()).toEqual(['before', 'after']);
  });

  it('are removed when their chat is deleted, on disk as well', async () => {
    await add('gone');
    await inputs.add('c2', 'stays');
    deleted.fire('c1');
    expect(await inputs.list()).toEqual(['stays']);
    expect([...files.files.values()].join('')).not.toContain('gone');
  });

  it('are empty after a failed read, and accept new inputs after a failed write', async () => {
    files.failNext('read', new Error('EIO'));
    expect(await inputs.list()).toEqual([]);
    files.failNext('append', new Error('ENOSPC'));
    await add('lost', 'kept');
    expect(await inputs.list()).toEqual(['kept']);
  });
});
