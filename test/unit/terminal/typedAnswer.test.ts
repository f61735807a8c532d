import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { createTerminalWatch } from '../../../src/extension/terminal/createTerminalWatch.ts';
import { readScreen } from '../../../src/extension/terminal/extract.ts';
import { findAnswer } from '../../../src/extension/terminal/typedAnswer.ts';
import type { ActionResult } from '../../../src/extension/terminal/watchedAgent.ts';
import { findTypedText } from '../../../src/extension/terminal/typedText.ts';
import { createFakeTerminals } from '../../support/fakeTerminals.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createMemento } from '../../support/memento.ts';
import { readRecording, recordingNames, replay } from '../../support/terminalCorpus.ts';

const RULE = '─'.repeat(60);
const QUESTION = '● The tests pass.\n\n  Shall I remove the old parser? (y/n)';
const reply = (typed: string, text = QUESTION): string =>
  `${text}\n\n${RULE}\n❯ ${typed}\n${RULE}\n  ${typed === '' ? '? for shortcuts' : ''}`;
const DIALOG = `${RULE}\n Bash command\n\n rm -rf /important\n\n Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel`;

/** A question of an agent, whose program reacts to the typed text. */
async function startQuestion(react: (typed: string, draw: (screen: string, ms?: number) => void) => void) {
  const clock = createManualClock();
  const terminals = createFakeTerminals();
  const watch = createTerminalWatch({
    terminals: terminals.port,
    settings: () => ({ mode: 'on', prompts: 'unified', maxCostPerDay: 1 }),
    isTrusted: () => true,
    memento: createMemento(),
    createScreen: terminals.createScreen,
    chooseModel: async () => ({ kind: 'none', message: '' }),
    allowance: async () => 'within',
    count: () => {},
    language: 'en',
    clock,
    log: silentLog,
  });
  watch.refresh();
  const terminal = terminals.open('zsh');
  const agent = terminals.run(terminal, 'claude');
  const draw = (screen: string, ms = 0): void => {
    if (ms === 0) return agent.draw(screen);
    clock.setTimeout(() => agent.draw(screen), ms);
  };
  await clock.advance(0);
  draw(reply(''));
  await clock.advance(1_100);
  terminals.reactToText((_, typed) => react(typed, draw));
  const clicked = { isDone: false };
  const click = async (): Promise<ActionResult> => {
    const { id } = watch.cards[0]!;
    const acting = watch.act(id, { kind: 'choose', revision: 0, index: 0 }).finally(() => (clicked.isDone = true));
    for (let turn = 0; !clicked.isDone && turn < 60; turn += 1) await clock.advance(50);
    return acting;
  };
  const message = (): string => {
    const content = watch.cards[0]?.content;
    return content?.kind === 'problem' ? content.message : content?.kind === 'question' ? (content.refusal ?? '') : '';
  };
  return { watch, clock, terminals, terminal, click, message };
}

