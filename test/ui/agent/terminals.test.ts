import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { until } from '../../support/until.ts';
import { useAgent } from './agentUser.ts';

/**
 * A program that looks like an agent: it draws in the alternate screen and reads single keys. Its first frame is drawn
 * again and again, because VS Code may miss output at the start of a command.
 */
const AGENT = `#!/usr/bin/env bash
draw() { printf '\\033[2J\\033[H'; printf "$@"; }
printf '\\033[?1049h'
while ! IFS= read -rsn1 -t 2 key; do
  draw '⏺ Bash(npm test)\\r\\n\\r\\nDo you want to proceed?\\r\\n❯ 1. Yes\\r\\n  2. No, and say what to do\\r\\n'
done
printf %s "$key" > first.answer
think() { for step in 1 2 3 4; do draw '✻ Thinking… (%ss · esc to interrupt)\\r\\n' "$step"; sleep 0.5; done; }
think
draw 'The parser can be extended or rewritten.\\r\\nTell me what you think about it\\r\\n'
IFS= read -r line
printf %s "$line" > second.answer
cursor=2
name=test
menu() {
  [ "$cursor" = 1 ] && set -- '❯' ' ' || set -- ' ' '❯'
  draw "────────────────────────\\r\\n Use the key of $name.env?\\r\\n\\r\\n %s Yes\\r\\n %s No\\r\\n\\r\\n Enter to confirm · Esc to cancel\\r\\n" "$1" "$2"
}
menu
while IFS= read -rsn1 key; do
  [ "$key" = $'\\e' ] && IFS= read -rsn2 key
  case "$key" in
    # The first key changes the question, not the cursor.
    '[A') [ "$name" = test ] && name=main || cursor=1 ;;
    '[B') cursor=2 ;;
    '') break ;;
  esac
  menu
done
printf %s "$cursor" > third.answer
think
long=$(printf 'and do not ask again for this command %.0s' 1 2 3 4)
options=$(printf "\\r\\n  %s. Yes, $long" 2 3 4 5 6 7 8)
draw "⏺ Bash(npm run deploy)\\r\\n\\r\\nDo you want to deploy?\\r\\n❯ 1. Yes$options\\r\\n  9. No\\r\\n"
IFS= read -rsn1 key
printf %s "$key" > fourth.answer
draw 'Bye.\\r\\n'
IFS= read -rsn1 -t 60 key
printf '\\033[?1049l'
`;

const READING = {
  status: 'has_question',
  context_complete: true,
  message: 'What shall I do with the parser?\n\nReply with your answer',
  fingerprint: 'parser-extend-rewrite',
  message_type: 'open_ended',
  options: [],
  agent_status: 'waiting',
  last_action: 'Read parser.ts',
};

const user = useAgent(
  {
    files: { claude: AGENT },
    settings: { 'premove.terminalWatch.mode': 'ask', 'premove.terminalWatch.maxCostPerDay': null },
  },
  { isShared: false },
);

const group = (name: RegExp) => user.workbench.panel.getByRole('group', { name });
const question = () => group(/^Question from Claude Code/);
const answerIn = async (name: string): Promise<string> =>
  (await readFile(join(user.workbench.workspaceDir, name), 'utf8').catch(() => '')).replace('\r', '');
/** Clicks a button of a card, once the button is enabled. */
const click = (card: ReturnType<typeof group>, name: string) => card.getByRole('button', { name }).click();

/** The height of a window in which the whole long question fits. */
const HIGH = 2400;

/** By how many pixels the window can be lower while the card still fits into the list, which has 60% of the height. */
function heightToSpare(card: Element): number {
  const needed =
    (card.querySelector('.terminal-answers')?.getBoundingClientRect().bottom ?? 0) - card.getBoundingClientRect().top;
  return Math.floor(document.documentElement.clientHeight - needed / 0.6);
}

/** Whether the end of a card's question is behind its answers, and not below them. */
function isEndBehindAnswers(card: Element): boolean {
  const [end, answers] = ['.terminal-end', '.terminal-answers'].map((part) =>
    card.querySelector(part)?.getBoundingClientRect(),
  );
  return end !== undefined && answers !== undefined && end.top > answers.top && end.bottom < answers.bottom;
}

