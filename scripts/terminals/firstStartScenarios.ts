import { AGENT_TRAITS, settled, submit } from './agentScenarios.ts';
import { startAgent, type AgentRun } from './agents.ts';
import { KEYS, type Session } from './session.ts';

/** Records the first start of an agent in a folder, with the dialogs that appear only at the first start. */
export async function recordFirstStart(agent: keyof typeof FIRST_START_STEPS): Promise<Session> {
  const agentRun = await startAgent(agent, { known: false });
  try {
    await FIRST_START_STEPS[agent](agentRun);
  } finally {
    await agentRun.close();
  }
  return agentRun.session;
}

const FIRST_START_STEPS = {
  async claude(agentRun: AgentRun) {
    const { session } = agentRun;
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
    await submit(agentRun, 'set up checks', { tools: [{ name: 'AskUserQuestion', arguments: { questions } }] });
    await session.waitFor(/Which checks should run/);
    await session.settle();
    session.mark('several', { state: 'has_question', message: 'Which checks should run before a commit?' });
    await session.press(KEYS.escape);
    await session.settle();
  },
  async opencode(agentRun: AgentRun) {
    const { session } = agentRun;
    await session.waitFor(AGENT_TRAITS.opencode.ready);
    await session.settle();
    session.mark('welcome', { state: 'idle' });
    const call = AGENT_TRAITS.opencode.run('npm test');
    await submit(agentRun, 'run the tests again', { tools: [call] });
    await session.waitFor(/Allow once/);
    await session.settle();
    await session.press('\x1b[C', KEYS.enter);
    await session.waitFor(/Confirm/);
    await session.settle();
    session.mark('always', { state: 'has_question', messageType: 'choice', options: ['Confirm', 'Cancel'] });
    agentRun.answer({ text: 'The tests pass.' });
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
    await submit(agentRun, 'set up checks', { tools: [{ name: 'question', arguments: { questions } }] });
    await session.waitFor(/Which checks should run/);
    await session.settle();
    session.mark('several', { state: 'has_question', message: 'Which checks should run?' });
  },
};
