import { editToolsOf } from '../../src/extension/approval/rules/pathRules.ts';
import { BUILT_IN_AGENTS } from '../../src/extension/tools/agents.ts';
import { createTools, type ToolPorts } from '../../src/extension/tools/builtin/defaultTools.ts';
import { createToolRegistry } from '../../src/extension/tools/registry.ts';
import type { Tool, ToolKind } from '../../src/extension/tools/tool.ts';
import { createFakeLanguageFeatures } from './fakeLanguageFeatures.ts';
import { createFakeShell } from './shell/fakeShell.ts';
import { createManualClock } from './manualClock.ts';

const ports: ToolPorts = {
  languageFeatures: createFakeLanguageFeatures(),
  web: { fetch: () => Promise.reject(new Error('Nothing is fetched here.')) },
  shell: {
    shell: createFakeShell(),
    keep: { create: () => Promise.resolve(undefined) },
    clock: createManualClock(),
    unsavedFiles: () => Promise.resolve([]),
  },
  memory: { pathOf: () => undefined, displayOf: () => '', problemOf: () => undefined },
  skills: { load: async () => ({ kind: 'unknown', names: [] }) },
  agents: { entries: BUILT_IN_AGENTS },
  planMode: { leave: () => Promise.reject(new Error('No plan is accepted here.')) },
  canSearchWeb: () => false,
};

/** All tools of the product. Ports other than the workspace are fakes that do nothing. */
export const PRODUCT_TOOLS: readonly Tool[] = createTools(ports);
export const EDIT_TOOLS = editToolsOf(PRODUCT_TOOLS);
export const productRegistry = createToolRegistry(PRODUCT_TOOLS);

/** The fields of a tool that decisions depend on. The record is set if the name is one of Premove's own tools. */
export function toolOf(name: string, kind: ToolKind): Pick<Tool, 'name' | 'kind' | 'record'> {
  const record = productRegistry.find(name)?.record;
  return { name, kind, ...(record && { record }) };
}
