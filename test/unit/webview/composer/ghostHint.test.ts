import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatState } from '../../../../src/shared/chatState.ts';
import { ENTER_GUARD_MS } from '../../../../src/shared/followup.ts';
import { INITIAL_SUGGESTING } from '../../../../src/shared/suggesting.ts';
import { A, B, calm, preparedFor, shown } from './ghostUser.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const PREPARED = preparedFor(A.id);

describe('the hint', () => {
  it('says that Enter runs only what it will run', async () => {
    expect((await calm()).hint()).toBe('run');
    expect((await calm(A, { enter: 'fill' })).hint()).toBe('fill');
    expect((await calm(A, { runsUnasked: true })).hint()).toBe('fill');
  });

  it.each<[string, (made: Awaited<ReturnType<typeof calm>>) => void]>([
    ['it has appeared', ({ offer }) => offer({ ...B, immediate: true })],
    ['the focus has come back', ({ ghost }) => ghost.focused()],
    [
      'an input method has let go',
      ({ ghost }) => {
        ghost.composing(true);
        ghost.composing(false);
      },
    ],
  ])('says fill just after %s, and run when that is what Enter does', async (_, happen) => {
    const made = await calm();
    happen(made);
    for (let passed = 0; passed <= ENTER_GUARD_MS; passed += 50) {
      await made.wait(passed === 0 ? 0 : 50);
      expect(made.hint()).toBe(made.ghost.mayEnterSubmit(false) ? 'run' : 'fill');
    }
    expect(made.hint()).toBe('run');
  });

  it('waits with one timer, and with none where nothing will change or nothing is to be seen', async () => {
    const made = await shown();
    made.ghost.focused();
    made.ghost.focused();
    await made.wait(0);
    expect(vi.getTimerCount()).toBe(1);
    made.ghost.composing(true);
    expect(vi.getTimerCount()).toBe(0);
    made.ghost.composing(false);
    expect(vi.getTimerCount()).toBe(1);
    made.ghost.dismiss();
    made.ghost.focused();
    await made.wait(0);
    expect(vi.getTimerCount()).toBe(0);
    await shown(A, { enter: 'fill' });
    await shown(A, { runsUnasked: true });
    await calm();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is drawn anew once for it, and not while an input method hides it', async () => {
    const { ghost, wait, draws } = await shown();
    const before = draws();
    await wait(60_000);
    expect(draws()).toBe(before + 1);
    ghost.composing(true);
    await wait(60_000);
    expect(draws()).toBe(before + 1);
  });

  it('says fill while an answer is being made', async () => {
    const { change, hint } = await calm();
    change({ status: 'responding' });
    expect(hint()).toBe('fill');
    change({ status: 'idle' });
    expect(hint()).toBe('run');
  });

  it('says that prepared edits are shown and applied, although a command may run unasked', async () => {
    const { change, hint } = await calm(A, { runsUnasked: true });
    const suggesting = { ...INITIAL_SUGGESTING, runsUnasked: true };
    change({ approvalMode: 'default', suggestion: A, suggesting, speculation: PREPARED });
    expect(hint()).toBe('review');
    change({ speculation: { ...PREPARED, phase: 'review' } });
    expect(hint()).toBe('apply');
  });

  it('says that Enter applies prepared edits once their diff has been shown, of a later press', async () => {
    const { change, hint, drawn, ghost, wait } = await calm();
    change({ approvalMode: 'default', suggestion: A, speculation: PREPARED });
    expect(hint()).toBe('review');
    change({ speculation: { ...PREPARED, phase: 'review' } });
    expect(drawn()?.enter('')).toEqual({ now: 'apply', later: 'apply' });
    expect(ghost.guarded).toBe(true);
    await wait(ENTER_GUARD_MS);
    expect(ghost.guarded).toBe(false);
    change({ title: 'Another title' });
    expect(ghost.guarded).toBe(false);
    expect(hint()).toBe('apply');
  });

  it('says that prepared edits are shown first, where they are, and keeps room for that during the guard', async () => {
    const { change, hint, drawn, ghost, wait } = await calm();
    change({ approvalMode: 'default', suggestion: A, speculation: PREPARED });
    expect(hint()).toBe('review');
    ghost.focused();
    await wait(0);
    expect(drawn()?.enter('')).toEqual({ now: 'fill', later: 'review' });
    const others: Partial<ChatState>[] = [
      { approvalMode: 'auto-edit' },
      { approvalMode: 'default', speculation: { ...PREPARED, files: [] } },
      { speculation: { ...PREPARED, suggestionId: 'earlier' } },
      { speculation: { ...PREPARED, phase: 'running' } },
    ];
    for (const other of others) {
      await wait(ENTER_GUARD_MS);
      change(other);
      expect(hint()).toBe('run');
    }
  });

  it('says fill for as long as images are attached', async () => {
    const { attach, hint } = await calm();
    attach(true);
    expect(hint()).toBe('fill');
    attach(false);
    expect(hint()).toBe('run');
  });

  it('says that only what has been typed is sent, whatever is suggested', async () => {
    for (const made of [await calm(), await calm(A, { enter: 'fill' })]) {
      made.type('run');
      expect(made.hint()).toBe('send-typed');
      made.type('');
    }
  });

  it('is not drawn anew while nothing has changed', async () => {
    const { change, drawn } = await calm();
    const before = drawn();
    change({ title: 'Another title' });
    expect(drawn()).toBe(before);
  });
});
