import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import type { MenuKey } from '../../../src/extension/ports/terminals.ts';
import { createTerminalWatch } from '../../../src/extension/terminal/createTerminalWatch.ts';
import { readScreen } from '../../../src/extension/terminal/extract.ts';
import { createTerminalScreen } from '../../../src/extension/terminal/screen.ts';
import { cursorOf } from '../../../src/extension/terminal/selectedOption.ts';
import { createFakeTerminals } from '../../support/fakeTerminals.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createMemento } from '../../support/memento.ts';
import { readRecording, recordingNames } from '../../support/terminalCorpus.ts';

const RULE = '─'.repeat(60);
const HOME = '\x1b[2J\x1b[H';
/** The colors of OpenCode's dialog. */
const BASE = '\x1b[48;2;30;30;30m';
const SELECTED = '\x1b[48;2;245;167;66m';

type Draw = (cursor: number) => string;

/** Claude Code's question about an API key. */
const keyMenu: Draw = (cursor) =>
  [
    RULE,
    '  Detected a custom API key in your environment',
    '',
    '  Do you want to use this API key?',
    '',
    ...['Yes', 'No (recommended)'].map((text, at) => `  ${at === cursor ? '❯' : ' '} ${text}`),
    '',
    '  Enter to confirm · Esc to cancel',
  ].join('\r\n');

/** OpenCode's question about a command. Only the background shows the cursor. */
const permission =
  (command: string, background = SELECTED): Draw =>
  (cursor) => {
    const options = ['Allow once', 'Allow always', 'Reject'].map((text, at) =>
      at === cursor ? `${background} ${text} ${BASE}` : ` ${text} `,
    );
    const lines = ['  ┃', '  ┃  △ Permission required', '  ┃    # Shell command', '  ┃', `  ┃  $ ${command}`, '  ┃'];
    return [...lines, `  ┃${BASE}  ${options.join(' ')}      ⇆ select  enter confirm\x1b[0m`, '  ┃'].join('\r\n');
  };

/** A program with a menu. Like the real ones, it moves its cursor with the arrow keys. It does not react to Enter. */
async function startMenu(commandLine: string, draw: Draw, cursor: number) {
  const clock = createManualClock();
  const terminals = createFakeTerminals();
  const watch = createTerminalWatch({
    terminals: terminals.port,
    settings: () => ({ mode: 'on', prompts: 'unified', maxCostPerDay: 1 }),
    isTrusted: () => true,
    memento: createMemento(),
    createScreen: async () => createTerminalScreen(),
    chooseModel: async () => ({ kind: 'none', message: '' }),
    allowance: async () => 'within',
    count: () => {},
    language: 'en',
    clock,
    log: silentLog,
  });
  watch.refresh();
  const agent = terminals.run(terminals.open('zsh'), commandLine);
  const program = { cursor, isFrozen: false, draw };
  let drawn = Promise.resolve();
  const redraw = (): void => {
    drawn = agent.drained();
    agent.write(HOME + program.draw(program.cursor));
  };
  const settle = async (): Promise<void> => {
    await drawn;
    await clock.advance(1_100);
  };
  await clock.advance(0);
  redraw();
  await settle();
  terminals.react((key) => {
    if (key === 'enter' || program.isFrozen) return;
    program.cursor += STEPS[key];
    redraw();
  });
  const content = () => {
    const found = watch.cards[0]?.content;
    if (found?.kind !== 'question') throw new Error('There is no question.');
    return found;
  };
  /** Clicks an answer, and lets the emulator and the clock run until the answer has been sent or refused. */
  const click = async (index: number): Promise<readonly MenuKey[]> => {
    const { revision } = content().question;
    const answered = watch.act(watch.cards[0]?.id ?? '', { kind: 'choose', revision, index });
    const state = { isDone: false };
    void answered.finally(() => (state.isDone = true));
    for (let turn = 0; !state.isDone && turn < 20; turn += 1) {
      await drawn;
      await clock.advance(500);
    }
    await answered;
    return terminals.pressed.map(({ key }) => key);
  };
  return { watch, terminals, program, agent, redraw, settle, content, click };
}

const STEPS: Readonly<Record<Exclude<MenuKey, 'enter'>, number>> = { up: -1, left: -1, down: 1, right: 1 };

