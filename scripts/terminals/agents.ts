/** Starts each agent in a home folder that contains only its settings, with a model on a local port. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { JsonBody } from '../../test/support/modelRequest.ts';
import { startModelServer, type Answer, type ModelServer } from '../../test/support/modelServer.ts';
import { installed } from './pty.ts';
import { Session } from './session.ts';

export type AgentProgram = 'claude' | 'codex' | 'opencode';

/** Recordings show this folder, so it is the same on every machine. */
export const ROOT = '/tmp/premove-recording';
const API_KEY = 'sk-ant-api03-recording-recording-recording-AA';

export interface AgentRun {
  readonly session: Session;
  readonly server: ModelServer;
  /**
   * Adds answers to the agent's main requests. Its other requests, for example for titles, always get the answer `ok`.
   */
  answer(...answers: readonly Answer[]): void;
  close(): Promise<void>;
}

export interface StartOptions {
  readonly args?: readonly string[];
  /** Files of the project, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether the agent has been started before, so that it does not ask about the folder or the key. */
  readonly known?: boolean;
  readonly columns?: number;
}

export async function startAgent(
  agent: AgentProgram,
  { args = [], files = {}, known = true, columns }: StartOptions = {},
): Promise<AgentRun> {
  for (const name of ['home', 'shop']) await rm(join(ROOT, name), { recursive: true, force: true });
  const server = await startModelServer();
  const project = join(ROOT, 'shop');
  const setup = { ...SETUP[agent](server, known, project) };
  await writeFiles(ROOT, setup.files);
  await writeFiles(project, { ...PROJECT, ...files });
  server.otherwise(() => true, { text: 'ok' });
  const session = new Session({
    program: installed(agent),
    args: [...(setup.args ?? []), ...args],
    cwd: project,
    ...(columns !== undefined && { columns }),
    env: { ...ENVIRONMENT, PATH: process.env.PATH, HOME: join(ROOT, 'home'), ...setup.env },
  });
  return {
    session,
    server,
    answer: (...answers) => server.on((request) => hasTools(request.json), ...answers),
    close: async () => {
      await session.close();
      await server.close();
    },
  };
}

const ENVIRONMENT = {
  LANG: 'C.UTF-8',
  TERM: 'xterm-256color',
  TERM_PROGRAM: 'vscode',
  TERM_PROGRAM_VERSION: '1.139.1',
  COLORTERM: 'truecolor',
  SHELL: '/bin/bash',
  USER: 'dev',
  NPM_CONFIG_UPDATE_NOTIFIER: 'false',
};

const PROJECT = {
  'package.json': '{ "name": "shop", "scripts": { "test": "echo 12 passed" } }\n',
  'src/cart.ts':
    'export const total = (prices: number[]): number =>\n  prices.reduce((sum, price) => sum + price, 0);\n',
};

interface Setup {
  readonly args?: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly files: Readonly<Record<string, string>>;
}

const SETUP: Record<AgentProgram, (server: ModelServer, known: boolean, project: string) => Setup> = {
  claude: (server, known, project) => ({
    args: known ? ['--permission-mode', 'default'] : [],
    env: {
      ANTHROPIC_BASE_URL: server.url,
      ANTHROPIC_API_KEY: API_KEY,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
    },
    files: {
      'home/.claude.json': JSON.stringify({
        hasCompletedOnboarding: true,
        lastOnboardingVersion: '2.1.332',
        theme: 'dark',
        customApiKeyResponses: { approved: known ? [API_KEY.slice(-20)] : [], rejected: [] },
        projects: known ? { [project]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } } : {},
      }),
    },
  }),
  codex: (server, known, project) => ({
    args: ['--no-daemon'],
    env: { OPENAI_API_KEY: API_KEY },
    files: {
      'home/.codex/config.toml': [
        'model = "gpt-5.4"',
        'model_provider = "local"',
        'approval_policy = "on-request"',
        'sandbox_mode = "read-only"',
        'check_for_update_on_startup = false',
        '[model_providers.local]',
        'name = "local"',
        `base_url = "${server.openaiUrl}"`,
        'env_key = "OPENAI_API_KEY"',
        'wire_api = "responses"',
        ...(known ? [`[projects."${project}"]`, 'trust_level = "trusted"'] : []),
        '',
      ].join('\n'),
    },
  }),
  opencode: (server) => ({
    env: { OPENCODE_DISABLE_AUTOUPDATE: '1', OPENCODE_DISABLE_MODELS_FETCH: '1' },
    files: {
      'home/.config/opencode/opencode.json': JSON.stringify({
        $schema: 'https://opencode.ai/config.json',
        autoupdate: false,
        model: 'local/local-model',
        small_model: 'local/local-model',
        permission: { bash: 'ask', edit: 'ask', webfetch: 'ask', question: 'allow' },
        provider: {
          local: {
            npm: '@ai-sdk/openai-compatible',
            name: 'Local',
            options: { baseURL: server.openaiUrl, apiKey: API_KEY },
            models: {
              'local-model': { name: 'Local model', tool_call: true, limit: { context: 200_000, output: 8000 } },
            },
          },
        },
      }),
    },
  }),
};

function hasTools(json: JsonBody | undefined): boolean {
  const { tools } = (json ?? {}) as { readonly tools?: unknown };
  return Array.isArray(tools) && tools.length > 2;
}

async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
