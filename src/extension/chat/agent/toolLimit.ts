import type { ToolRegistry } from '../../tools/registry.ts';
import { failed, type Tool } from '../../tools/tool.ts';
import { isListed } from '../../instructions/toolAliases.ts';
import { resultTexts } from '../../base/texts/resultTexts.ts';
import type { ConversationNode } from '../conversation/conversationNode.ts';
import type { PromptContext } from '../conversation/promptContent.ts';
import * as z from 'zod';

/** True if the tool with this name is allowed. */
export type ToolLimit = (name: string) => boolean;

/**
 * The tools that the answer at the end of the path may use; undefined if it may use all tools. A prompt and the
 * steering prompts after it limit the same answer, so a tool must be in all of their lists.
 */
export function allowedTools(path: readonly ConversationNode[]): ToolLimit | undefined {
  const lists: (readonly string[])[] = [];
  for (const node of path.toReversed()) {
    if (node.kind !== 'prompt') continue;
    const { tools } = node;
    if (tools) lists.push(tools);
    if (!node.steers) break;
  }
  if (lists.length === 0) return undefined;
  return (name) => lists.every((tools) => isListed(tools, name));
}

/**
 * Returns a registry that refuses calls of tools that are not allowed, unless their record has `chatOnly: 'always'`.
 * The registry still declares all tools, because other declarations would invalidate the provider's cache.
 */
export function limitTools(registry: ToolRegistry, allowed: ToolLimit | undefined): ToolRegistry {
  if (!allowed) return registry;
  const isPermitted = (name: string): boolean => allowed(name) || isAlwaysPermitted(registry, name);
  return {
    get declarations() {
      return registry.declarations;
    },
    find(name) {
      const tool = registry.find(name);
      if (!tool || isPermitted(name)) return tool;
      return refuse(tool, namesIn(registry).filter(isPermitted));
    },
  };
}

/** Returns a registry for a sub-agent, which declares only the permitted tools. */
export function permitTools(registry: ToolRegistry, mayUse: (tool: Tool) => boolean): ToolRegistry {
  const find = (name: string): Tool | undefined => {
    const tool = registry.find(name);
    return tool && mayUse(tool) ? tool : undefined;
  };
  return { declarations: registry.declarations.filter(({ name }) => find(name)), find };
}

/**
 * The text names only existing tools, because other names come from a file and must not become part of the user's
 * message.
 */
export function describeToolLimit(tools: readonly string[], registry: ToolRegistry): PromptContext {
  const declared = namesIn(registry);
  const known = tools.flatMap((tool) => declared.filter((name) => isListed([tool], name)));
  const permitted = [...new Set([...known, ...declared.filter((name) => isAlwaysPermitted(registry, name))])];
  const names = permitted.length === 0 ? 'no tools' : `only these tools: ${permitted.join(', ')}`;
  return { kind: 'tools', text: `This prompt may use ${names}. Calls of other tools are refused.` };
}

function isAlwaysPermitted(registry: ToolRegistry, name: string): boolean {
  return registry.find(name)?.record?.chatOnly === 'always';
}

function namesIn({ declarations }: Pick<ToolRegistry, 'declarations'>): string[] {
  return declarations.map(({ name }) => name);
}

/** Returns a tool that only refuses the call, so the call needs no approval. */
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
