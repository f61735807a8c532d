import { MANNERS, settled, submit } from './agentScenes.ts';
import { startAgent, type Stage } from './agents.ts';
import { KEYS, type Session } from './session.ts';

/** The first start of an agent in a folder, with the dialogs that appear only then. */
export async function firstDay(agent: keyof typeof DAYS): Promise<Session> {
  const stage = await startAgent(agent, { known: false });
  try {
    await DAYS[agent](stage);
  } finally {
    await stage.close();
  }
  return stage.session;
}

const DAYS = {
  async claude(stage: Stage) {
    const { session } = stage;
    await session.waitFor(/I trust this folder/);
    await session.settle();
    session.mark('trust', {
      state: 'has_question',
      messageType: 'choice',
      message: 'Is this a project you created or one you trust?',
      options: ['No, exit', 'Yes, I trust this folder'],
      keys: ['⏎', '↓⏎'],
    });
    await session.press(KEYS.down);
    await session.settle();
    session.mark('trust-yes', {
      state: 'has_question',
      options: ['No, exit', 'Yes, I trust this folder'],
      keys: ['↑⏎', '⏎'],
    });
    await session.press(KEYS.enter);
    await session.waitFor(/Do you want to use this API key/);
    await session.settle();
    session.mark('key', {
      state: 'has_question',
      messageType: 'choice',
      message: 'Do you want to use this API key?',
      options: ['Yes', 'No (recommended)'],
      keys: ['↑⏎', '⏎'],
    });
    await session.press(KEYS.up, KEYS.enter);
    await session.waitFor(/Opus|Sonnet/);
    await session.settle();
    session.mark('welcome', { state: 'idle' });

    const questions = [
      {
        question: 'Which checks should run before a commit?',
        header: 'Checks',
        multiSelect: true,
        options: ['Types', 'Lint', 'Tests'].map((label) => ({ label, description: `Run ${label}` })),
      },
      {
        question: 'Where should they run?',
        header: 'Place',
        multiSelect: false,
        options: ['On this machine', 'On the server'].map((label) => ({ label, description: 'As now' })),
      },
    ];
    await submit(stage, 'set up checks', { tools: [{ name: 'AskUserQuestion', arguments: { questions } }] });
    await session.waitFor(/Which checks should run/);
    await session.settle();
    session.mark('several', { state: 'has_question', message: 'Which checks should run before a commit?' });
    await session.press(KEYS.escape);
    await session.settle();
  },
  async opencode(stage: Stage) {
    const { session } = stage;
    await session.waitFor(MANNERS.opencode.ready);
    await session.settle();
    session.mark('welcome', { state: 'idle' });
    const call = MANNERS.opencode.run('npm test');
    await submit(stage, 'run the tests again', { tools: [call] });
    await session.waitFor(/Allow once/);
    await session.settle();
    await session.press('\x1b[C', KEYS.enter);
    await session.waitFor(/Confirm/);
    await session.settle();
    session.mark('always', { state: 'has_question', messageType: 'choice', options: ['Confirm', 'Cancel'] });
    stage.answer({ text: 'The tests pass.' });
    await session.press(KEYS.enter);
    await settled(session, 'The tests pass.');
    session.mark('always-done', { state: 'idle' });

    const questions = [
      {
        question: 'Which checks should run?',
        header: 'Checks',
        multiple: true,
        options: ['Types', 'Lint'].map((label) => ({ label, description: `Run ${label}` })),
      },
      {
        question: 'Where should they run?',
        header: 'Place',
        options: ['Here', 'There'].map((label) => ({ label, description: 'As now' })),
      },
    ];
    await submit(stage, 'set up checks', { tools: [{ name: 'question', arguments: { questions } }] });
    await session.waitFor(/Which checks should run/);
    await session.settle();
    session.mark('several', { state: 'has_question', message: 'Which checks should run?' });
  },
};
