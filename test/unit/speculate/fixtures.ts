import * as z from 'zod';
import { CacheSafeParamsStore, type CacheSafeParams } from '../../../src/extension/background/cacheSafeParams.ts';
import type { ChatModel, ModelRequest, SelectedModel } from '../../../src/extension/model/chatModel.ts';
import { userMessage, type Message } from '../../../src/extension/model/message.ts';
import { NO_SPECULATION_COST } from '../../../src/extension/speculate/budget.ts';
import { DEFAULT_TOOLS } from '../../../src/extension/tools/builtin/defaultTools.ts';
import { createToolRegistry } from '../../../src/extension/tools/registry.ts';
import { succeeded, type Tool } from '../../../src/extension/tools/tool.ts';

export const answerOf = (text: string): Message => ({ role: 'assistant', parts: [{ type: 'text', text }] });

/** A conversation of one question and its answer, from which a speculation can fork. */
export function createParams(modelId = 'test/one'): CacheSafeParams {
  const request: ModelRequest = {
    model: 'one',
    system: 'You help.',
    tools: [],
    messages: [userMessage('rename alpha to beta')],
    cacheAnchors: [0],
    cacheKey: 'chat',
    thinking: 'inherit',
    promptId: 'p1',
  };
  return new CacheSafeParamsStore().save(modelId, request, answerOf('Renamed. The changelog has no entry.'), 'leaf-1');
}

export function toSelected(chatModel: ChatModel, id = 'test/one'): SelectedModel {
  const name = id.slice(id.indexOf('/') + 1);
  return { id, label: name, name, chatModel };
}

/** A budget without limits. */
export const UNLIMITED = {
  check: () => Promise.resolve(null),
  count: () => Promise.resolve(),
  spent: NO_SPECULATION_COST,
};

/** A tool that needs the user, so a speculation stops before its call. */
export const shellTool: Tool<{ command: string }> = {
  name: 'run_shell_command',
  description: 'Runs a command.',
  kind: 'execute',
  schema: z.object({ command: z.string() }),
  describe: ({ command }) => command,
  paths: () => [],
  execute: () => Promise.resolve(succeeded('ran', 'ran')),
};

export function createRegistry(...more: readonly Tool[]) {
  return createToolRegistry([...DEFAULT_TOOLS, shellTool, ...more]);
}

export const write = (file_path: string, content: string) => ({ name: 'write_file', input: { file_path, content } });
export const edit = (file_path: string, old_string: string, new_string: string) => ({
  name: 'edit',
  input: { file_path, old_string, new_string },
});
export const read = (file_path: string) => ({ name: 'read_file', input: { file_path } });
export const shell = (command: string) => ({ name: 'run_shell_command', input: { command } });
