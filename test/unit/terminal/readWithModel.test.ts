import { describe, expect, it } from 'vitest';
import { CHINESE_PROMPTS } from '../../../src/extension/terminal/prompts/chinese.ts';
import {
  readInTime,
  readWithModel,
  type AskPrompt,
  type PromptOutcome,
  type ScreenToRead,
} from '../../../src/extension/terminal/modelReader/readWithModel.ts';
import { createManualClock, settle } from '../../support/manualClock.ts';

const { signal } = new AbortController();
const answer = (value: unknown): PromptOutcome => ({ kind: 'answer', text: JSON.stringify(value) });
const question = (patch: object = {}): PromptOutcome =>
  answer({ status: 'has_question', message: 'Which one?', context_complete: true, options: [], ...patch });
const incomplete = question({ context_complete: false });

/** `outcomes`: the answers to the requests, in order. */
function rig(outcomes: readonly PromptOutcome[], patch: Partial<ScreenToRead> & { readonly total?: number } = {}) {
  const clock = createManualClock();
  const asked: { system: string; lines: number; user: string }[] = [];
  const ask: AskPrompt = async ({ system, user }) => {
    const lines = /<terminal>\n([\s\S]*)\n<\/terminal>/.exec(user)?.[1]?.split('\n').length ?? 0;
    asked.push({ system, lines, user });
    return outcomes[asked.length - 1] ?? { kind: 'failed', message: 'unexpected' };
  };
  const { total = 1_000, ...screen } = patch;
  const readLines = (count: number): string[] =>
    Array.from({ length: Math.min(count, total) }, (_, index) => `line ${index}`);
  const read = () =>
    readInTime(
      clock,
      (stop) => readWithModel({ readLines, prompts: CHINESE_PROMPTS, mode: 'unified', ask, ...screen }, stop),
      signal,
    );
  return { clock, asked, read };
}

describe('readWithModel', () => {
  it('reads 80 lines, and no more if the question is complete', async () => {
    const { asked, read } = rig([question()]);
    expect(await read()).toMatchObject({ kind: 'question', urgency: 'decision', question: { text: 'Which one?' } });
    expect(asked.map(({ lines }) => lines)).toEqual([80]);
  });

  it('reads more lines as long as the question is incomplete, and then reports it as incomplete', async () => {
    const { asked, read } = rig([incomplete, incomplete, incomplete, incomplete, incomplete]);
    expect(await read()).toMatchObject({ kind: 'question', question: { isComplete: false } });
    expect(asked.map(({ lines }) => lines)).toEqual([80, 150, 300, 500, 800]);
  });

  it('stops reading more when the terminal has no more lines', async () => {
    const { asked, read } = rig([incomplete, incomplete, incomplete], { total: 100 });
    await read();
    expect(asked.map(({ lines }) => lines)).toEqual([80, 100]);
  });

  it('never reads more after a failure', async () => {
    const failed: PromptOutcome = { kind: 'failed', message: 'no network' };
    const { asked, read } = rig([incomplete, failed]);
    expect(await read()).toEqual(failed);
    expect(asked).toHaveLength(2);
  });

  it('asks once more after a malformed answer, and then gives up', async () => {
    const text: PromptOutcome = { kind: 'answer', text: 'Sure! {"status": "idle"}' };
    const second = rig([text, question()]);
    expect(await second.read()).toMatchObject({ kind: 'question' });
    const never = rig([text, text]);
    expect(await never.read()).toEqual({ kind: 'unreadable', why: 'malformed' });
    expect(never.asked.map(({ lines }) => lines)).toEqual([80, 80]);
  });

  it('masks secrets before the screen is sent', async () => {
    const { asked, read } = rig([question()], { readLines: () => ['API_KEY=abcdefgh'] });
    await read();
    expect(asked[0]?.user).toContain('API_KEY=[masked]');
  });

  it('aborts all requests after ten seconds', async () => {
    let wasAborted = false;
    const ask: AskPrompt = (_, stop) =>
      new Promise((resolve) =>
        stop.addEventListener('abort', () => {
          wasAborted = true;
          resolve({ kind: 'aborted' });
        }),
      );
    const { clock, read } = rig([], { ask });
    const reading = read();
    await clock.advance(9_999);
    expect(wasAborted).toBe(false);
    await clock.advance(1);
    expect(await reading).toEqual({ kind: 'unreadable', why: 'timeout' });
    expect(clock.pending).toBe(0);
  });
});

describe('readWithModel with split prompts', () => {
  const state = (text: string): PromptOutcome => ({ kind: 'answer', text });
  const extraction = (patch: object = {}): PromptOutcome =>
    answer({ has_question: true, message: 'Which one?', context_complete: true, options: [], ...patch });

  it.each([
    ['DECISION', 'decision'],
    ['WAITING', 'waiting'],
  ])('asks for the state and the question at the same time; the word %s means %s', async (word, urgency) => {
    const { asked, read } = rig([extraction(), state(word)], { mode: 'split' });
    expect(await read()).toMatchObject({ kind: 'question', urgency });
    expect(asked.map(({ system }) => system)).toEqual([
      CHINESE_PROMPTS.extraction.system,
      CHINESE_PROMPTS.state.system,
    ]);
  });

  it('drops and aborts the extraction if the agent is processing', async () => {
    let wasAborted = false;
    const ask: AskPrompt = async ({ system }, stop) => {
      if (system === CHINESE_PROMPTS.state.system) return state('PROCESSING');
      await new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()));
      wasAborted = true;
      return extraction();
    };
    const { read } = rig([], { mode: 'split', ask });
    expect(await read()).toEqual({ kind: 'processing' });
    expect(wasAborted).toBe(true);
  });

  it('reports an unreadable screen if the state is malformed twice', async () => {
    const { read } = rig([extraction(), state('hm'), state('hm')], { mode: 'split' });
    expect(await read()).toEqual({ kind: 'unreadable', why: 'malformed' });
  });

  it('asks only for the question when it reads more lines', async () => {
    const { asked, read } = rig([extraction({ context_complete: false }), state('WAITING'), extraction()], {
      mode: 'split',
    });
    expect(await read()).toMatchObject({ kind: 'question', urgency: 'waiting', question: { isComplete: true } });
    expect(asked).toHaveLength(3);
    await settle();
  });
});
