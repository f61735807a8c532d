import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ENTER_BOUNCE_MS, ENTER_GUARD_MS, SUGGESTION_DELAY_MS } from '../../../../src/shared/followup.ts';
import { unlikeSuggestions } from '../../../../src/webview/composer/shellMode.ts';
import { A, B, calm, rig, shown } from './ghostUser.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('Enter on ghost text', () => {
  it('fills the suggestion in, and also sends it after the guard time', async () => {
    const early = await shown();
    await early.wait(ENTER_GUARD_MS - 1);
    await early.enter();
    expect([early.text(), early.submitted]).toEqual([A.text, []]);
    const late = await shown();
    await late.wait(ENTER_GUARD_MS);
    await late.enter();
    expect(late.submitted).toEqual([`${A.text} (run)`]);
  });

  it('submits the suggestion with the effect that Enter is to have', async () => {
    const { ghost, wait, submitted } = await calm();
    ghost.accept('enter', 'apply');
    await wait(0);
    expect(submitted).toEqual([`${A.text} (apply)`]);
  });

  it('only fills just after the focus has returned', async () => {
    const { ghost, enter, wait, submitted } = await shown();
    await wait(60_000);
    ghost.focused();
    await wait(ENTER_GUARD_MS - 1);
    await enter();
    expect(submitted).toEqual([]);
  });

  it.each<[string, Parameters<typeof shown>, boolean]>([
    ['with a held key', [A], true],
    ['if the setting is `fill`', [A, { enter: 'fill' }], false],
    ['if commands may run unasked', [A, { runsUnasked: true }], false],
  ])('only fills %s, however long the suggestion was visible', async (_, given, repeat) => {
    const { enter, wait, submitted, text } = await shown(...given);
    await wait(60_000);
    await enter(repeat);
    expect([text(), submitted]).toEqual([given[0]?.text, []]);
  });

  it('only fills just after an input method has finished', async () => {
    const { ghost, enter, wait, submitted } = await shown();
    await wait(60_000);
    ghost.composing(true);
    await wait(60_000);
    ghost.composing(false);
    await wait(ENTER_GUARD_MS - 1);
    await enter();
    expect(submitted).toEqual([]);
  });

  it('follows settings and permissions that change while the suggestion is visible', async () => {
    const { offer, rendered, hint, enter, wait, submitted } = await shown();
    await wait(60_000);
    for (const suggesting of [{ enter: 'fill' }, { runsUnasked: true }] as const) {
      offer(A);
      expect(hint()).toBe('run');
      offer(A, suggesting);
      expect([hint(), rendered()?.state.suggestion]).toEqual(['fill', A.text]);
    }
    await enter();
    expect(submitted).toEqual([]);
  });
});

describe('an Enter after an Enter that filled the suggestion in', () => {
  it.each([
    ['only filled it in', shown],
    ['also submitted it, because the host may not have accepted it', calm],
  ])('belongs to the same press for half a second if the first Enter %s', async (_, begin) => {
    const { ghost, enter, wait, text } = await begin();
    await enter();
    expect(ghost.enterBounces(text())).toBe(true);
    await wait(ENTER_BOUNCE_MS - 1);
    expect(ghost.enterBounces(text())).toBe(true);
    await wait(1);
    expect(ghost.enterBounces(text())).toBe(false);
  });

  it('is a new press if the text has changed', async () => {
    const { ghost, enter, type, text } = await shown();
    await enter();
    type(`${text()} twice`);
    expect(ghost.enterBounces(text())).toBe(false);
  });

  it('is a new press if Tab filled, or if the text was sent or the chat changed', async () => {
    const tab = await calm();
    tab.ghost.accept('tab', null);
    const elsewhere = await shown();
    await elsewhere.enter();
    elsewhere.ghost.forgetFilled();
    for (const { ghost, wait, text } of [tab, elsewhere]) {
      await wait(0);
      expect([text(), ghost.enterBounces(text())]).toEqual([A.text, false]);
    }
  });
});

