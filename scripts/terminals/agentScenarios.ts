import type { Answer } from '../../test/support/modelServer.ts';
import type { ExpectedReading } from '../../test/support/terminalCorpus.ts';
import { startAgent, type AgentProgram, type AgentRun } from './agents.ts';
import { LANGUAGES, type Language, type Words } from './languages.ts';
import { KEYS, type Session } from './session.ts';

interface Call {
  readonly name: string;
  readonly arguments: unknown;
}

/** What differs between the agents: what their screens show, and how their tools are called. */
export interface AgentTraits {
  readonly ready: RegExp;
  readonly working: RegExp;
  /** The key that chooses the first option of a permission dialog. */
  readonly acceptKey: string;
  run(command: string, why?: string): Call;
  edit(): Call;
  ask(words: Words['ask']): Call;
  /** Switches to the mode in which the agent may ask questions of its own. */
  enterAskMode?(session: Session): Promise<void>;
  readonly runAsked: { readonly screen: RegExp; readonly expected: ExpectedReading };
  readonly editAsked: { readonly screen: RegExp; readonly expected: ExpectedReading };
  asked(words: Words['ask']): ExpectedReading;
}

export const AGENT_TRAITS: Record<AgentProgram, AgentTraits> = {
  claude: {
    ready: /\? for shortcuts/,
    working: /…/,
    acceptKey: '1',
    run: (command, why = 'Run the tests') => ({ name: 'Bash', arguments: { command, description: why } }),
    edit: () => ({
      name: 'Write',
      arguments: { file_path: '/tmp/premove-recording/shop/src/discount.ts', content: 'export const discount = 10;\n' },
    }),
    ask: ({ question, header, options, why }) => ({
      name: 'AskUserQuestion',
      arguments: {
        questions: [
          { question, header, multiSelect: false, options: options.map((label) => ({ label, description: why })) },
        ],
      },
    }),
    runAsked: {
      screen: /Do you want to proceed\?/,
      expected: {
        state: 'has_question',
        messageType: 'choice',
        message: ['Do you want to proceed?', 'npm test && sleep 4'],
        options: [
          'Yes',
          'Yes, and don’t ask again for: npm test *',
          'Yes, and switch to auto mode · auto mode handles these prompts for you',
          'No',
        ],
        keys: ['1', '2', '3', '4'],
      },
    },
    editAsked: {
      screen: /Do you want to create/,
      expected: {
        state: 'has_question',
        messageType: 'choice',
        message: 'Do you want to create discount.ts?',
        options: [
          'Yes',
          'Yes, and switch to accept edits (auto-approve file edits and common file commands) for this session (shift+tab)',
          'No',
        ],
        keys: ['1', '2', '3'],
      },
    },
    asked: ({ question, options }) => ({
      state: 'has_question',
      messageType: 'choice',
      message: question,
      options: [...options, 'Type something.', 'Chat about this'],
      keys: ['1', '2', '3', '4'],
    }),
  },
  codex: {
    ready: /Ask Codex to do anything/,
    working: /esc to interrupt|Working/,
    acceptKey: '1',
    run: (command, why = 'Run the tests of the shop?') => ({
      name: 'exec_command',
      arguments: {
        cmd: command,
        sandbox_permissions: 'require_escalated',
        justification: why,
      },
    }),
    edit: () => ({
      name: 'exec_command',
      arguments: {
        cmd: "apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: src/discount.ts\n+export const discount = 10;\n*** End Patch\nEOF",
      },
    }),
    ask: ({ question, header, options, why }) => ({
      name: 'request_user_input',
      arguments: {
        questions: [
          {
            id: 'choice',
            header: header.slice(0, 12),
            question,
            options: options.map((label) => ({ label, description: why })),
          },
        ],
      },
    }),
    enterAskMode: async (session) => {
      await session.press(KEYS.shiftTab);
      await session.settle();
    },
    runAsked: {
      screen: /Yes, proceed/,
      expected: {
        state: 'has_question',
        messageType: 'choice',
        message: ['Would you like to run the following command?', 'npm test && sleep 4'],
        options: [
          'Yes, proceed',
          "Yes, and don't ask again for commands that start with `npm test`",
          'No, and tell Codex what to do differently',
        ],
        keys: ['1', '2', '3'],
      },
    },
    editAsked: {
      screen: /Yes, proceed/,
      expected: {
        state: 'has_question',
        messageType: 'choice',
        message: ['Would you like to make the following edits?', 'src/discount.ts'],
        options: [
          'Yes, proceed',
          "Yes, and don't ask again for these files",
          'No, and tell Codex what to do differently',
        ],
        keys: ['1', '2', '3'],
      },
    },
    asked: ({ question, options }) => ({
      state: 'has_question',
      messageType: 'choice',
      message: question,
      options: [...options, 'None of the above'],
    }),
  },
  opencode: {
    ready: /Ask anything/,
    working: /esc interrupt/,
    acceptKey: KEYS.enter,
    run: (command, why = 'Run the tests') => ({ name: 'bash', arguments: { command, description: why } }),
    edit: () => ({
      name: 'write',
      arguments: { filePath: '/tmp/premove-recording/shop/src/discount.ts', content: 'export const discount = 10;\n' },
    }),
    ask: ({ question, header, options, why }) => ({
      name: 'question',
      arguments: {
        questions: [{ question, header, options: options.map((label) => ({ label, description: why })) }],
      },
    }),
    runAsked: {
      screen: /Allow once/,
      expected: {
        state: 'has_question',
        messageType: 'choice',
        message: ['Permission required', 'npm test && sleep 4'],
        options: ['Allow once', 'Allow always', 'Reject'],
      },
    },
    editAsked: {
      screen: /Allow once/,
      expected: {
        state: 'has_question',
        messageType: 'choice',
        message: ['Permission required', 'src/discount.ts'],
        options: ['Allow once', 'Allow always', 'Reject'],
      },
    },
    asked: ({ question, options }) => ({
      state: 'has_question',
      messageType: 'choice',
      message: question,
      options: [...options, 'Type your own answer'],
    }),
  },
};

