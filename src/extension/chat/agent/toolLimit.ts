import type { ToolRegistry } from '../../tools/registry.ts';
import { failed, type Tool } from '../../tools/tool.ts';
import { resultTexts } from '../../base/texts/resultTexts.ts';
import type { ConversationNode } from '../conversation/conversationNode.ts';
import type { PromptContext } from '../conversation/promptContent.ts';
import * as z from 'zod';

/** Tools that only concern the conversation, which every prompt may use. */
const ALWAYS_ALLOWED = ['ask_user', 'todo_write', 'exit_plan_mode'] as const;

/**
 * The tools that the answer at the end of the path may use; undefined if it may use all tools. A prompt and the
 * steering prompts after it limit the same answer, so a tool must be in all of their lists.
 */
export function allowedTools(path: readonly ConversationNode[]): ReadonlySet<string> | undefined {
  let allowed: readonly string[] | undefined;
  for (const node of path.toReversed()) {
    if (node.kind !== 'prompt') continue;
    const { tools } = node;
    if (tools) allowed = allowed ? allowed.filter((name) => tools.includes(name)) : tools;
    if (!node.steers) break;
  }
  return allowed && new Set([...allowed, ...ALWAYS_ALLOWED]);
}

/**
 * A registry that refuses calls of tools that are not allowed. It still declares all tools, because every request of a
 * conversation begins with the declarations, and other declarations would invalidate the provider's cache.
 */
export function limitTools(registry: ToolRegistry, allowed: ReadonlySet<string> | undefined): ToolRegistry {
  if (!allowed) return registry;
  return {
    get declarations() {
      return registry.declarations;
    },
    find(name) {
      const tool = registry.find(name);
      return !tool || allowed.has(name) ? tool : refuse(tool, knownTools([...allowed], registry));
    },
  };
}

/**
 * A registry that has only some of the tools, for a sub-agent: the requests of its conversation declare only these
 * tools.
 */
export function permitTools(registry: ToolRegistry, mayUse: (tool: Tool) => boolean): ToolRegistry {
  const find = (name: string): Tool | undefined => {
    const tool = registry.find(name);
    return tool && mayUse(tool) ? tool : undefined;
  };
  return { declarations: registry.declarations.filter(({ name }) => find(name)), find };
}

/** The text that describes the limit to the model. */
export function describeToolLimit(tools: readonly string[], registry: Pick<ToolRegistry, 'find'>): PromptContext {
  const known = knownTools(tools, registry);
  const names = known.length === 0 ? 'no tools' : `only these tools: ${known.join(', ')}`;
  return { kind: 'tools', text: `This prompt may use ${names}. Calls of other tools are refused.` };
}

/**
 * The names that are names of tools. The other names are text of a file, which must not become part of the user's
 * message.
 */
function knownTools(names: readonly string[], registry: Pick<ToolRegistry, 'find'>): string[] {
  return names.filter((name) => registry.find(name));
}

/** A tool with the same name that only refuses the call. It has no effects, so the call needs no approval. */
function refuse({ name, description, record, describe }: Tool, permitted: readonly string[]): Tool {
  const text = `The prompt file of this message does not permit ${name}. Permitted: ${permitted.join(', ')}.`;
  return {
    name,
    description,
    kind: 'read',
    ...(record && { record }),
    schema: z.unknown(),
    describe: (input) => (typeof input === 'object' && input !== null ? safely(() => describe(input)) : ''),
    paths: () => [],
    execute: () => Promise.resolve(failed(text, resultTexts.notInPromptFile())),
  };
}

/** The arguments are not checked, so a description of them may fail. */
function safely(run: () => string): string {
  try {
    return String(run());
  } catch {
    return '';
  }
}
