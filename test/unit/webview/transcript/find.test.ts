import { describe, expect, test } from 'vitest';
import { createFindSession, isFindKey } from '../../../../src/webview/find/findSession.ts';
import { normalize, searchItems, type Match } from '../../../../src/webview/find/search.ts';
import type { ToolBlock } from '../../../../src/shared/toolBlock.ts';
import type { TranscriptItem } from '../../../../src/shared/transcriptItem.ts';
import { answerItem, toolItem, userItem } from '../../../support/chatItems.ts';

const text = (value: string) => ({ kind: 'text', text: value }) as const;

const ITEMS: readonly TranscriptItem[] = [
  userItem({ id: 'u1', text: 'Rename Alpha\nto beta' }),
  answerItem({
    id: 'a1',
    blocks: [
      text('I look at **al**pha in [the docs](https://alpha.example/alpha).'),
      toolItem({ callId: 'c1', name: 'read_file', detail: 'src/alpha.ts', summary: '3 lines' }),
      { kind: 'thinking', text: 'alpha alpha alpha', duration: 1 },
      text('Done:\n\n```ts\nconst `alpha` = "**alpha**"; // my_var\n```\n\nand `my_var` too.'),
    ],
  }),
  userItem({ id: 'u2', text: 'İstanbul and more' }),
];

const found = (query: string): string[] =>
  searchItems(ITEMS, normalize(query), 0, () => false).matches.map(
    ({ itemId, callId, nth }) => `${itemId}${callId ? `/${callId}` : ''}:${nth}`,
  );

const ASKED = { question: 'Start?', reasons: [], grantable: false, persistent: [] };

describe('the keys that open the search', () => {
  const pressed = { ctrlKey: true, metaKey: false, altKey: false, shiftKey: false };
  test.each([
    ['include Ctrl+F', { ...pressed, key: 'f', code: 'KeyF' }, true],
    ['include Ctrl+F with Caps Lock', { ...pressed, key: 'F', code: 'KeyF' }, true],
    ['include Ctrl+F on a Dvorak keyboard', { ...pressed, key: 'f', code: 'KeyY' }, true],
    ['do not include Ctrl+U on a Dvorak keyboard', { ...pressed, key: 'u', code: 'KeyF' }, false],
    ['include Ctrl+F on a Russian keyboard', { ...pressed, key: 'а', code: 'KeyF' }, true],
    ['do not include Ctrl+Shift+F', { ...pressed, shiftKey: true, key: 'F', code: 'KeyF' }, false],
    ['do not include Cmd+F', { ...pressed, ctrlKey: false, metaKey: true, key: 'f', code: 'KeyF' }, false],
  ])('%s', (_, event, isFind) => expect(isFindKey(event, false)).toBe(isFind));

  test('include only Cmd+F on macOS, because Ctrl+F moves the caret there', () => {
    const key = { ...pressed, key: 'f', code: 'KeyF' };
    expect(isFindKey(key, true)).toBe(false);
    expect(isFindKey({ ...key, ctrlKey: false, metaKey: true }, true)).toBe(true);
  });
});

