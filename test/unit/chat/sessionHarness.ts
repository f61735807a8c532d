import * as z from 'zod';
import type { FinishedPrompt } from '../../../src/extension/chat/answerRunner.ts';
import type { BackgroundRequest } from '../../../src/extension/background/spending.ts';
import type { Instructions } from '../../../src/extension/instructions/instructions.ts';
import type { SelectedModel } from '../../../src/extension/model/chatModel.ts';
import type { FileStore } from '../../../src/extension/ports/fileStore.ts';
import { createToolRegistry } from '../../../src/extension/tools/registry.ts';
import type { LimitResults } from '../../../src/extension/tools/resultLimit.ts';
import { succeeded, type Tool } from '../../../src/extension/tools/tool.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { createApprovalPolicy } from '../../support/approvalPolicy.ts';
import { createSources, createTestInstructions } from '../../support/instructionSources.ts';
import { createManualClock, settle } from '../../support/manualClock.ts';
import { createMemoryFileStore } from '../../support/memoryFileStore.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createScriptedModel, type ScriptedStep } from '../../support/scriptedModel.ts';
import { createMemoryChat } from './memoryChat.ts';

export const readTool: Tool<{ file_path: string }> = {
  name: 'read_file',
  description: 'Reads a file.',
  kind: 'read',
  schema: z.object({ file_path: z.string() }),
  describe: (input) => input.file_path,
  paths: (input) => [input.file_path],
  execute: async (input) => succeeded(`content of ${input.file_path}`, '1 line'),
};

export const writeTool: Tool<{ file_path: string }> = {
  ...readTool,
  name: 'write_file',
  kind: 'edit',
  preview: async ({ file_path: path }) => {
    const file = { path, display: path, before: undefined, after: new Uint8Array() };
    return { display: path, diff: '+new', added: 1, removed: 0, file };
  },
};

interface SessionOptions {
  readonly mode?: ApprovalMode;
  readonly maxTurnsPerPrompt?: number;
  readonly maxSessionTurns?: number;
  readonly autoContinue?: boolean;
  readonly nextSpeakerCheck?: boolean;
  readonly limitResults?: LimitResults;
  readonly storage?: FileStore;
  /** Texts of further workspace files, by path. */
  readonly files?: Readonly<Record<string, string>>;
  /** Tools in addition to `readTool` and `writeTool`. */
  readonly tools?: readonly Tool[];
  /** Replaces `tools`, for tools that need the chat's instructions. */
  readonly toTools?: (instructions: Instructions) => readonly Tool[];
}

/** Starts a chat whose model answers from a script. `reopen` opens the same chat after a reload of the window. */
export async function startSession(
  steps: readonly ScriptedStep[],
  {
    mode = 'default',
    maxTurnsPerPrompt,
    maxSessionTurns,
    autoContinue = false,
    nextSpeakerCheck = false,
    limitResults,
    storage: files = createMemoryFileStore(),
    files: texts = {},
    tools = [],
    toTools,
  }: SessionOptions = {},
) {
  const clock = createManualClock();
  const workspace = createMemoryWorkspace({ 'a.ts': 'alpha', ...texts });
  const sources = createSources({}, {}, workspace);
  const instructions = createTestInstructions(sources);
  const scripted = createScriptedModel(steps);
  const model: SelectedModel = { id: 'fake/model', label: 'model', name: 'model', chatModel: scripted };
  const open = async () => {
    const chat = createMemoryChat({
      files,
      clock,
      workspace,
      registry: createToolRegistry([readTool, writeTool, ...(toTools?.(instructions) ?? tools)]),
      instructions,
      approval: createApprovalPolicy(mode),
      turnLimits: () => ({ prompt: maxTurnsPerPrompt ?? null, chat: maxSessionTurns ?? null }),
      autoContinue: () => autoContinue,
      nextSpeakerCheck: () => nextSpeakerCheck,
      ...(limitResults && { limitResults }),
    });
    const { service: chats, store, current, composer } = chat;
    const finished: FinishedPrompt[] = [];
    const requested: BackgroundRequest[] = [];
    chat.onDidRequest((request) => requested.push(request));
    chats.onDidFinishPrompt((prompt) => finished.push(prompt));
    await chats.restore();
    const submit = (text: string): void => chats.session.submit(text, model);
    return { store, chats, current, queue: composer.queue, finished, requested, submit };
  };
  return { ...(await open()), clock, scripted, workspace, instructions, sources, model, reopen: open };
}

/** Runs the session's pending work, without advancing the clock. */
export async function run(): Promise<void> {
  for (let round = 0; round < 20; round += 1) await settle();
}