describe('ghost text:', () => {
  it('two keys at once accept a suggestion once', async () => {
    const { ghost, wait, reports } = await shown();
    ghost.accept('tab', null);
    ghost.accept('enter', 'run');
    await wait(60_000);
    expect(reports).toEqual(['a shown', 'a accepted']);
  });

  it('a suggestion that arrives during an acceptance does not appear over the filled text', async () => {
    const { ghost, offer, wait, text, reports } = await shown();
    ghost.accept('tab', null);
    offer(B);
    await wait(60_000);
    expect(text()).toBe(A.text);
    expect(reports).toEqual(['a shown', 'a accepted']);
  });

  it('a suggestion that arrives during typing appears when the input is empty', async () => {
    const { type, offer, wait, reports } = rig();
    type('and');
    offer(A);
    await wait(60_000);
    expect(reports).toEqual([]);
    type('');
    expect(reports).toEqual(['a shown']);
  });

  it('a suggestion that is dismissed before it appears never appears', async () => {
    const { ghost, offer, wait, reports } = rig();
    offer(A);
    ghost.dismiss();
    await wait(60_000);
    expect(reports).toEqual([]);
  });

  it('a suggestion of another chat never appears, even if its delay had begun', async () => {
    const { ghost, offer, wait, reports, rendered } = rig();
    offer(A);
    ghost.clear();
    offer(null);
    await wait(60_000);
    expect(reports).toEqual([]);
    offer(B);
    await wait(SUGGESTION_DELAY_MS);
    expect(rendered()?.state.suggestion).toBe(B.text);
  });

  it('a restored panel shows the suggestion again, and reports it', async () => {
    const before = await shown();
    before.ghost.clear();
    const after = await shown();
    expect([before.reports, after.reports]).toEqual([['a shown'], ['a shown']]);
  });
});

describe('announcements to a screen reader', () => {
  it('describe the keys once', async () => {
    const { offer, wait, announced } = await shown();
    offer(B);
    await wait(SUGGESTION_DELAY_MS);
    expect(announced).toEqual([expect.stringMatching(/^Enter runs the suggestion\. Escape hides it\./)]);
  });

  it('do not mention the guard, even if something else changes during it', async () => {
    const { ghost, attach, wait, announced } = await shown();
    expect(announced).toEqual([expect.stringMatching(/^Enter runs the suggestion\./)]);
    ghost.focused();
    await wait(60_000);
    expect(announced).toHaveLength(1);
    ghost.focused();
    attach(true);
    expect(announced.slice(1)).toEqual(['Enter fills the suggestion in.']);
  });

  it('mention every new effect of Enter once, in the words of the hint', async () => {
    const { type, attach, offer, wait, announced } = await shown();
    type('run');
    type('run the');
    type('');
    attach(true);
    attach(false);
    offer(B, { runsUnasked: true });
    await wait(SUGGESTION_DELAY_MS);
    expect(announced.slice(1)).toEqual(['Enter sends only what you have typed.', 'Enter fills the suggestion in.']);
  });
});

it('the input hides the suggestion during an edit, and shows it again afterwards', async () => {
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

it('the input treats the suggestion as invisible while an input method composes', async () => {
  const { ghost } = await shown();
  ghost.composing(true);
  expect(ghost.isVisible('')).toBe(false);
  ghost.composing(false);
  expect(ghost.isVisible('')).toBe(true);
});

it('the input shows the suggestion after an input method if the suggestion begins with the text', async () => {
  const { ghost, offer, type, wait, rendered, reports } = rig();
  ghost.composing(true);
  offer(A);
  await wait(60_000);
  expect(reports).toEqual([]);
  type('run');
  ghost.composing(false);
  expect([rendered()?.state.suggestion, reports]).toEqual([A.text, ['a shown']]);
});

describe('a completion of the input', () => {
  it('hides the suggestion until the input is empty again', async () => {
    const { block, type, hint, rendered } = await shown();
    block(true);
    expect(rendered()?.state.isVisible).toBe(false);
    type('run a');
    block(false);
    expect(rendered()?.state.isVisible).toBe(false);
    type('');
    expect([rendered()?.state.isVisible, hint()]).toEqual([true, 'fill']);
  });

  it('that completes the input to the suggestion’s text does not accept the suggestion', async () => {
    const { ghost, block, type, reports, wait } = await shown();
    type('run ');
    block(true);
    type(A.text);
    ghost.supersede();
    block(false);
    await wait(0);
    expect(reports).toEqual(['a shown', 'a first-keystroke', 'a hidden', 'a superseded']);
    expect(ghost.filled).toBeNull();
  });

  it('hides a suggestion that arrives meanwhile', async () => {
    const { block, offer, wait, rendered, type } = rig();
    type('commit');
    block(true);
    offer(B);
    await wait(SUGGESTION_DELAY_MS);
    expect(rendered()?.state.isVisible ?? false).toBe(false);
  });
});

describe('a command in shell mode', () => {
  it.each(['', 'run the tests'])(
    '“%s” hides a suggestion that begins with a ! and does not accept it',
    async (command) => {
      const { type, reports, rendered } = await shown({ ...A, text: `!${command || 'run the tests'}` });
      type(unlikeSuggestions(command));
      expect(rendered()?.state.isVisible).toBe(false);
      expect(reports).toEqual(['a shown', 'a first-keystroke', 'a hidden']);
    },
  );
});
