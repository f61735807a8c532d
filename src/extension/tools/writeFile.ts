import * as z from 'zod';
import { carryOut, startPlan, toPlan, toPreview, type FilePlan } from './filePlan.ts';
import { replaceAllText } from './replaceText.ts';
import type { Tool, ToolContext, ToolOutcome } from './tool.ts';

const schema = z.object({
  file_path: z.string().min(1).describe('Path of the file: absolute, or relative to the workspace.'),
  content: z.string().describe('The whole new content of the file.'),
});
type Input = z.infer<typeof schema>;

export const writeFileTool: Tool<Input> = {
  name: 'write_file',
  description:
    'Creates a file, with its folders, or replaces a whole file. To change part of a file use edit. ' +
    'An existing file keeps its encoding and its line ends.',
  kind: 'edit',
  schema,
  describe: (input) => input.file_path,
  paths: (input) => [input.file_path],
  async preview(input, context, signal) {
    const plan = await planWrite(input, context, signal);
    return plan.kind === 'ready' ? toPreview(plan.plan) : plan.outcome;
  },
  async execute(input, context, signal) {
    const plan = await planWrite(input, context, signal);
    if (plan.kind === 'refused') return plan.outcome;
    const { before } = plan.plan;
    return carryOut(plan.plan, `${before.bytes ? 'Replaced' : 'Created'} ${before.display}`, context, signal);
  },
};

type Planned =
  { readonly kind: 'ready'; readonly plan: FilePlan } | { readonly kind: 'refused'; readonly outcome: ToolOutcome };

async function planWrite(input: Input, context: ToolContext, signal: AbortSignal): Promise<Planned> {
  const start = await startPlan(input.file_path, context, signal);
  if (start.kind === 'refused') return start;
  const { before } = start;
  const marked = before.bytes !== undefined && before.encoding !== 'utf8';
  const content = marked ? input.content.replace(/^\ufeff/, '') : input.content;
  const text = before.text.includes('\n') ? replaceAllText(before.text, content) : content;
  return { kind: 'ready', plan: toPlan(before, text) };
}
