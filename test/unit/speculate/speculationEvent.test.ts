import { describe, expect, it } from 'vitest';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { shell } from './fixtures.ts';
import { never, EDIT, prepare, until, ready } from './preparedSpeculation.ts';

describe('the event of a speculation', () => {
  const FACTS = { model: 'test/one', tokens: 20, cost_usd: null, duration_ms: 0, had_pipelined_suggestion: false };

  it('that is applied has its counts of turns, files and tool calls, and its cost', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    await until(() => prepared.model.remaining === 0);
    await prepared.accept();
    await prepared.speculator.flush();
    expect(prepared.events).toEqual([
      {
        ...FACTS,
        outcome: 'accepted',
        turns_used: 2,
        files_written: 1,
        tool_use_count: 1,
        had_pipelined_suggestion: true,
        ended_by: 'applied',
      },
    ]);
    expect(prepared.ends).toEqual([{ outcome: 'accepted', reason: 'applied', stoppedInFirstStep: false }]);
  });

  it('that is aborted while it runs includes the aborted request', async () => {
    const prepared = prepare([EDIT, { text: 'Ad', hold: never }]);
    prepared.start();
    await until(() => prepared.model.requests.length === 2);
    await prepared.clock.advance(1_500);
    await prepared.speculator.abort('discarded');
    await prepared.speculator.flush();
    expect(prepared.events).toEqual([
      {
        ...FACTS,
        outcome: 'aborted',
        turns_used: 2,
        files_written: 1,
        tool_use_count: 1,
        duration_ms: 1_500,
        ended_by: 'discarded',
      },
    ]);
  });

  it.each<[string, readonly ScriptedStep[], object, boolean]>([
    [
      'that stopped at a boundary names the boundary',
      [{ calls: [shell('ls')] }],
      { outcome: 'aborted', boundary_type: 'shell', ended_by: 'chat-continued', turns_used: 1, files_written: 0 },
      true,
    ],
    [
      'that failed has the outcome "failed"',
      [EDIT, { text: 'x', stopReason: 'length' }],
      { outcome: 'failed', ended_by: 'failed', turns_used: 2, files_written: 0, tool_use_count: 1 },
      false,
    ],
  ])('%s', async (_title, steps, expected, stoppedInFirstStep) => {
    const prepared = prepare(steps);
    prepared.start();
    await until(() => prepared.speculator.view?.phase !== 'running');
    expect(prepared.events).toEqual([]);
    await prepared.speculator.abort('chat-continued');
    await prepared.speculator.flush();
    expect(prepared.events).toEqual([{ ...FACTS, tool_use_count: 0, ...expected }]);
    expect(prepared.ends).toMatchObject([{ reason: 'chat-continued', stoppedInFirstStep }]);
  });
});
