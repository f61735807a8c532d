import * as z from 'zod';
import { editTexts } from '../../base/texts/toolTexts.ts';
import { counted } from '../../text/capLines.ts';
import { writePlan, readEditTarget, toPlan, toPreview, type FileBefore, type FilePlan } from '../filePlan.ts';
import { nearMisses } from '../../text/nearMisses.ts';
import { findOmission, omissionText } from '../../text/omissions.ts';
import { replaceText } from '../../text/replaceText.ts';
import { failed, type Tool, type ToolContext, type ToolOutcome } from '../tool.ts';
import { resultTexts } from '../../base/texts/resultTexts.ts';

const MAX_LINES_NAMED = 20;
/** Characters. */
const MAX_LINE_SHOWN = 300;

const schema = z.object({
  file_path: z.string().min(1).describe('Path of the file: absolute, or relative to the workspace.'),
  old_string: z
    .string()
    .describe('The text to replace, exactly as in the file, with enough context to be unique. Empty to create a file.'),
  new_string: z.string().describe('The replacement text.'),
  replace_all: z.boolean().optional().describe('Replace every occurrence instead of exactly one.'),
});
type Input = z.infer<typeof schema>;

export const editTool: Tool<Input> = {
  name: 'edit',
  description:
    'Replaces text in a file. old_string must occur exactly once unless replace_all is set. Leave out the line numbers ' +
    'that read_file shows. The file keeps its encoding, its line endings and all other text.',
  kind: 'edit',
  record: { rendering: 'edited-file', texts: editTexts, speculation: 'write', showsFileRules: true },
  schema,
  describe: (input) => input.file_path,
  paths: (input) => [input.file_path],
  async preview(input, context, signal) {
    const planned = await planEdit(input, context, signal);
    return planned.kind === 'ready' ? toPreview(planned.plan) : planned.outcome;
  },
  async execute(input, context, signal) {
    const planned = await planEdit(input, context, signal);
    return planned.kind === 'ready' ? writePlan(planned.plan, planned.done, context, signal) : planned.outcome;
  },
};

type Planned =
  | { readonly kind: 'ready'; readonly plan: FilePlan; readonly done: string }
  | { readonly kind: 'refused'; readonly outcome: ToolOutcome };

async function planEdit(input: Input, context: ToolContext, signal: AbortSignal): Promise<Planned> {
  if (input.old_string === input.new_string) {
    return refuse('old_string and new_string are the same, so nothing was changed.', resultTexts.noChange());
  }
  const omission = findOmission(input.new_string, input.old_string);
  if (omission !== undefined) return refuse(omissionText('new_string', omission), resultTexts.textLeftOut());
  const target = await readEditTarget(input.file_path, context, signal);
  if (target.kind === 'refused') return target;
  const { before } = target;
  if (input.old_string === '') return planNewFile(before, input.new_string);
  if (!before.bytes) return refuse(`${before.display} does not exist.`, resultTexts.notFound());
  return planReplacement(before, input);
}

function planNewFile(before: FileBefore, text: string): Planned {
  if (before.text !== '') {
    return refuse(
      `${before.display} already exists. Use an empty old_string only to create a file.`,
      resultTexts.exists(),
    );
  }
  return { kind: 'ready', plan: { before, text }, done: `Created ${before.display}` };
}

function planReplacement(before: FileBefore, input: Input): Planned {
  const { display } = before;
  const { lines, text, count } = replaceText(before.text, input.old_string, input.new_string);
  if (lines.length === 0) return refuse(noMatchText(before, input.old_string), resultTexts.noMatch());
  if (lines.length > 1 && input.replace_all !== true) {
    const named = lines.slice(0, MAX_LINES_NAMED).join(', ');
    const more = lines.length > MAX_LINES_NAMED ? ' and more' : '';
    return refuse(
      `old_string occurs ${lines.length} times in ${display}, at lines ${named}${more}. ` +
        'Nothing was changed. Add surrounding text to old_string to make it unique, or set replace_all.',
      resultTexts.severalMatches(lines.length),
    );
  }
  const what = input.replace_all === true ? `, ${counted(count, 'place')}` : ` at line ${lines[0]}`;
  return { kind: 'ready', plan: toPlan(before, text), done: `Edited ${display}${what}` };
}

function noMatchText({ display, text }: FileBefore, wanted: string): string {
  const misses = nearMisses(text, wanted).map(({ line, lines, whiteSpaceOnly }) => {
    const shown = lines.map((each, index) => `${line + index}\t${each.slice(0, MAX_LINE_SHOWN)}`).join('\n');
    return `${whiteSpaceOnly ? 'Only white space differs here:' : 'Similar lines:'}\n${shown}`;
  });
  const hint = misses.length > 0 ? misses.join('\n') : 'The file has no similar lines. Read it again.';
  return `old_string does not occur in ${display}. Nothing was changed.\n${hint}`;
}

function refuse(text: string, summary: string): Planned {
  return { kind: 'refused', outcome: failed(text, summary) };
}
