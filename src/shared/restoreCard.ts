import * as z from 'zod/mini';
import { bypassViewSchema } from './transcriptItem.ts';

/** The question before files are restored to a checkpoint. */
export const restoreCardSchema = z.object({
  id: z.string(),
  /** The user message of the checkpoint. The files get the content from before this message. */
  itemId: z.string(),
  /**
   * `files`, `chat`: a restore of the files, or of the files and the chat. `edit`, `retry`: answers have
   * changed files since a message, and the user sends the message again after an edit, or retries its answer.
   */
  kind: z.enum(['files', 'chat', 'edit', 'retry']),
  /** The beginning of the message, on one line. */
  prompt: z.string(),
  /** The files to be restored, with the numbers of lines that the restore adds and removes. */
  files: z.array(
    z.object({
      path: z.string(),
      added: z.number(),
      removed: z.number(),
      /** `create`: the file does not exist now. `delete`: the file did not exist before the message. */
      change: z.enum(['edit', 'create', 'delete']),
    }),
  ),
  /** Files that stay, because somebody else has changed them. For display. */
  changed: z.array(z.string()),
  /** Files that stay, because their earlier content was not kept or they cannot be read. For display. */
  lost: z.array(z.string()),
  bypasses: z.array(bypassViewSchema),
  /** Some changes are too old to be undone: the earlier contents of their files were removed to make room. */
  dropped: z.boolean(),
});
export type RestoreCard = z.infer<typeof restoreCardSchema>;

/** The last restore. The panel offers to undo this restore until the next message. */
export const restoredViewSchema = z.object({
  /** The user message of the checkpoint. */
  itemId: z.string(),
  /** The text of the message, on one line. */
  prompt: z.string(),
  withChat: z.boolean(),
  /** The number of restored files. */
  files: z.number(),
});
export type RestoredView = z.infer<typeof restoredViewSchema>;