describe('Enter after a typed answer', () => {
  it('is pressed when the agent shows the question with the answer', async () => {
    const { click, terminals, watch } = await startQuestion((typed, draw) => draw(reply(typed), 30));
    expect(await click()).toEqual({ isSent: true });
    expect(terminals.sent).toEqual([{ terminal: 'zsh', text: 'y', enter: true }]);
    expect(watch.cards).toEqual([]);
  });

  it.each([
    ['at once', 0],
    ['after 40 milliseconds', 40],
    ['after 190 milliseconds', 190],
  ])('is not pressed if another question replaces the question %s', async (_, ms) => {
    const { click, clock, terminals, message, watch } = await startQuestion((typed, draw) => {
      if (ms > 0) draw(reply(typed));
      draw(DIALOG, ms);
    });
    expect(await click()).toEqual({ isSent: false });
    expect([terminals.sent, terminals.pressed]).toEqual([[{ terminal: 'zsh', text: 'y', enter: false }], []]);
    await clock.advance(1_500);
    expect(message()).toBe(
      'The question has changed, so Enter was not pressed. The answer may still be in the terminal.',
    );
    expect(watch.cards[0]?.content).toMatchObject({ kind: 'question', question: { card: { choices: [{}, {}] } } });
  });

  it('is not pressed if another reply is above the answer', async () => {
    const { click, terminals } = await startQuestion((typed, draw) => draw(reply(typed, '● Shall I delete it? (y/n)')));
    await click();
    expect(terminals.pressed).toEqual([]);
  });

  it('is not pressed if the terminal does not show the answer, and the card says so', async () => {
    const { click, terminals, message } = await startQuestion(() => {});
    await click();
    expect(terminals.pressed).toEqual([]);
    expect(message()).toContain('does not show the typed answer');
  });

  it('is not pressed if the user stops the watch meanwhile', async () => {
    const all = await startQuestion((typed, draw) => draw(reply(typed), 100));
    all.clock.setTimeout(() => all.watch.stopWatching({ ...all.terminal, reportsCommands: true }), 50);
    const text = 'The watch was stopped, so Enter was not pressed. The answer may still be in the terminal.';
    expect(await all.click()).toEqual({ isSent: false, notice: { text, next: null } });
    expect(all.terminals.pressed).toEqual([]);
    // The refusal does not come back later.
    all.watch.watchTerminal({ ...all.terminal, reportsCommands: true });
    await all.clock.advance(0);
    expect(all.message()).toBe('');
  });
});

describe('a typed answer', () => {
  const above = ['● Which name?', ''];
  it.each([
    ['in the input', [...above, RULE, '❯ ', RULE], [...above, RULE, '❯ use foo', RULE], 'typed'],
    ['in several lines of the input', [...above, RULE, '❯ ', RULE], [...above, RULE, '❯ use', '  foo', RULE], 'typed'],
    ['below the question', ['Tell me the name'], ['Tell me the name', 'use foo'], 'typed'],
    ['behind the question', ['Which one? y/n/a/p:'], ['Which one? y/n/a/p: use foo'], 'typed'],
    ['not yet', ['Tell me the name'], ['Tell me the name'], 'not-typed'],
    ['not alone', ['Tell me the name'], ['Tell me the name', 'use foo', 'Sure?'], 'gone'],
    ['below another question', ['Tell me the name'], ['Tell me the path', 'use foo'], 'gone'],
    ['in part', [...above, RULE, '❯ ', RULE], [...above, RULE, '❯ use', RULE], 'not-typed'],
  ] as const)('is found or reported as missing: %s', (_, before, lines, expected) => {
    expect(findAnswer(before, lines, 'use foo')).toBe(expected);
  });

  it('that the agent shows as pasted text is found', () => {
    const lines = (typed: string): string[] => [...above, RULE, `❯ ${typed}`, RULE];
    expect(findAnswer(lines(''), lines('[Pasted text #1]'), 'long '.repeat(200).trim())).toBe('typed');
    expect(findAnswer(lines(''), lines('[Pasted text #1]'), 'short')).toBe('not-typed');
  });
});

it('the answers of all recordings are found below their questions', async () => {
  const names = (await recordingNames()).filter((name) => !name.startsWith('ordinary-'));
  const replayed = await Promise.all(names.map(async (name) => replay(name, await readRecording(name))));
  const missed: string[] = [];
  const agents = new Map<string, number>();
  for (const screens of replayed) {
    for (const [at, screen] of screens.entries()) {
      const next = screens[at + 1];
      const { text } = findTypedText(next?.lines ?? []);
      const isTyping = text !== '' && findTypedText(screen.lines).text === '';
      if (!next || !isTyping || readScreen(screen.lines).state !== 'has_question') continue;
      agents.set(screen.agent, (agents.get(screen.agent) ?? 0) + 1);
      if (findAnswer(screen.lines, next.lines, text) !== 'typed') missed.push(next.name);
    }
  }
  expect(missed).toEqual([]);
  expect([...agents.keys()].sort()).toEqual(['claude', 'codex', 'opencode']);
}, 60_000);
