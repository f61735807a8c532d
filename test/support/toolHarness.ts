import { readFileTool } from '../../src/extension/tools/builtin/readFile.ts';
import { createSeenFiles } from '../../src/extension/tools/seenFiles.ts';
import type { Tool, ToolContext, ToolOutcome } from '../../src/extension/tools/tool.ts';
import type { Workspace } from '../../src/extension/ports/workspace.ts';

/** Runs tools as one conversation would: they share the files that the model has seen. */
export interface ToolHarness {
  readonly context: ToolContext;
  run<Input>(tool: Tool<Input>, input: Input, signal?: AbortSignal): Promise<ToolOutcome>;
}

export function createToolHarness(workspace: Workspace): ToolHarness {
  const context: ToolContext = { workspace, seen: createSeenFiles() };
  return {
    context,
    run: (tool, input, signal = new AbortController().signal) => tool.execute(input, context, signal),
  };
}

/** Reads these files with the model's tool, because the model may replace only files that it has read. */
export async function readFiles(context: ToolContext, ...paths: readonly string[]): Promise<void> {
  for (const file_path of paths) await readFileTool.execute({ file_path }, context, new AbortController().signal);
}

/** The outcome's text as the model gets it. */
export function outcomeText(outcome: ToolOutcome): string {
  return outcome.content.map((part) => (part.type === 'text' ? part.text : `[${part.mimeType}]`)).join('');
}
