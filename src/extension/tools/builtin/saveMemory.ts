import * as z from 'zod';
import { saveMemoryTexts } from '../../base/texts/toolTexts.ts';
import { resultTexts } from '../../base/texts/resultTexts.ts';
import type { MemoryFiles } from '../../ports/memoryFiles.ts';
import { isWorkspaceError, retryIfChanged } from '../../ports/workspace.ts';
import { hasMemoryLine, MAX_FACT, withMemoryLine } from '../../text/memoryLine.ts';
import { oneLine } from '../../text/oneLine.ts';
import { encodeText } from '../../text/textFile.ts';
import { readEditTarget, toPlan, toPreview, writePlan, type FilePlan } from '../filePlan.ts';
import { createSeenFiles } from '../seenFiles.ts';
import { failed, succeeded, type Tool, type ToolContext, type ToolOutcome } from '../tool.ts';

const schema = z.object({
  fact: z.string().trim().min(1).max(MAX_FACT).describe('One short sentence that is clear without this chat.'),
  scope: z
    .enum(['user', 'workspace'])
    .optional()
    .describe('user: about the user, for all projects (the default). workspace: about this project.'),
});
type Input = z.infer<typeof schema>;

const UNSAVED =
  'The file has unsaved changes in an editor, so the fact may not be on disk until the user saves the file.';

/** Even in `yolo` mode, the user is asked, unless a rule or a grant allows the call. */
export function createSaveMemory(memory: MemoryFiles): Tool<Input> {
  return {
    name: 'save_memory',
    description:
      'Saves a fact for later chats: a preference of the user, or something about the project that its files do not ' +
      'say. Use it when the user asks you to remember something. Never save secrets, or what only this task needs.',
    kind: 'edit',
    record: {
      rendering: 'text',
      texts: saveMemoryTexts,
      speculation: 'boundary',
      changesInstructions: true,
      chatOnly: 'listed',
    },
    schema,
    describe: ({ fact }) => oneLine(fact),
    paths: ({ scope = 'user' }) => [memory.pathOf(scope)].filter((path) => path !== undefined),
    async preview(input, context, signal) {
      const plan = await planSave(memory, input, context, signal);
      if (!('before' in plan)) return plan;
      const { scope = 'user' } = input;
      // If a link leads to another file, the card shows that file's own path.
      const isUsersMemory = scope === 'user' && plan.before.path === memory.pathOf(scope);
      return isUsersMemory ? { ...toPreview(plan), display: memory.displayOf(scope), isUsersMemory } : toPreview(plan);
    },
    async execute(input, context, signal) {
      try {
        return await retryIfChanged(() => save(memory, input, context, signal));
      } catch (error) {
        if (!isWorkspaceError(error) || error.kind !== 'changed') throw error;
        const file = memory.displayOf(input.scope ?? 'user');
        return failed(`Nothing was saved, because ${file} kept changing. Try again.`, resultTexts.failed());
      }
    },
  };
}

async function save(
  memory: MemoryFiles,
  input: Input,
  context: ToolContext,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  const plan = await planSave(memory, input, context, signal);
  if (!('before' in plan)) return plan;
  // The file may be open in an editor with unsaved text, so the result does not claim that the fact is saved.
  const done = `Added to ${plan.before.display}`;
  return writePlan({ ...plan, isChecked: true }, done, withoutRecord(context), signal);
}

async function planSave(
  memory: MemoryFiles,
  { fact, scope = 'user' }: Input,
  context: ToolContext,
  signal: AbortSignal,
): Promise<FilePlan | ToolOutcome> {
  const path = memory.pathOf(scope);
  if (path === undefined) return failed('No folder is open. Use the scope user.', resultTexts.noFolder());
  const target = await readEditTarget(path, withoutRecord(context), signal);
  if (target.kind === 'refused') return target.outcome;
  const { before } = target;
  const text = withMemoryLine(before.text, fact);
  if (text === undefined) return failed('The fact is empty.', resultTexts.badArguments());
  const problem = memory.problemOf(text, encodeText(text, before.encoding).byteLength);
  if (problem !== undefined) {
    return failed(
      `Nothing was saved, because later chats could not use the memory file. ${memory.displayOf(scope)}: ${problem}. ` +
        'The user must correct the file.',
      problem,
    );
  }
  if (hasMemoryLine(before.text, fact)) {
    const note = before.unsaved ? ` ${UNSAVED}` : '';
    return succeeded(`${before.display} already has this fact, so nothing was written.${note}`, resultTexts.noChange());
  }
  return toPlan(before, text);
}

/**
 * Leaves out the record of seen files, because a line can be added even if the file has changed since the model read
 * it.
 */
function withoutRecord(context: ToolContext): ToolContext {
  return { ...context, seen: createSeenFiles() };
}
