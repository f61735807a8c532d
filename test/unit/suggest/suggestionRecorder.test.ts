import { describe, expect, test } from 'vitest';
import { editSimilarity } from '../../../src/extension/text/editSimilarity.ts';
import type { PromptSuggestionEvent } from '../../../src/extension/suggest/suggestionEvent.ts';
import { SuggestionRecorder } from '../../../src/extension/suggest/suggestionRecorder.ts';
import type { SuggestionReport } from '../../../src/shared/protocol.ts';
import { createManualClock } from '../../support/manualClock.ts';

const A = { id: 'a', text: 'run the tests' };
const SHOWN: SuggestionReport = { event: 'shown', focused: true };

function rig(...reports: SuggestionReport[]) {
  const events: PromptSuggestionEvent[] = [];
  const taken: boolean[] = [];
  const clock = createManualClock();
  const recorder = new SuggestionRecorder({
    clock,
    record: (event) => events.push(event),
    onDidEnd: (end) => taken.push(end),
  });
  recorder.offer(A);
  for (const report of reports) recorder.reported(A.id, report);
  return { recorder, events, taken, clock };
}

describe('a suggestion that has been shown', () => {
  test.each(['tab', 'enter', 'right', 'click', 'typed'] as const)(
    'is recorded as accepted by %s when it is sent',
    (method) => {
      const { recorder, events, taken } = rig(SHOWN, { event: 'accepted', method, afterMs: 800 });
      recorder.sent(A.text);
      expect(events).toEqual([
        {
          outcome: 'accepted',
          prompt_id: 'user_intent',
          accept_method: method,
          time_to_accept_ms: 800,
          suggestion_length: 13,
          similarity: 1,
          edit_similarity: 1,
          was_focused_when_shown: true,
        },
      ]);
      expect(taken).toEqual([true]);
    },
  );

  test('is recorded as ignored after a dismissal, with its similarity to the sent prompt', () => {
    const { recorder, events, taken } = rig(
      { event: 'shown', focused: false },
      { event: 'first-keystroke', afterMs: 300 },
      { event: 'dismissed', afterMs: 300 },
    );
    expect(taken).toEqual([]);
    recorder.ignored();
    recorder.sent('run the lint');
    expect(events).toEqual([
      {
        outcome: 'ignored',
        prompt_id: 'user_intent',
        time_to_ignore_ms: 300,
        time_to_first_keystroke_ms: 300,
        suggestion_length: 13,
        similarity: 0,
        edit_similarity: editSimilarity(A.text, 'run the lint'),
        was_focused_when_shown: false,
      },
    ]);
    expect(taken).toEqual([false]);
  });

  test('is not recorded at once when another one supersedes it', () => {
    const { events } = rig(SHOWN, { event: 'superseded', afterMs: 90 });
    expect(events).toEqual([]);
  });

  test('is recorded only with the next prompt, or when another suggestion is offered or the window closes', () => {
    const { recorder, events } = rig(SHOWN, { event: 'dismissed', afterMs: 5 });
    recorder.ignored();
    expect(events).toEqual([]);
    recorder.offer({ id: 'b', text: 'commit it' });
    expect(events.map(({ outcome }) => outcome)).toEqual(['ignored']);
    expect(events[0]).not.toHaveProperty('edit_similarity');
    recorder.reported('b', SHOWN);
    recorder.reported('b', { event: 'superseded', afterMs: 90 });
    recorder.close();
    expect(events.map(({ outcome }) => outcome)).toEqual(['ignored', 'superseded']);
  });

  test('is recorded once, even if more is reported after its end', () => {
    const { recorder, events, taken } = rig(SHOWN, { event: 'accepted', method: 'tab', afterMs: 1 });
    recorder.reported(A.id, { event: 'dismissed', afterMs: 2 });
    recorder.superseded();
    recorder.ignored();
    recorder.sentAsSuggested();
    recorder.applied();
    recorder.sent('x');
    recorder.sent('y');
    expect(events.map(({ outcome }) => outcome)).toEqual(['accepted']);
    expect(taken).toEqual([true]);
  });

  test('has not ended when it is hidden, however often it is shown again', () => {
    const { recorder, events, taken } = rig(SHOWN, { event: 'hidden' }, SHOWN, { event: 'hidden' });
    recorder.sent('x');
    expect([events, taken]).toEqual([[], []]);
  });

  test('is recorded once as ignored if the user did something else', async () => {
    const { recorder, events, taken, clock } = rig(SHOWN, { event: 'hidden' }, SHOWN);
    await clock.advance(900);
    recorder.ignored();
    recorder.ignored();
    recorder.sent('run the lint');
    expect(events).toMatchObject([{ outcome: 'ignored', time_to_ignore_ms: 900 }]);
    expect(taken).toEqual([false]);
  });

  test('is accepted if it is sent after it was dismissed', async () => {
    const { recorder, events, taken, clock } = rig(SHOWN, { event: 'dismissed', afterMs: 5 });
    await clock.advance(900);
    recorder.sentAsSuggested();
    recorder.sent(A.text);
    expect(events).toMatchObject([{ outcome: 'accepted', accept_method: 'typed', time_to_accept_ms: 900 }]);
    expect(taken).toEqual([true]);
  });

  test('is ignored if it was dismissed, even if something else ended it afterwards', () => {
    for (const end of ['superseded', 'close', 'leftChat'] as const) {
      const { recorder, events, taken } = rig(SHOWN, { event: 'dismissed', afterMs: 5 });
      recorder[end]();
      recorder.close();
      expect(events).toMatchObject([{ outcome: 'ignored', time_to_ignore_ms: 5 }]);
      expect(taken).toEqual([false]);
    }
  });

  test('is superseded if something other than the user ended it', async () => {
    const { recorder, events, taken, clock } = rig(SHOWN);
    await clock.advance(900);
    recorder.superseded();
    recorder.close();
    expect(events).toMatchObject([{ outcome: 'superseded', similarity: 0, time_to_ignore_ms: 900 }]);
    // A superseded suggestion does not make suggestions rarer.
    expect(taken).toEqual([]);
  });

  test('is not compared with a prompt of another chat', () => {
    const { recorder, events } = rig(SHOWN, { event: 'dismissed', afterMs: 5 });
    recorder.leftChat();
    recorder.sent(A.text);
    expect(events).toMatchObject([{ outcome: 'ignored' }]);
    expect(events[0]).not.toHaveProperty('edit_similarity');
  });

  test('is ignored if the user switches to another chat', () => {
    const { recorder, events, taken } = rig(SHOWN);
    recorder.leftChat();
    expect(events).toMatchObject([{ outcome: 'ignored' }]);
    expect(taken).toEqual([false]);
  });

  test('is accepted if its prepared edits are applied', async () => {
    const { recorder, events, taken, clock } = rig(SHOWN);
    await clock.advance(900);
    recorder.applied();
    recorder.close();
    expect(events).toMatchObject([
      { outcome: 'accepted', accept_method: 'click', time_to_accept_ms: 900, similarity: 1 },
    ]);
    expect(taken).toEqual([true]);
  });

  test('records the focus at its first appearance, even if it is shown again', () => {
    const { recorder, events } = rig(SHOWN, { event: 'shown', focused: false }, { event: 'dismissed', afterMs: 5 });
    recorder.close();
    expect(events).toMatchObject([{ was_focused_when_shown: true }]);
  });

  test('has not ended when the window closes', () => {
    const { recorder, events, taken } = rig(SHOWN);
    recorder.close();
    recorder.superseded();
    expect([events, taken]).toEqual([[], []]);
  });
});

