import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatState } from '../../../../src/shared/chatState.ts';
import { ENTER_GUARD_MS } from '../../../../src/shared/followup.ts';
import { INITIAL_SUGGESTING } from '../../../../src/shared/suggesting.ts';
import { A, B, calm, preparedFor, rig, shown } from './ghostUser.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const PREPARED = preparedFor(A.id);

describe('the hint for Enter', () => {
  it('says “run” only if Enter will run the suggestion', async () => {
    expect((await calm()).hint()).toBe('run');
    expect((await calm(A, { enter: 'fill' })).hint()).toBe('fill');
    expect((await calm(A, { runsUnasked: true })).hint()).toBe('fill');
  });

  it.each<[string, (made: Awaited<ReturnType<typeof calm>>) => void]>([
    ['the suggestion has appeared', ({ offer }) => offer({ ...B, immediate: true })],
    ['the focus has come back', ({ ghost }) => ghost.focused()],
    [
      'an input method has finished',
      ({ ghost }) => {
        ghost.composing(true);
        ghost.composing(false);
      },
    ],
  ])('says “fill” just after %s, and “run” as soon as Enter runs the suggestion', async (_, restartGuard) => {
    const made = await calm();
    restartGuard(made);
    for (let passed = 0; passed <= ENTER_GUARD_MS; passed += 50) {
      await made.wait(passed === 0 ? 0 : 50);
      expect(made.hint()).toBe(made.ghost.mayEnterSubmit(false) ? 'run' : 'fill');
    }
    expect(made.hint()).toBe('run');
  });

  it('uses one timer, and none if the hint cannot change or is not visible', async () => {
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

  it('is rendered once more after the guard time, unless an input method hides it', async () => {
    const { ghost, wait, renders } = await shown();
    const before = renders();
    await wait(60_000);
    expect(renders()).toBe(before + 1);
    ghost.composing(true);
    await wait(60_000);
    expect(renders()).toBe(before + 1);
  });

  it('says “fill” during an answer', async () => {
    const { change, hint } = await calm();
    change({ status: 'responding' });
    expect(hint()).toBe('fill');
    change({ status: 'idle' });
    expect(hint()).toBe('run');
  });

  it('says “review”, then “apply”, for prepared edits even if commands may run unasked', async () => {
    const { change, hint } = await calm(A, { runsUnasked: true });
    const suggesting = { ...INITIAL_SUGGESTING, runsUnasked: true };
    change({ approvalMode: 'default', suggestion: A, suggesting, speculation: PREPARED });
    expect(hint()).toBe('review');
    change({ speculation: { ...PREPARED, phase: 'review' } });
    expect(hint()).toBe('apply');
  });

  it('says “apply” for prepared edits that Enter applies without a diff', async () => {
    const { change, hint } = await calm();
    change({ approvalMode: 'auto-edit', suggestion: A, speculation: { ...PREPARED, phase: 'running' } });
    expect(hint()).toBe('run');
    change({ speculation: PREPARED });
    expect(hint()).toBe('apply');
    change({ speculation: { ...PREPARED, files: [] } });
    expect(hint()).toBe('run');
  });

  it('says “review” for a conflict, because Enter opens the merge', async () => {
    const { change, hint } = await calm();
    change({ approvalMode: 'auto-edit', suggestion: A, speculation: { ...PREPARED, phase: 'conflict' } });
    expect(hint()).toBe('review');
  });

  it('says “review” for edits of a stopped speculation, then “apply”, or “fill” if commands run unasked', async () => {
    const { change, hint } = await calm(A, { runsUnasked: true });
    const suggesting = { ...INITIAL_SUGGESTING, runsUnasked: true };
    const speculation = { ...PREPARED, phase: 'stopped', resumes: true } as const;
    change({ approvalMode: 'default', suggestion: A, suggesting, speculation });
    expect(hint()).toBe('review');
    change({ speculation: { ...speculation, phase: 'review' } });
    expect(hint()).toBe('fill');
    change({ suggesting: INITIAL_SUGGESTING });
    expect(hint()).toBe('apply');
    change({ speculation: { ...PREPARED, phase: 'stopped' } });
    expect(hint()).not.toBe('review');
  });

  it.each(['auto-edit', 'default', 'yolo'] as const)(
    'says “fill” in %s mode if a sent suggestion would not apply its prepared edits',
    async (approvalMode) => {
      const { change, hint, wait } = await calm();
      const suggesting = { ...INITIAL_SUGGESTING, appliesEdits: false };
      const resumes = { ...PREPARED, phase: 'stopped', resumes: true } as const;
      change({ approvalMode, suggestion: A, suggesting });
      // There are no complete edits yet.
      change({ speculation: { ...PREPARED, phase: 'running' } });
      expect(hint()).toBe('run');
      const ended = (['ready', 'conflict', 'review'] as const).map((phase) => ({ ...PREPARED, phase }));
      for (const speculation of [...ended, resumes]) {
        change({ speculation });
        await wait(ENTER_GUARD_MS);
        expect(hint()).toBe('fill');
      }
    },
  );

  it('says “fill” while the edits are being applied, because their prompt must not be sent twice', async () => {
    const { change, hint } = await calm();
    change({ suggestion: A, speculation: { ...PREPARED, phase: 'applying' } });
    expect(hint()).toBe('fill');
  });

  it('says “apply” once the diff of prepared edits has been shown, with a new guard time', async () => {
    const { change, hint, rendered, ghost, wait } = await calm();
    change({ approvalMode: 'default', suggestion: A, speculation: PREPARED });
    expect(hint()).toBe('review');
    change({ speculation: { ...PREPARED, phase: 'review' } });
    expect(rendered()?.enter('')).toEqual({ now: 'apply', later: 'apply' });
    expect(ghost.guarded).toBe(true);
    await wait(ENTER_GUARD_MS);
    expect(ghost.guarded).toBe(false);
    change({ title: 'Another title' });
    expect(ghost.guarded).toBe(false);
    expect(hint()).toBe('apply');
  });

  it('says “review” only if Enter will show prepared edits, and reserves its space during the guard time', async () => {
    const { change, hint, rendered, ghost, wait } = await calm();
    change({ approvalMode: 'default', suggestion: A, speculation: PREPARED });
    expect(hint()).toBe('review');
    ghost.focused();
    await wait(0);
    expect(rendered()?.enter('')).toEqual({ now: 'fill', later: 'review' });
    const others: Partial<ChatState>[] = [
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

  it('says “fill” while images are attached', async () => {
    const { attach, hint } = await calm();
    attach(true);
    expect(hint()).toBe('fill');
    attach(false);
    expect(hint()).toBe('run');
  });

  it('says that Enter sends only the typed text if a text has been typed', async () => {
    for (const made of [await calm(), await calm(A, { enter: 'fill' })]) {
      made.type('run');
      expect(made.hint()).toBe('send-typed');
      made.type('');
    }
  });

  it('is rendered again only if its content has changed', async () => {
    const { change, rendered } = await calm();
    const before = rendered();
    change({ title: 'Another title' });
    expect(rendered()).toBe(before);
  });
});

describe('the hint for prepared edits without ghost text', () => {
  /** What a screen reader announces with the hint. */
  const SAYS = {
    review: 'Enter shows the prepared edits, and applies nothing yet.',
    apply: 'Enter applies the prepared edits.',
  };

  it('appears when the suggestion is filled in, and disappears when the text is changed', async () => {
    const { change, ghost, hint, keys, preparedHint, type, wait } = await calm();
    change({ suggestion: A, speculation: PREPARED });
    expect([hint(), preparedHint()]).toEqual(['review', 'none']);
    ghost.accept('tab', null);
    await wait(0);
    expect([preparedHint(), keys()]).toEqual(['review', SAYS.review]);
    change({ speculation: { ...PREPARED, phase: 'review' } });
    expect([preparedHint(), keys()]).toEqual(['apply', SAYS.apply]);
    type(`${A.text}!`);
    expect([preparedHint(), keys()]).toEqual(['none', '']);
  });

  it('is not shown while images are attached', async () => {
    const { attach, change, preparedHint, type } = await calm();
    change({ suggestion: A, speculation: PREPARED });
    type(A.text);
    expect(preparedHint()).toBe('review');
    attach(true);
    expect(preparedHint()).toBe('none');
    attach(false);
    expect(preparedHint()).toBe('review');
  });

  it('appears in the empty input when accepted edits wait for the user', async () => {
    const { change, keys, preparedHint } = rig();
    const speculation = { ...PREPARED, adopted: true };
    change({ status: 'responding', speculation: { ...speculation, phase: 'running' } });
    expect([preparedHint(), keys()]).toEqual(['none', '']);
    change({ status: 'waiting-for-confirmation', speculation });
    expect([preparedHint(), keys()]).toEqual(['review', SAYS.review]);
    change({ speculation: { ...speculation, phase: 'review' } });
    expect([preparedHint(), keys()]).toEqual(['apply', SAYS.apply]);
    change({ status: 'idle', speculation: null });
    expect([preparedHint(), keys()]).toEqual(['none', '']);
  });
});