/** Records a session with every ordinary kind of screen, in one language. */
export async function recordWork(agent: AgentProgram, language: Language, columns?: number): Promise<Session> {
  const agentRun = await startAgent(agent, columns === undefined ? {} : { columns });
  try {
    await runWorkScenario(agentRun, AGENT_TRAITS[agent], LANGUAGES[language]);
  } finally {
    await agentRun.close();
  }
  return agentRun.session;
}

/** Records a session with these answers of the model. Each answer gets a prompt of its own. */
export async function recordAnswers(
  agent: AgentProgram,
  answers: Readonly<Record<string, readonly [text: string, expected: ExpectedReading]>>,
): Promise<Session> {
  const agentRun = await startAgent(agent);
  const { session } = agentRun;
  try {
    await session.waitFor(AGENT_TRAITS[agent].ready);
    await session.settle();
    for (const [at, [name, [text, expected]]] of Object.entries(answers).entries()) {
      await submit(agentRun, `prompt ${at}`, { text });
      // After an answer, each agent shows in its own way that the turn has ended.
      await session.waitFor(new RegExp(`prompt ${at}[^]*(?:· done|Worked for|· [\\d.]+m?s)`));
      await session.settle();
      session.mark(name, expected);
    }
  } finally {
    await agentRun.close();
  }
  return session;
}

async function runWorkScenario(agentRun: AgentRun, traits: AgentTraits, words: Words): Promise<void> {
  const { session } = agentRun;
  await session.waitFor(traits.ready, 60_000);
  await session.settle();
  session.mark('ready', { state: 'idle' });
  await session.type(words.prompt);
  await session.settle();
  session.mark('typing', { state: 'idle' });

  let release = (): void => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  agentRun.answer({ text: words.statement, hold: { until: held } });
  await session.press(KEYS.enter);
  await session.waitFor(traits.working);
  await session.type('');
  session.mark('working', { state: 'processing' });
  release();
  await settled(session, words.statement);
  session.mark('statement', { state: 'idle' });

  await submit(agentRun, words.prompt, { text: words.open });
  await settled(session, words.openQuestion);
  session.mark('open', { state: 'has_question', messageType: 'open_ended', message: words.openQuestion });

  await submit(agentRun, words.prompt, { text: words.list.text });
  await settled(session, words.list.options.at(-1)!);
  const { question, options } = words.list;
  const listed: ExpectedReading = {
    state: 'has_question',
    messageType: 'choice',
    message: question,
    options,
    keys: ['A⏎', 'B⏎', 'C⏎'],
  };
  session.mark('list', listed);
  await session.type(words.typed);
  await session.settle();
  session.mark('list-typing', listed);
  agentRun.answer({ text: words.done });
  await session.press(KEYS.enter);
  await settled(session, words.done);
  session.mark('list-answered', { state: 'idle' });

  await submit(agentRun, words.prompt, { text: words.confirm });
  await settled(session, words.confirmQuestion);
  session.mark('confirm', { state: 'has_question', messageType: 'confirmation', message: words.confirmQuestion });

  await submit(agentRun, words.prompt, { text: words.done, tools: [traits.run('npm test && sleep 4')] });
  await session.waitFor(traits.runAsked.screen);
  await session.settle();
  session.mark('run-asked', traits.runAsked.expected);
  agentRun.answer({ text: words.done });
  await session.press(traits.acceptKey);
  await session.waitWhile(traits.runAsked.screen);
  await session.type('');
  session.mark('running', { state: 'processing' });
  await session.waitFor(new RegExp(escape(words.done.slice(0, 12)) + '[^]*' + escape(words.done.slice(0, 12))));
  await session.settle();
  session.mark('run-done', { state: 'idle' });

  await submit(agentRun, words.prompt, { tools: [traits.edit()] });
  await session.waitFor(traits.editAsked.screen);
  await session.settle();
  session.mark('edit-asked', traits.editAsked.expected);
  await session.press(KEYS.escape);
  await session.waitWhile(traits.editAsked.screen);
  await session.settle();
  session.mark('edit-refused', { state: 'idle' });

  await traits.enterAskMode?.(session);
  await submit(agentRun, words.prompt, { tools: [traits.ask(words.ask)] });
  await session.waitFor(new RegExp(escape(words.ask.options[1]!)));
  await session.settle();
  session.mark('asked', traits.asked(words.ask));
  agentRun.answer({ text: words.done });
  await session.press('1');
  await session.waitWhile(/Type something|None of the above|Type your own answer/);
  await settled(session, words.done);
  session.mark('asked-answered', { state: 'idle' });
}

/** Submits a prompt, and waits until the agent asks whether it may run the command. */
export async function submitAndAsk(
  agentRun: AgentRun,
  traits: AgentTraits,
  command: string,
  why?: string,
): Promise<void> {
  await submit(agentRun, 'run it', { tools: [traits.run(command, why)] });
  await agentRun.session.waitFor(traits.runAsked.screen);
  await agentRun.session.settle();
}

export async function submit(agentRun: AgentRun, prompt: string, answer: Answer): Promise<void> {
  agentRun.answer(answer);
  await agentRun.session.type(prompt);
  await agentRun.session.press(KEYS.enter);
}

export async function settled(session: Session, text: string): Promise<void> {
  await session.waitFor(new RegExp(escape(text.split('\n').at(-1)!.replaceAll('`', '').slice(0, 20))));
  await session.settle();
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