describe('a search in the conversation', () => {
  test.each<[string, Partial<ToolBlock>]>([
    ['that was presented', { plan: 'First **rename** it.', detail: 'rename', summary: 'accepted' }],
    [
      'that waits for approval',
      { status: 'awaiting-approval', approval: { ...ASKED, subject: { kind: 'plan', text: 'First **rename** it.' } } },
    ],
  ])('finds the text of a plan %s, not the text of its row', (_, plan) => {
    const tool = toolItem({ callId: 'p1', name: 'exit_plan_mode', ...plan });
    const { matches } = searchItems([answerItem({ id: 'a', blocks: [tool] })], 'rename', 0, () => false);
    expect(matches).toMatchObject([{ itemId: 'a', callId: 'p1' }]);
  });

  test.each([
    [
      'finds prompts, answers, rows of tools and code, in reading order',
      'alpha',
      ['u1:0', 'a1:0', 'a1/c1:1', 'a1:2', 'a1:3'],
    ],
    ['ignores case', 'RENAME', ['u1:0']],
    ['finds words across a line break', 'alpha to', ['u1:0']],
    ['ignores Markdown marks', 'at alpha in', ['a1:0']],
    ['finds Markdown marks in code', '"**alpha**"', ['a1:0']],
    ['finds names with underscores, inside and outside fences', 'my_var', ['a1:0', 'a1:1']],
    ['does not search the addresses of links', 'example', []],
    ['finds the summary of a tool row', '3 lines', ['a1/c1:0']],
    ['matches special characters literally', '= "*', ['a1:0']],
    ['keeps offsets if a letter is longer in lower case', 'and more', ['u2:0']],
    ['finds nothing for an empty query', '', []],
  ])('%s', (_, query, places) => expect(found(query)).toEqual(places));

  test.each([
    ['a *very* b', 'a very b'],
    ['a _very_ b', 'a very b'],
    ['a __very__ b', 'a very b'],
    ['a ***very*** b', 'a very b'],
    ['_the *very* `my_var` and my_type_', 'the very my_var and my_type'],
    ['a_b and b_c', 'a_b and b_c'],
    ['_private, my_', 'private, my'],
    ['_private and __dirname', '_private and __dirname'],
    ['2 * 3 * 4', '2 * 3 * 4'],
    ['* one *two*', '* one two'],
    ['\\*not\\*', '*not\\*'],
    ['`src/**/*.ts` and `*.tsx`', 'src/**/*.ts and *.tsx'],
  ])('finds %s as %s', (markdown, query) => {
    const items = [answerItem({ id: 'a', blocks: [text(markdown)] })];
    expect(searchItems(items, normalize(query), 0, () => false).matches).toHaveLength(1);
  });

  test('stops when its time is over, and continues from there', () => {
    const first = searchItems(ITEMS, 'alpha', 0, () => true);
    expect(first.next).toBe(1);
    expect(searchItems(ITEMS, 'alpha', first.next, () => false).matches).toHaveLength(4);
  });
});

describe('the find bar', () => {
  function rig(items: readonly TranscriptItem[] = ITEMS, firstVisible = 0) {
    const revealed: Match[] = [];
    const deferred: (() => void)[] = [];
    let time = 0;
    const world = { items, firstVisible };
    const session = createFindSession({
      items: () => world.items,
      firstVisible: () => world.firstVisible,
      // Each item takes longer than a slice.
      now: () => (time += 10),
      defer(action) {
        deferred.push(action);
        return () => void deferred.splice(deferred.indexOf(action), 1);
      },
      onShow: (match) => revealed.push(match),
    });
    const runDeferred = (): void => {
      for (let action = deferred.shift(); action; action = deferred.shift()) action();
    };
    const type = (query: string): void => {
      session.type(query);
      runDeferred();
    };
    session.open();
    return { session, world, revealed, deferred, runDeferred, type, at: () => session.state.get().current };
  }

  test('begins at the first match in view, and wraps around', () => {
    const bar = rig(ITEMS, 1);
    bar.type('alpha');
    expect(bar.at()).toBe(1);
    bar.session.step(-1);
    bar.session.step(-1);
    expect(bar.at()).toBe(4);
    bar.session.step(1);
    expect(bar.at()).toBe(0);
    expect(bar.revealed.map(({ itemId }) => itemId)).toEqual(['a1', 'u1', 'a1', 'u1']);
  });

  test('searches in slices, and drops a search whose query changes', () => {
    const bar = rig();
    bar.session.type('alpha');
    expect(bar.session.state.get().searching).toBe(true);
    bar.session.type('beta');
    bar.runDeferred();
    expect(bar.session.state.get()).toMatchObject({ searching: false, current: 0 });
    expect(bar.session.state.get().matches.map(({ itemId }) => itemId)).toEqual(['u1']);
  });

  test('stays at its match when the conversation grows, and does not scroll', () => {
    const bar = rig();
    bar.type('alpha');
    bar.session.step(1);
    const { length } = bar.revealed;
    bar.world.items = [...ITEMS, userItem({ id: 'u3', text: 'alpha again' })];
    bar.session.refresh();
    bar.runDeferred();
    expect(bar.session.state.get()).toMatchObject({ current: 1 });
    expect(bar.session.state.get().matches).toHaveLength(6);
    expect(bar.revealed).toHaveLength(length);
  });

  test('has no current match if nothing is found', () => {
    const bar = rig();
    bar.type('gamma');
    bar.session.step(1);
    expect(bar.session.state.get()).toMatchObject({ matches: [], current: -1 });
  });

  test('keeps its query while it is closed', () => {
    const bar = rig();
    bar.type('beta');
    bar.session.close();
    expect(bar.session.state.get()).toMatchObject({ open: false, query: 'beta', matches: [] });
    bar.session.open();
    bar.runDeferred();
    expect(bar.session.state.get().matches).toHaveLength(1);
  });
});