it('Premove shows the questions of an agent in a terminal, and types the answers that the user clicks', async () => {
  const { workbench, server } = user;
  await chmod(join(workbench.workspaceDir, 'claude'), 0o755);
  server.on(/^Analyze the terminal snapshot/, { text: JSON.stringify(READING) });
  await workbench.executeCommand('workbench.action.terminal.new');
  await workbench.executeCommand('workbench.action.terminal.sendSequence', { text: './claude\r' });

  const offer = group(/^Watch Claude Code/);
  await offer.getByRole('button', { name: 'Don’t watch' }).waitFor();
  expect(await offer.getByRole('button', { name: 'Not now' }).count()).toBe(0);
  await workbench.screenshot('terminal-offer');
  await offer.getByRole('button', { name: 'Watch', exact: true }).click();
  await question().getByText('Do you want to proceed?').waitFor();
  await expect.poll(() => question().textContent()).toContain('2 No, and say what to do');
  // The card does not take the focus.
  expect(await question().locator(':focus').count()).toBe(0);
  expect(await answerIn('first.answer')).toBe('');
  await workbench.screenshot('terminal-question');
  await click(question(), '2: No, and say what to do');
  await until('the agent has the key', async () => (await answerIn('first.answer')) === '2');
  await question().waitFor({ state: 'detached' });

  // The rules do not decide the next screen, so the model reads it once it has been stable.
  await question().getByText('What shall I do with the parser?').waitFor({ timeout: 40_000 });
  expect(server.requests(/^Analyze the terminal snapshot/)).toHaveLength(1);
  await expect.poll(() => question().textContent()).toContain('Read parser.ts');
  await user.focusComposer();
  await user.type('half a prompt');
  const own = question().getByRole('textbox', { name: 'Your answer' });
  await own.fill('extend it');
  await expect.poll(() => question().getByRole('button', { name: 'Send' }).isEnabled()).toBe(true);
  // When the focus moves to the composer, a second Enter must not send the draft. The page itself presses this key,
  // because a key that the test process sends may come after the guard time.
  await user.chat.composer.evaluate((input) => {
    const init = { key: 'Enter', code: 'Enter', keyCode: 13, bubbles: true, cancelable: true };
    const press = () => {
      input.dispatchEvent(new KeyboardEvent('keydown', init));
      document.body.dataset.pressed = 'true';
    };
    input.addEventListener('focus', () => void setTimeout(press, 100), { once: true });
  });
  await own.press('Enter');
  await user.expectCaret();
  await user.workbench.panel.locator('body[data-pressed]').waitFor();
  await until('the agent has the line', async () => (await answerIn('second.answer')) === 'extend it');
  expect(await user.chat.composer.textContent()).toBe('half a prompt');
  expect(server.requests('half a prompt')).toEqual([]);

  // The menu has no numbers, so a click moves its cursor with the arrow keys.
  await question().getByText('Use the key of test.env?').waitFor();
  await workbench.screenshot('terminal-menu');
  await click(question(), 'Yes');
  await question().getByText('The question has changed, so Enter was not pressed.').waitFor();
  await workbench.screenshot('terminal-refused');
  expect(await answerIn('third.answer')).toBe('');
  await question().getByText('Use the key of main.env?').waitFor();
  // The new card gives the reason and gets the focus, so the next key does not reach the composer.
  await group(/^Ended question from Claude Code in /).waitFor({ state: 'detached' });
  await expect.poll(() => question().evaluate((card) => card === document.activeElement)).toBe(true);
  await workbench.screenshot('terminal-ended');
  await click(question(), 'Yes');
  await until('the agent has the choice', async () => (await answerIn('third.answer')) === '1');
  await question().waitFor({ state: 'detached' });

  // The question does not fit on its card, so its answers are disabled until its end has been visible.
  await question().getByText('Do you want to deploy?').waitFor();
  const hint = question().getByText('Scroll to the end of the question to answer.');
  await hint.waitFor();
  const list = workbench.panel.locator('.terminal-list');
  const isVisibleInList = async (name: string) => {
    const inner = await question().getByRole('button', { name }).boundingBox();
    const outer = await list.boundingBox();
    return inner !== null && outer !== null && inner.y >= outer.y && inner.y + inner.height <= outer.y + outer.height;
  };
  const isEnabled = (name: string) => question().getByRole('button', { name }).isEnabled();
  await expect.poll(() => isEnabled('Not now')).toBe(true);
  expect(await isEnabled('9: No')).toBe(false);
  // The buttons are visible although the question does not fit.
  await expect.poll(() => isVisibleInList('9: No')).toBe(true);
  await workbench.screenshot('terminal-long');
  await question().getByRole('region', { name: 'Question' }).press('End');
  await hint.waitFor({ state: 'detached' });
  // In a lower window, the end is out of view again.
  const { page } = workbench;
  const size = page.viewportSize() ?? { width: 1400, height: 900 };
  await page.setViewportSize({ ...size, height: 600 });
  await hint.waitFor();
  expect(await isEnabled('9: No')).toBe(false);
  await expect.poll(() => isVisibleInList('9: No')).toBe(true);
  await workbench.screenshot('terminal-low');
  // In a window in which the question almost fits, its end is behind the answers.
  await page.setViewportSize({ ...size, height: HIGH });
  await hint.waitFor({ state: 'detached' });
  expect(await isEnabled('9: No')).toBe(true);
  await page.setViewportSize({ ...size, height: HIGH - (await question().evaluate(heightToSpare)) - 20 });
  await hint.waitFor();
  expect(await isEnabled('9: No')).toBe(false);
  expect(await question().evaluate(isEndBehindAnswers)).toBe(true);
  await page.setViewportSize(size);
  await question().getByRole('region', { name: 'Question' }).press('End');
  await hint.waitFor({ state: 'detached' });
  await click(question(), '9: No');
  await until('the agent has the last option', async () => (await answerIn('fourth.answer')) === '9');
});
