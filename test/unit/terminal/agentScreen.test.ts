import { describe, expect, it } from 'vitest';
import { AgentScreen, type ScreenLook } from '../../../src/extension/terminal/agentScreen.ts';
import { createTerminalScreen } from '../../../src/extension/terminal/screen.ts';
import { TYPED_TEXT } from '../../../src/extension/terminal/typedText.ts';
import { createManualClock } from '../../support/manualClock.ts';

const ALTERNATE = '\x1b[?1049h';
const RULE = '─'.repeat(80);
const above = (mark: string): string[] => [
  ...Array.from({ length: 100 }, (_, at) => `  line ${at} of the answer`),
  '',
  `${mark} The parser can be extended or rewritten.`,
  '  Tell me what you think about it',
  '',
];

/** The screen of each agent, whose composer has the typed lines. */
const AGENTS: Readonly<Record<string, (...typed: readonly string[]) => string[]>> = {
  'Claude Code': (first = '', ...rest) => [
    ...above('⏺'),
    RULE,
    `❯ ${first}`,
    ...rest.map((line) => `  ${line}`),
    RULE,
    ...(first ? [] : ['  ? for shortcuts']),
  ],
  Codex: (first = 'Ask Codex to do anything', ...rest) => [
    ...above('•'),
    `› ${first}`,
    ...rest.map((line) => `  ${line}`),
    '',
    '  gpt-5.4 default · /tmp/shop',
  ],
  OpenCode: (first = '', ...rest) => [
    '  ┃',
    '  ┃  a prompt',
    '  ┃',
    ...above(' '),
    '  ┃',
    ...[first, ...rest].map((line) => `  ┃  ${line}`),
    '  ┃',
    '  ┃  Build · GPT',
    `  ╹${'▀'.repeat(80)}`,
  ],
};

/** Writes each screen, and looks at it after a pause. */
async function looksAt(screens: readonly (readonly string[])[], start = '') {
  const clock = createManualClock();
  const looks: ScreenLook[] = [];
  const screen = new AgentScreen({ screen: createTerminalScreen(), clock, onDidLook: (look) => looks.push(look) });
  await screen.feed(
    (async function* () {
      yield start;
      for (const lines of screens) {
        yield `\x1b[H\x1b[2J\x1b[3J${lines.join('\r\n')}`;
        await clock.advance(2_000);
      }
    })(),
  );
  return { looks, screen };
}

describe.each(Object.entries(AGENTS))('text that the user types in %s', (_, agent) => {
  const typed = ['I have a secret', '', 'it is hunter2', '1. do not', '2. send it'];

  it.each(['', ALTERNATE])('is no change of the screen, and a model never reads it (%j)', async (start) => {
    const { looks, screen } = await looksAt([agent(), agent(...typed.slice(0, 1)), agent(...typed)], start);
    expect(looks.at(0)).toMatchObject({ typedAt: null });
    expect(looks.at(-1)?.typedAt).not.toBeNull();
    const read = screen.readLines(800).join('\n');
    expect(read).toContain('Tell me what you think about it');
    for (const line of typed.filter(Boolean)) expect(read).not.toContain(line);
    screen.dispose();
  });

  it('is not read after the user has deleted it', async () => {
    const { screen } = await looksAt([agent(...typed), agent()], ALTERNATE);
    const read = screen.readLines(800).join('\n');
    for (const line of typed.filter(Boolean)) expect(read).not.toContain(line);
    screen.dispose();
  });

  it('counts as typed also if it has one line more than before', async () => {
    const { looks, screen } = await looksAt([agent('one'), agent('one', 'two')]);
    expect(looks.at(-1)?.hash).toBe(looks[0]?.hash);
    expect(looks.at(-1)?.typedAt).not.toBeNull();
    screen.dispose();
  });
});

describe('text in the composer that the agent suggests', () => {
  const DIM = '\x1b[2m';
  const END = '\x1b[0m';
  const claude = AGENTS['Claude Code']!;
  const shown = async (text: string, ...rest: readonly string[]) => {
    const { looks, screen } = await looksAt([claude(), claude(text, ...rest)], ALTERNATE);
    const read = screen.readLines(800).join('\n');
    screen.dispose();
    return { typed: looks.at(-1)?.typed, typedAt: looks.at(-1)?.typedAt, isMasked: read.includes(TYPED_TEXT), read };
  };

  it.each([
    ['dim', [`${DIM}run the tests${END}`]],
    ['dim with an inverse cursor', [`\x1b[7mr${END}${DIM}un the tests${END}`]],
    ['dim with a dim inverse cursor', [`${DIM}\x1b[7mr\x1b[27mun the tests${END}`]],
    ['dim on two lines', [`${DIM}运行测试${END}`, `${DIM}and commit${END}`]],
  ])('is not typed text if it is %s', async (_, lines) => {
    const found = await shown(lines[0]!, ...lines.slice(1));
    expect(found).toMatchObject({ typed: '', typedAt: null, isMasked: false });
    expect(found.read).not.toMatch(/un the tests|运行/);
  });

  it.each([
    ['plain', ['run the tests'], 'run the tests'],
    ['plain with a dim end', [`/he${DIM}lp${END}`], '/help'],
    ['dim with a plain second line', [`${DIM}run${END}`, 'tests'], 'run\ntests'],
    ['one inverse character', [`\x1b[7my${END}`], 'y'],
    ['inverse with a dim end', [`\x1b[7mab${END}${DIM}c${END}`], 'abc'],
  ])('is typed text if it is %s', async (_, lines, typed) => {
    expect(await shown(lines[0]!, ...lines.slice(1))).toMatchObject({ typed, isMasked: true });
  });
});
