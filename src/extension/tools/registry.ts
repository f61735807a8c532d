import * as z from 'zod';
import { toDisplayText } from '../../shared/displayText.ts';
import type { ToolLook } from '../../shared/emptyItems.ts';
import type { ToolDeclaration } from '../model/chatModel.ts';
import type { JsonObject, ToolCallPart } from '../model/message.ts';
import { failed, textsOf, type Tool, type ToolOutcome } from './tool.ts';
import { resultTexts } from '../base/texts/resultTexts.ts';

/**
 * The order of the declarations is part of the cache prefix. Only declared tools run. `find` also finds undeclared
 * tools, so that rows of earlier calls look the same.
 */
export interface ToolRegistry {
  readonly declarations: readonly ToolDeclaration[];
  find(name: string): Tool | undefined;
}

/** `outcome`: the error for the model. */
export type PreparedCall =
  | { readonly kind: 'ready'; readonly tool: Tool; readonly input: unknown }
  | { readonly kind: 'refused'; readonly outcome: ToolOutcome };

export function createToolRegistry(
  tools: readonly Tool[],
  isOffered: (tool: Tool) => boolean = () => true,
): ToolRegistry {
  const byName = new Map(tools.map((tool) => [tool.name, tool]));
  return {
    declarations: tools.filter(isOffered).map((tool) => ({
      name: tool.name,
      description: tool.description,
      inputSchema: tool.inputSchema ?? toInputSchema(tool.schema),
    })),
    find: (name) => byName.get(name),
  };
}

/** Does not guess: an invalid call goes back to the model as an error. */
export function prepareCall(registry: ToolRegistry, call: ToolCallPart): PreparedCall {
  const tool = registry.find(call.name);
  const known = registry.declarations.map((declaration) => declaration.name);
  if (!tool || !known.includes(call.name)) {
    return refuse(`Unknown tool "${call.name}". Available tools: ${known.join(', ')}.`, resultTexts.unknownTool());
  }
  if (call.malformed !== undefined) {
    return refuse(
      `The arguments are not a JSON object. Send the call again with valid JSON.`,
      resultTexts.badArguments(),
    );
  }
  const parsed = tool.schema.safeParse(call.input);
  if (!parsed.success) {
    return refuse(`The arguments are invalid: ${z.prettifyError(parsed.error)}`, resultTexts.badArguments());
  }
  return { kind: 'ready', tool, input: parsed.data };
}

/** Returns what a call is about, for its row; empty if the call is invalid. */
export function describeCall(registry: ToolRegistry, call: ToolCallPart): string {
  const tool = registry.find(call.name);
  const parsed = tool?.schema.safeParse(call.input);
  return tool && parsed?.success && call.malformed === undefined ? toDisplayText(tool.describe(parsed.data)) : '';
}

export function lookOf(registry: Pick<ToolRegistry, 'find'>, name: string): ToolLook {
  const tool: Pick<Tool, 'name' | 'record'> = registry.find(name) ?? { name };
  return { rendering: tool.record?.rendering ?? 'text', words: textsOf(tool).words };
}

function refuse(text: string, summary: string): PreparedCall {
  return { kind: 'refused', outcome: failed(text, summary) };
}

function toInputSchema(schema: z.ZodType): JsonObject {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input' }) as JsonObject;
  void $schema;
  return rest;
}
