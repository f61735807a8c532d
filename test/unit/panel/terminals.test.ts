import { describe, expect, it } from 'vitest';
import { FREE_PRICING, UNKNOWN_PRICING } from '../../../src/extension/model/pricing.ts';
import type { TerminalAction, TerminalCard } from '../../../src/shared/terminalCard.ts';
import { toSelected } from '../speculate/fixtures.ts';
import { createScriptedModel } from '../../support/scriptedModel.ts';
import { start, until } from './harness.ts';

const MENU = '⏺ Bash(npm test)\n\nDo you want to proceed?\n❯ 1. Yes\n  2. No';
const UNKNOWN = 'The parser can be extended or rewritten.\nTell me what you think about it';
const READING = JSON.stringify({
  status: 'has_question',
  context_complete: true,
  message: 'Which approach?\n\n回复字母选择',
  fingerprint: 'parser-extend-rewrite',
  message_type: 'choice',
  options: ['A) Extend', 'B) Rewrite'],
  agent_status: 'waiting',
  last_action: null,
});

async function begin(mode: 'off' | 'ask' | 'on' = 'on') {
  const panel = await start([]);
  const { world, clock, store, controller } = panel;
  const fast = createScriptedModel([READING]);
  panel.setFastModel(Promise.resolve({ kind: 'model', model: toSelected(fast) }));
  world.pricing = FREE_PRICING;
  panel.changeSettings({ terminalWatch: { mode, prompts: 'unified', maxCostPerDay: 1 } });
  const terminal = world.terminals.open('zsh');
  const agent = world.terminals.run(terminal);
  await clock.advance(0);
  const draw = async (screen: string, ms = 1_100): Promise<void> => {
    agent.draw(screen);
    await clock.advance(ms);
  };
  const card = (): TerminalCard | undefined => store.state.terminals[0];
  const act = (action: TerminalAction) => controller.handle({ type: 'terminal', id: card()?.id ?? '', action });
  return { ...panel, fast, agent, terminal, draw, card, act };
}

describe('the cards of terminals', () => {
  it('appear above the input, and a click sends the answer', async () => {
    const { draw, card, act, world } = await begin();
    await draw(MENU);
    expect(card()).toMatchObject({ agent: 'Claude Code', terminal: 'zsh', content: { kind: 'question' } });
    expect(await act({ kind: 'choose', revision: 0, index: 0 })).toEqual({ outcome: 'sent' });
    expect(world.terminals.sent).toEqual([{ terminal: 'zsh', text: '1', enter: false }]);
    expect(card()).toBeUndefined();
  });

  it('tell the webview that an answer was not sent', async () => {
    const { draw, card, controller, terminal, world } = await begin();
    await draw(MENU);
    const id = card()?.id ?? '';
    world.terminals.close(terminal);
    const action = { kind: 'choose', revision: 0, index: 0 } as const;
    expect(await controller.handle({ type: 'terminal', id, action })).toEqual({ outcome: 'refused' });
    expect(world.terminals.sent).toEqual([]);
  });

  it('stay when another chat is shown', async () => {
    const { draw, card, actions } = await begin();
    await draw(MENU);
    await actions.newChat();
    expect(card()?.content.kind).toBe('question');
  });

  it('have the current name of the terminal, as its tab has', async () => {
    const { draw, card, terminal } = await begin('ask');
    expect(card()).toMatchObject({ terminal: 'zsh', content: { kind: 'offer' } });
    Object.assign(terminal, { name: 'node' });
    await draw(MENU);
    expect(card()).toMatchObject({ terminal: 'node', content: { kind: 'offer' } });
  });

  it.each([
    ['✳ Claude Code', { agent: 'Claude Code', terminal: '' }],
    ['✳ Claude Code (2)', { agent: 'Claude Code (2)', terminal: '' }],
    ['node (2)', { agent: 'Claude Code', terminal: 'node (2)' }],
  ])('name the terminal %s unless its name only repeats the agent', async (name, expected) => {
    const { draw, card, terminal } = await begin();
    Object.assign(terminal, { name });
    await draw(MENU);
    expect(card()).toMatchObject(expected);
  });

  it('end when the setting is switched off', async () => {
    const { draw, card, changeSettings } = await begin();
    await draw(MENU);
    changeSettings({ terminalWatch: { mode: 'off', prompts: 'unified', maxCostPerDay: 1 } });
    expect(card()).toBeUndefined();
  });

  it('show what the fast model has read, and its cost has a row of its own and belongs to no chat', async () => {
    const { draw, card, fast, suggesting, submit, store } = await begin();
    await draw(UNKNOWN, 8_000);
    expect(fast.requests.map(({ promptId }) => promptId)).toEqual(['terminal_watch']);
    expect(card()?.content).toMatchObject({ text: 'Which approach?' });
    expect(suggesting.requests).toMatchObject([{ promptId: 'terminal_watch' }]);
    await submit('/cost');
    const rows = store.state.note?.sections.flatMap((section) => section.rows) ?? [];
    expect(rows.find(({ name }) => name === 'terminal_watch')?.detail).toBe('1 request');
    expect(store.state.spending.chat).toEqual({ dollars: 0, tokens: 0 });
  });

  it('say that the daily limit is reached, and do not cause a request', async () => {
    const { act, draw, card, fast, world } = await begin();
    world.pricing = { ...FREE_PRICING, priceOf: () => 2 };
    await draw(UNKNOWN, 8_000);
    await draw(`${UNKNOWN}, now`, 8_000);
    expect(fast.requests).toHaveLength(1);
    expect(card()?.content).toMatchObject({
      kind: 'problem',
      message: expect.stringContaining('daily limit') as string,
    });
    await act({ kind: 'open-limit' });
    await act({ kind: 'open-integration' });
    expect(world.opened).toEqual(['terminal limit', 'shell integration']);
  });

  it('tell the user to choose another fast model only if one is set', async () => {
    const { changeSettings, draw, card, setFastModel, world } = await begin();
    world.pricing = UNKNOWN_PRICING;
    await draw(UNKNOWN, 8_000);
    expect(card()?.content).toMatchObject({
      next: 'open-limit',
      message: expect.stringMatching(/another fast model/) as string,
    });
    setFastModel(Promise.resolve({ kind: 'unset' }));
    changeSettings({});
    await draw(`${UNKNOWN}, now`, 8_000);
    expect(card()?.content).toMatchObject({
      next: 'open-limit',
      message: expect.stringMatching(/choose a fast model/) as string,
    });
  });

  it.each([
    ['stop', 'on', MENU, { text: 'Premove no longer watches “zsh”.', next: 'watch-again' }],
    ['dismiss', 'ask', 'working', { text: 'Premove does not watch “zsh”.', next: 'watch' }],
  ] as const)('end with a notice that the terminal is not watched, after %s', async (kind, mode, screen, notice) => {
    const { draw, card, act, world } = await begin(mode);
    await draw(screen);
    await act({ kind });
    expect(card()).toBeUndefined();
    const [shown] = world.watchNotices;
    expect(shown?.notice).toEqual(notice);
    expect(shown?.watchAgain()).toMatchObject({ text: 'Premove watches agents in “zsh”.' });
    await draw(MENU);
    expect(card()?.content.kind).toBe('question');
  });
});

