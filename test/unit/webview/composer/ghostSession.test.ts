import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENTER_BOUNCE_MS, ENTER_GUARD_MS, SUGGESTION_DELAY_MS } from '../../../../src/shared/followup.ts';
import { A, B, calm, rig, shown } from './ghostUser.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('Enter on ghost text', () => {
  it('fills, and sends too once the guard time is over', async () => {
    const early = await shown();
    await early.wait(ENTER_GUARD_MS - 1);
    await early.enter();
    expect([early.text(), early.submitted]).toEqual([A.text, []]);
    const late = await shown();
    await late.wait(ENTER_GUARD_MS);
    await late.enter();
    expect(late.submitted).toEqual([A.text]);
  });

  it('only fills just after the focus has come back', async () => {
    const { ghost, enter, wait, submitted } = await shown();
    await wait(60_000);
    ghost.focused();
    await wait(ENTER_GUARD_MS - 1);
    await enter();
    expect(submitted).toEqual([]);
  });

  it.each<[string, Parameters<typeof shown>, boolean]>([
    ['a held key', [A], true],
    ['the setting', [A, { enter: 'fill' }], false],
    ['commands that may run unasked', [A, { runsUnasked: true }], false],
  ])('only fills for %s, however long it was there', async (_, given, repeat) => {
    const { enter, wait, submitted, text } = await shown(...given);
    await wait(60_000);
    await enter(repeat);
    expect([text(), submitted]).toEqual([given[0]?.text, []]);
  });

  it('only fills just after an input method was at work', async () => {
    const { ghost, enter, wait, submitted } = await shown();
    await wait(60_000);
    ghost.composing(true);
    await wait(60_000);
    ghost.composing(false);
    await wait(ENTER_GUARD_MS - 1);
    await enter();
    expect(submitted).toEqual([]);
  });

  it('follows settings and permissions that change while it is shown', async () => {
    const { offer, drawn, hint, enter, wait, submitted } = await shown();
    await wait(60_000);
    for (const suggesting of [{ enter: 'fill' }, { runsUnasked: true }] as const) {
      offer(A);
      expect(hint()).toBe('run');
      offer(A, suggesting);
      expect([hint(), drawn()?.state.suggestion]).toEqual(['fill', A.text]);
    }
    await enter();
    expect(submitted).toEqual([]);
  });
});

describe('another Enter just after one that filled', () => {
  it('is of the same press for half a second, and no longer', async () => {
    const { ghost, enter, wait, text } = await shown();
    await enter();
    expect(ghost.enterBounces(text())).toBe(true);
    await wait(ENTER_BOUNCE_MS - 1);
    expect(ghost.enterBounces(text())).toBe(true);
    await wait(1);
    expect(ghost.enterBounces(text())).toBe(false);
  });

  it('is one of its own where the text is another', async () => {
    const { ghost, enter, type, text } = await shown();
    await enter();
    type(`${text()} twice`);
    expect(ghost.enterBounces(text())).toBe(false);
  });

  it('is one of its own behind what filled otherwise, sent, or was another chat’s', async () => {
    const tab = await calm();
    tab.ghost.accept('tab', false);
    const sent = await calm();
    await sent.enter();
    const elsewhere = await shown();
    await elsewhere.enter();
    elsewhere.ghost.forgetFilled();
    for (const { ghost, wait, text } of [tab, sent, elsewhere]) {
      await wait(0);
      expect([text(), ghost.enterBounces(text())]).toEqual([A.text, false]);
    }
  });
});

describe('races', () => {
  it('two keys at once take it once', async () => {
    const { ghost, wait, reports } = await shown();
    ghost.accept('tab', false);
    ghost.accept('enter', true);
    await wait(60_000);
    expect(reports).toEqual(['a shown', 'a accepted']);
  });

  it('a newer one that arrives in the moment of taking does not appear over what was filled in', async () => {
    const { ghost, offer, wait, text, reports } = await shown();
    ghost.accept('tab', false);
    offer(B);
    await wait(60_000);
    expect(text()).toBe(A.text);
    expect(reports).toEqual(['a shown', 'a accepted']);
  });

  it('one that arrives while the user types is seen when the input is empty again', async () => {
    const { type, offer, wait, reports } = rig();
    type('and');
    offer(A);
    await wait(60_000);
    expect(reports).toEqual([]);
    type('');
    expect(reports).toEqual(['a shown']);
  });

  it('one that is dismissed before it appears never does', async () => {
    const { ghost, offer, wait, reports } = rig();
    offer(A);
    ghost.dismiss();
    await wait(60_000);
    expect(reports).toEqual([]);
  });

  it('one of another chat is gone with it, also from its delay', async () => {
    const { ghost, offer, wait, reports, drawn } = rig();
    offer(A);
    ghost.clear();
    offer(null);
    await wait(60_000);
    expect(reports).toEqual([]);
    offer(B);
    await wait(SUGGESTION_DELAY_MS);
    expect(drawn()?.state.suggestion).toBe(B.text);
  });

  it('a panel that was hidden shows it anew when it is back, and says so', async () => {
    const before = await shown();
    before.ghost.clear();
    const after = await shown();
    expect([before.reports, after.reports]).toEqual([['a shown'], ['a shown']]);
  });
});

describe('a screen reader', () => {
  it('hears once what the keys do, for as long as the panel remembers', async () => {
    const { offer, wait, said } = await shown();
    offer(B);
    await wait(SUGGESTION_DELAY_MS);
    expect(said).toEqual([expect.stringMatching(/^Enter runs the suggestion\. Escape hides it\./)]);
  });

  it('hears nothing of the guard, also not where something else changes while it lasts', async () => {
    const { ghost, attach, wait, said } = await shown();
    expect(said).toEqual([expect.stringMatching(/^Enter runs the suggestion\./)]);
    ghost.focused();
    await wait(60_000);
    expect(said).toHaveLength(1);
    ghost.focused();
    attach(true);
    expect(said.slice(1)).toEqual(['Enter fills the suggestion in.']);
  });

  it('hears once of each other thing that Enter does, in the words of the hint', async () => {
    const { type, attach, offer, wait, said } = await shown();
    type('run');
    type('run the');
    type('');
    attach(true);
    attach(false);
    offer(B, { runsUnasked: true });
    await wait(SUGGESTION_DELAY_MS);
    expect(said.slice(1)).toEqual(['Enter sends only what you have typed.', 'Enter fills the suggestion in.']);
  });
});

it('is not there while an earlier prompt is edited, however empty that gets, and returns behind the edit', async () => {
  const { ghost, change, type, reports } = await shown();
  change({ editing: 'u1' });
  type('Fix the parser');
  type('');
  expect(ghost.isVisible('')).toBe(false);
  type('Fix it');
  change({ editing: null });
  expect(reports).toEqual(['a shown', 'a hidden']);
  type('');
  expect([ghost.isVisible(''), reports.at(-1)]).toEqual([true, 'a shown']);
});

it('is there for no key while an input method hides it', async () => {
  const { ghost } = await shown();
  ghost.composing(true);
  expect(ghost.isVisible('')).toBe(false);
  ghost.composing(false);
  expect(ghost.isVisible('')).toBe(true);
});

it('appears when an input method is done, unless that has left other text', async () => {
  const { ghost, offer, type, wait, drawn, reports } = rig();
  ghost.composing(true);
  offer(A);
  await wait(60_000);
  expect(reports).toEqual([]);
  type('run');
  ghost.composing(false);
  expect([drawn()?.state.suggestion, reports]).toEqual([A.text, ['a shown']]);
});
