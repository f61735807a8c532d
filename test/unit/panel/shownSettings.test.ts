import { expect, it } from 'vitest';
import { openWebview } from './webviewUser.ts';

it('the panel hides the sources of answers if the user wants that, also in another chat', async () => {
  const user = await openWebview([]);
  expect(user.store.state.showsCitations).toBe(true);
  user.changeSettings({ showCitations: false });
  expect(user.store.state.showsCitations).toBe(false);
  await user.controller.handle({ type: 'command', command: 'new-chat' });
  expect(user.store.state.showsCitations).toBe(false);
});