describe('a menu with a cursor', () => {
  it('has a button per option, and a click moves the cursor to the option before it presses Enter', async () => {
    const { content, click, terminals, watch } = await startMenu('claude', keyMenu, 1);
    expect(content().question.card.choices).toEqual([
      { how: 'select', send: 'Yes', enter: true, label: '' },
      { how: 'select', send: 'No (recommended)', enter: true, label: '' },
    ]);
    expect(await click(0)).toEqual(['up', 'enter']);
    expect([terminals.sent, watch.cards]).toEqual([[], []]);
  });

  it('needs no arrow key for the option at the cursor', async () => {
    const { click } = await startMenu('claude', keyMenu, 1);
    expect(await click(1)).toEqual(['enter']);
  });

  it('is answered from the current place of the cursor, also after the user has moved it', async () => {
    const { click, program, redraw, settle } = await startMenu('claude', keyMenu, 1);
    program.cursor = 0;
    redraw();
    await settle();
    expect(await click(0)).toEqual(['enter']);
  });

  it('gets no Enter if its cursor does not move, and the card says that it did not move', async () => {
    const { click, program, content } = await startMenu('claude', keyMenu, 1);
    program.isFrozen = true;
    expect(await click(0)).toEqual(['up']);
    expect(content().refusal).toContain('Enter was not pressed');
  });

  it('gets no Enter if the question changes while the cursor moves', async () => {
    const { click, program, watch } = await startMenu('claude', keyMenu, 1);
    program.draw = (cursor) => keyMenu(cursor).replace('this API key?', 'another API key?');
    expect(await click(0)).toEqual(['up']);
    expect(watch.cards).toMatchObject([
      { content: { refusal: 'The question has changed, so Enter was not pressed.' } },
    ]);
  });

  it('ignores a second click while the cursor moves', async () => {
    const { click, content, terminals, watch } = await startMenu('claude', keyMenu, 1);
    const id = watch.cards[0]?.id ?? '';
    const { revision } = content().question;
    const first = click(0);
    await watch.act(id, { kind: 'choose', revision, index: 1 });
    await first;
    expect(terminals.pressed.map(({ key }) => key)).toEqual(['up', 'enter']);
  });
});

describe('a menu whose cursor only a color shows', () => {
  it('is answered with the arrow keys and Enter', async () => {
    const { content, click } = await startMenu('opencode', permission('npm test'), 0);
    expect(content().question.card.choices.map(({ send }) => send)).toEqual(['Allow once', 'Allow always', 'Reject']);
    expect(await click(2)).toEqual(['right', 'right', 'enter']);
  });

  it('has no buttons if the color does not mark exactly one option, and its card says why', async () => {
    const { content } = await startMenu('opencode', permission('npm test', BASE), 0);
    expect(content().question.card).toMatchObject({ choices: [], unanswerable: 'color' });
  });

  it('shows its cursor in all recordings', async () => {
    const names = (await recordingNames()).filter((name) => name.startsWith('opencode'));
    const found = new Map<string, number | undefined>();
    for (const name of names) {
      const { events, marks } = await readRecording(name);
      const screen = createTerminalScreen();
      for (const [, event] of events) {
        if (typeof event === 'string') await screen.write(event);
        else if (marks[event.mark]?.state === 'has_question') {
          const reading = readScreen(screen.readCurrent(80));
          if (reading.menu?.kind === 'color')
            found.set(
              `${name}/${event.mark}`,
              cursorOf(reading, () => screen.readStyled(80)),
            );
        }
      }
      screen.dispose();
    }
    expect(found.size).toBeGreaterThan(20);
    expect([...found].filter(([, cursor]) => cursor === undefined)).toEqual([]);
  });
});

it('a menu of which several options can be chosen has no buttons, lists the options, and says why', async () => {
  const draw: Draw = () =>
    [
      RULE,
      'Which checks should run before a commit?',
      '',
      '❯ 1. [ ] Types',
      '  2. [ ] Lint',
      RULE,
      'Enter to select · Tab/Arrow keys to navigate · Esc to cancel',
    ].join('\r\n');
  const { content } = await startMenu('claude', draw, 0);
  const text = 'Which checks should run before a commit?\n1. Types\n2. Lint';
  expect(content().question.card).toMatchObject({ text, choices: [], unanswerable: 'several' });
});