test('a suggestion that was never shown is not recorded', () => {
  const { recorder, events, taken } = rig();
  recorder.superseded();
  recorder.sent('x');
  recorder.close();
  expect([events, taken]).toEqual([[], []]);
});

test('a suppressed suggestion is recorded at once with its reason', () => {
  const { recorder, events } = rig();
  recorder.suppressed('ai_voice', 22);
  recorder.suppressed('plan_mode');
  expect(events).toEqual([
    { outcome: 'suppressed', prompt_id: 'user_intent', reason: 'ai_voice', suggestion_length: 22 },
    { outcome: 'suppressed', prompt_id: 'user_intent', reason: 'plan_mode' },
  ]);
});

test.each<[string, string, number]>([
  ['run the tests', 'run the tests', 1],
  ['run the tests', ' run the tests\n', 1],
  ['run the tests', 'run the test', 12 / 13],
  ['commit', 'commit this', 6 / 11],
  ['abc', 'xyz', 0],
  ['abc', '', 0],
  ['运行测试', '运行所有测试', 4 / 6],
  ['run', 'r'.repeat(1_000_000), 0],
])('the similarity of %j and %j is %d', (suggested, sent, similarity) => {
  expect(editSimilarity(suggested, sent)).toBeCloseTo(similarity, 10);
});
