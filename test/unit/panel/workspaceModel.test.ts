import { expect, test } from 'vitest';
import { createApp } from '../../../src/extension/app.ts';
import { createAppPorts } from '../../support/appPorts.ts';
import { createManualClock } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';

test.each(['settings first', 'trust first'])(
  'a notice names the model that the workspace chooses as soon as it is trusted: %s',
  async (order) => {
    const [clock, files] = [createManualClock(), createMemoryFileStore()];
    const own = 'anthropic/claude-sonnet-5';
    const { ports, world } = createAppPorts({
      clock,
      files,
      workspace: createMemoryWorkspace({}),
      settings: { model: own },
    });
    world.isTrusted = false;
    const { chat } = await createApp(ports);
    const { store } = chat;
    const choose = (model: string, isModelSetByWorkspace: boolean): void => {
      Object.assign(world.settings, { model, isModelSetByWorkspace });
      world.settingsChanged.fire();
    };
    // The user's own choice needs no notice.
    choose('anthropic/claude-haiku-5', false);
    expect(store.state.notice?.message).not.toContain('settings of this workspace');
    if (order === 'trust first') world.trust();
    choose('openai/gpt-5', true);
    if (order === 'settings first') world.trust();
    expect(store.state.notice).toMatchObject({
      message: 'The settings of this workspace choose the model openai/gpt-5, so it answers from now on.',
      action: 'select-model',
    });
    choose('openai/gpt-5-mini', true);
    expect(store.state.notice?.message).not.toContain('gpt-5-mini');
  },
);