describe('Continue here', () => {
  it('puts the last settled screen into the composer, without secrets, and sends nothing', async () => {
    const { draw, act, store, scripted, draft } = await begin();
    await draft('look at this');
    await draw(`${MENU}\nAPI_KEY=abcdefgh`.replace('Do you', 'Do you really'));
    await draw(MENU.replace('npm test', 'API_KEY=abcdefgh npm test'));
    await act({ kind: 'continue' });
    await until(() => store.state.draft.includes('Claude Code'));
    expect(store.state.draft).toMatch(/^look at this\n\nContinue the work of Claude Code from the terminal “zsh”/);
    expect(store.state.draft).toContain('API_KEY=[masked]');
    const { draft: text, draftChips } = store.state;
    expect(draftChips).toMatchObject([{ screenOf: 'Claude Code' }]);
    // Words that the user types at the end are not part of the screen.
    expect(text.slice(draftChips[0]?.to)).toBe('\n');
    expect(scripted.requests).toEqual([]);
  });

  it('takes the screen of the agent that runs now, not of an earlier agent, after the watch was stopped', async () => {
    const { act, draw, agent, panel, store, terminal, world, clock } = await begin();
    await draw(MENU.replace('npm test', 'npm run first'));
    agent.end();
    const second = world.terminals.run(terminal);
    second.draw(MENU.replace('npm test', 'npm run second'));
    await clock.advance(1_100);
    await act({ kind: 'stop' });
    expect(await panel.terminals.continueTerminal({ ...terminal, reportsCommands: true })).toBeUndefined();
    expect(store.state.draft).toContain('npm run second');
    expect(store.state.draft).not.toContain('npm run first');
  });

  it('takes the output of the chosen terminal if its agent is not watched, or says why it cannot', async () => {
    const output = { commandLine: 'npx codex', text: '› Done.', exitCode: undefined };
    const panel = await start([], 'auto-edit', {}, undefined, {
      // Only “zsh” has position 2. For the active terminal, the position would be undefined.
      terminalOutput: async (position) => (position === 2 ? output : undefined),
    });
    const { panel: app, store, world } = panel;
    const other = { ...world.terminals.open('other'), reportsCommands: true };
    const terminal = { ...world.terminals.open('zsh'), reportsCommands: true };
    const missing =
      'No agent’s screen is available in “other”. If an agent already runs there, restart the agent, or start it in a new terminal.';
    expect(await app.terminals.continueTerminal(other)).toBe(missing);
    const without = await app.terminals.continueTerminal({ ...other, reportsCommands: false });
    expect(without).toMatch(/^“other” can’t be read: its shell has no shell integration\./);
    expect(without).toContain('terminal.integrated.shellIntegration.enabled');
    expect(without).not.toContain('restart');
    expect(await app.terminals.continueTerminal(undefined)).toContain('Open the terminal of the agent');
    expect(await app.terminals.continueTerminal(terminal)).toBeUndefined();
    expect(store.state.draft).toMatch(/Continue the work of Codex from the terminal “zsh”[\s\S]*› Done\./);
    output.commandLine = 'npm test';
    expect(await app.terminals.continueTerminal(terminal)).toContain('agent’s screen is available');
  });
});
