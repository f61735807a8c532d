import * as z from 'zod';
import { writeFileTexts } from '../../base/texts/toolTexts.ts';
import {
  notReadYet,
  writePlan,
  readEditTarget,
  toPlan,
  toPreview,
  type FileBefore,
  type FilePlan,
} from '../filePlan.ts';
import { findOmission, omissionText } from '../../text/omissions.ts';
import { MAX_LINE_LENGTH } from './readFile.ts';
import { replaceWholeText } from '../../text/replaceText.ts';
import { failed, type Tool, type ToolContext, type ToolOutcome } from '../tool.ts';
import { resultTexts } from '../../base/texts/resultTexts.ts';

const schema = z.object({
  file_path: z.string().min(1).describe('Path of the file: absolute, or relative to the workspace.'),
  content: z.string().describe('The whole new content of the file.'),
});
type Input = z.infer<typeof schema>;

const MAX_RANGES_NAMED = 10;

export const writeFileTool: Tool<Input> = {
  name: 'write_file',
  description:
    'Creates a file and its folders, or replaces a whole file. Read an existing file before you replace it; it keeps ' +
    'its encoding and line endings. To change part of a file, use edit.',
  kind: 'edit',
  record: { rendering: 'edited-file', texts: writeFileTexts, speculation: 'write', showsFileRules: true },
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
    return writePlan(plan.plan, `${before.bytes ? 'Replaced' : 'Created'} ${before.display}`, context, signal);
  },
};

type Planned =
  { readonly kind: 'ready'; readonly plan: FilePlan } | { readonly kind: 'refused'; readonly outcome: ToolOutcome };

async function planWrite(input: Input, context: ToolContext, signal: AbortSignal): Promise<Planned> {
  const target = await readEditTarget(input.file_path, context, signal);
  if (target.kind === 'refused') return target;
  const { before } = target;
  const omission = findOmission(input.content, before.text);
  if (omission !== undefined) {
    return { kind: 'refused', outcome: failed(omissionText('content', omission), resultTexts.textLeftOut()) };
  }
  const hasByteOrderMark = before.bytes !== undefined && before.encoding !== 'utf8';
  const content = hasByteOrderMark ? input.content.replace(/^\ufeff/, '') : input.content;
  const text = before.text.includes('\n') ? replaceWholeText(before.text, content) : content;
  const plan = toPlan(before, text);
  if (before.text === '' || plan.text === before.text || before.unshown.length === 0) {
    return { kind: 'ready', plan: { ...plan, isWhole: true } };
  }
  return { kind: 'refused', outcome: notReadYet(unreadText(before), before.display) };
}

/**
 * Names the lines that the model must read before it may replace the file. A model that replaces a file drops the parts
 * that it has not read, so it must have read every line.
 */
function unreadText({ display, unshown }: FileBefore): string {
  const next = 'or change part of the file with edit.';
  if (unshown.some(({ last }) => last === Infinity)) {
    return (
      `${display} already exists, and you have not read it since this chat was opened or since you last edited it. ` +
      `Nothing was written. Read it first with read_file, ${next}`
    );
  }
  const ranges = unshown.slice(0, MAX_RANGES_NAMED).map(({ first, last }) => `${first} to ${last}`);
  const lines = `${ranges.join(', ')}${unshown.length > MAX_RANGES_NAMED ? ' and more' : ''}`;
  return (
    `You have not read lines ${lines} of ${display}. Nothing was written. Read those lines first, ${next} ` +
    `(read_file never shows a line of more than ${MAX_LINE_LENGTH} characters in full.)`
  );
}
