import { expect, test } from 'vitest';
import { shell } from '../../speculate/fixtures.ts';
import { start, until } from '../harness.ts';

test('after an answer, the panel’s state shows that a command was allowed for the chat', async () => {
  const { submit, controller, store, actions } = await start([{ calls: [shell('npm test')] }, 'Green.'], 'default');
  await submit('run the tests');
  await until(() => store.state.status === 'waiting-for-confirmation');
  expect(store.state.suggesting.runsUnasked).toBe(false);
  await controller.handle({ type: 'decide', callId: 'call-1', decision: 'allow-for-chat' });
  await until(() => store.state.status === 'idle');
  expect(store.state.suggesting.runsUnasked).toBe(true);
  await actions.newChat();
  expect(store.state.suggesting.runsUnasked).toBe(false);
});

test('the panel’s state shows that yolo mode runs calls without a question, until the mode changes', async () => {
  const { changeSettings, store } = await start([], 'yolo');
  expect(store.state.suggesting.runsUnasked).toBe(true);
  changeSettings({ approvalMode: 'default' });
  expect(store.state.suggesting.runsUnasked).toBe(false);
});
