import { expect, test } from 'vitest';
import * as z from 'zod';
import { toolOutput } from '../../../../src/extension/chat/conversation/toolResultView.ts';
import { succeeded, type Tool, type ToolOutcome } from '../../../../src/extension/tools/tool.ts';
import { run, startSession } from '../sessionHarness.ts';

test('a row shows the start time and the latest output of a running command, then its result', async () => {
  let report: (text: string) => void = () => {};
  let end: (outcome: ToolOutcome) => void = () => {};
  const command: Tool = {
    name: 'run_shell_command',
    description: '',
    kind: 'execute',
    schema: z.object({}),
    describe: () => 'npm test',
    paths: () => [],
    execute: (_input, context) => {
      report = (text) => context.report?.(text);
      return new Promise((resolve) => (end = resolve));
    },
  };
  const steps = [{ calls: [{ name: 'run_shell_command', input: {} }] }, 'Green.'];
  const { store, submit, clock } = await startSession(steps, { mode: 'yolo', tools: [command] });
  submit('test it');
  await run();
  const row = () => {
    const item = store.state.items.at(-1);
    return item?.kind === 'answer' ? item.blocks.find((block) => block.kind === 'tool') : undefined;
  };
  const started = clock.now();
  expect(row()).toMatchObject({ status: 'executing', startedAt: started, output: '' });

  await clock.advance(5000);
  report('1 of 2');
  report('2 of 2');
  await run();
  expect(row()).toMatchObject({ status: 'executing', startedAt: started, output: '2 of 2' });

  end(succeeded('1 of 2\n2 of 2\nall passed', '5 s'));
  await run();
  expect(row()).toMatchObject({ status: 'success', summary: '5 s', output: '1 of 2\n2 of 2\nall passed' });
});

test('a row cuts a command’s output in the middle for display, because the end of the output matters most', () => {
  const text = `first\n${'.\n'.repeat(20_000)}last`;
  const output = toolOutput(
    { content: [{ type: 'text', text }] },
    {},
    { kind: 'execute', record: { rendering: 'command' } },
  );
  expect(output.length).toBeLessThanOrEqual(10_000);
  expect(output).toMatch(/^first\n/);
  expect(output).toMatch(/\nlast$/);
});
