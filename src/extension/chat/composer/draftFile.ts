import * as z from 'zod';
import type { DraftChip } from '../../../shared/draftChip.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Disposable } from '../../base/disposable.ts';
import type { FileStore } from '../../ports/fileStore.ts';
import type { Log } from '../../ports/log.ts';
import { SerialQueue } from '../../base/serialQueue.ts';
import { attachmentSchema, type Attachment } from './attachment.ts';

/** The content of the composer, or the content that was stashed during an edit. */
export interface DraftContent {
  readonly text: string;
  /** The chips in the text: long pastes, mentions and agents' screens. */
  readonly folds?: readonly DraftChip[] | undefined;
  readonly attachments: readonly Attachment[];
  /** The model for this message only, as `<provider>/<model>`. Undefined for the chat's model. */
  readonly model?: string | undefined;
  /** True if the text is a command. */
  readonly shell?: true | undefined;
}

export interface Draft extends DraftContent {
  readonly editing: Editing | null;
}

export interface Editing {
  readonly itemId: string;
  /** The composer's content before the edit. */
  readonly stashed: DraftContent;
  /** The answer's text before the edit; missing for a prompt. */
  readonly answer?: string;
}

export const EMPTY_DRAFT: Draft = { text: '', attachments: [], editing: null };

/** Whether the draft has no text, no images and no edit. A chosen model does not count. */
export function isEmptyDraft({ text, attachments, editing }: Draft): boolean {
  return !text && attachments.length === 0 && !editing;
}

/**
 * Stores each chat's unsent content on disk, because a webview can lose its latest state in a reload. Images are in
 * files of their own, so that a keystroke does not write megabytes.
 */
export class DraftFile {
  /** Milliseconds, like `retryDelay`. */
  private static readonly delay = 250;
  private static readonly retryDelay = 5_000;
  private readonly store: FileStore;
  private readonly clock: Clock;
  private readonly log: Log;
  private readonly onDidRecover: () => void;
  private timer: Disposable | undefined;
  private failing = false;
  private readonly pending = new Map<string, Draft>();
  /** The chats in `pending` whose content was moved to another chat. */
  private readonly movedFrom = new Set<string>();
  private readonly writing = new SerialQueue();
  /** For each loaded or written chat: the ids of its images on disk. */
  private readonly writtenImages = new Map<string, ReadonlySet<string>>();

  /**
   * For each chat that this window has released: the text of the draft file, as of the release or this window's last
   * write.
   */
  private readonly released = new Map<string, string | undefined>();
  /** For each chat: the names of files that could not be read. */
  private readonly unreadable = new Map<string, Set<string>>();

  /** `onDidRecover` is called when writing succeeds after a failure. */
  constructor(store: FileStore, clock: Clock, log: Log, onDidRecover = (): void => {}) {
    this.store = store;
    this.clock = clock;
    this.log = log;
    this.onDidRecover = onDidRecover;
  }

  /** Empty if there is no draft or it cannot be read. */
  async load(conversationId: string): Promise<Draft> {
    await this.flush();
    return this.writing.run(async () => {
      // A draft that could not be written is newer than the draft on disk.
      const waiting = this.pending.get(conversationId);
      if (waiting) return waiting;
      // Another window may have changed the files meanwhile.
      this.writtenImages.delete(conversationId);
      this.unreadable.delete(conversationId);
      try {
        return await this.read(conversationId);
      } catch (error) {
        this.log.error('The draft could not be read', error);
        this.markUnreadable(conversationId, documentName(conversationId));
        return EMPTY_DRAFT;
      }
    });
  }

  /** The names of the files that `load` could not read. `write` renames them to `….unreadable-<number>`. */
  unreadableFiles(conversationId: string): readonly string[] {
    return [...(this.unreadable.get(conversationId) ?? [])];
  }

  save(conversationId: string, draft: Draft): void {
    this.pending.set(conversationId, draft);
    this.schedule(DraftFile.delay);
  }

  /** The content that remains in chat `from` is written after the draft of chat `to`. */
  move(from: string, remaining: Draft, to: string, draft: Draft): void {
    this.save(to, draft);
    this.save(from, remaining);
    this.movedFrom.add(from);
  }

  /** Call when this window has taken the chat's lock. */
  hold(conversationId: string): void {
    this.released.delete(conversationId);
  }

  /**
   * Call before the chat's lock is released. From then on, this window does not overwrite another window's draft. False
   * if the draft could not be written or its file could not be read; the lock must then not be released.
   */
  async release(conversationId: string): Promise<boolean> {
    await this.flush();
    // If a draft is pending although no write has failed, `save` was called during the flush.
    if (this.pending.has(conversationId) && !this.failing) await this.flush();
    return this.writing.run(async () => {
      if (this.pending.has(conversationId) && this.failing) return false;
      try {
        this.released.set(conversationId, await this.store.read(documentName(conversationId)));
        return true;
      } catch (error) {
        this.log.error('The draft could not be read', error);
        return false;
      }
    });
  }

  /** Drops a pending draft, because its content continues in another chat. */
  abandon(conversationId: string): void {
    this.pending.delete(conversationId);
    this.movedFrom.delete(conversationId);
  }

  /** Deletes the draft, its images and the files kept beside them, even if another window has written them. */
  async forget(conversationId: string): Promise<void> {
    this.unreadable.delete(conversationId);
    this.released.delete(conversationId);
    this.writtenImages.delete(conversationId);
    this.save(conversationId, EMPTY_DRAFT);
    await this.flush();
    await this.writing.run(() => this.deleteKept(conversationId));
  }

  /** A draft that cannot be written stays pending. */
  flush(): Promise<void> {
    this.timer?.dispose();
    this.timer = undefined;
    return this.writing.run(async () => {
      const pending = [...this.pending];
      const moved = pending.filter(([id]) => this.movedFrom.has(id));
      let failure = await this.writeAll(pending.filter((entry) => !moved.includes(entry)));
      // `moved` has the drafts that remain in the old chats. These drafts are written last, because an old chat's file
      // holds the only copy of the moved content until the new chat's draft is on disk.
      failure ??= await this.writeAll(moved);
      if (failure && !this.failing) this.log.error('The draft could not be written', failure.error);
      if (this.failing && !failure) this.onDidRecover();
      this.failing = failure !== undefined;
      if (failure) this.schedule(DraftFile.retryDelay);
    });
  }

  private schedule(delay: number): void {
    this.timer ??= this.clock.setTimeout(() => void this.flush(), delay);
  }

  /** Tries every draft, so that one failure does not block the others. Returns the first failure. */
  private async writeAll(drafts: readonly (readonly [string, Draft])[]): Promise<{ error: unknown } | undefined> {
    let failure: { error: unknown } | undefined;
    for (const [conversationId, draft] of drafts) {
      try {
        if (await this.isOvertaken(conversationId)) await this.keepAside(conversationId, draft);
        else await this.write(conversationId, draft);
      } catch (error) {
        failure ??= { error };
        // It is unknown which images were written, so the next attempt lists them again.
        this.writtenImages.delete(conversationId);
        continue;
      }
      if (this.pending.get(conversationId) !== draft) continue;
      this.pending.delete(conversationId);
      this.movedFrom.delete(conversationId);
    }
    return failure;
  }

  /** Whether another window has written the draft since this window released the chat. */
  private async isOvertaken(conversationId: string): Promise<boolean> {
    if (!this.released.has(conversationId)) return false;
    return (await this.store.read(documentName(conversationId))) !== this.released.get(conversationId);
  }

  /**
   * Stores an overtaken draft under other names. The images are copies, because the other window deletes images that
   * its own draft does not name.
   */
  private async keepAside(conversationId: string, draft: Draft): Promise<void> {
    if (this.movedFrom.has(conversationId) || isEmptyDraft(draft)) return;
    const ending = await this.unusedEnding(conversationId);
    // The text is written first, because the images are more likely not to fit on the disk.
    const name = withEnding(documentName(conversationId), ending);
    await this.store.write(name, JSON.stringify(toDocument(draft)));
    for (const image of imagesOf(draft)) {
      await this.store.write(withEnding(imageName(conversationId, image.id), ending), JSON.stringify(image));
    }
    this.log.warn(`Another window has written the draft meanwhile; this window's draft is kept as ${name}`);
  }

  private async unusedEnding(conversationId: string): Promise<string> {
    for (let count = 1; ; count += 1) {
      const ending = `.overtaken-${count}`;
      if (!(await this.store.stat(withEnding(documentName(conversationId), ending)))) return ending;
    }
  }

  private async read(conversationId: string): Promise<Draft> {
    const images = await this.listImages(conversationId);
    const text = await this.store.read(documentName(conversationId));
    if (text === undefined) return EMPTY_DRAFT;
    const document = documentSchema.parse(JSON.parse(text));
    const readContent = async (content: DocumentContent): Promise<DraftContent> => ({
      text: content.text,
      folds: content.folds,
      attachments: await this.readImages(
        conversationId,
        content.attachments.filter((id) => images.has(id)),
      ),
      ...(content.model !== undefined && { model: content.model }),
      ...(content.shell && { shell: true }),
    });
    const { editing } = document;
    return {
      ...(await readContent(document)),
      editing: editing && {
        itemId: editing.itemId,
        stashed: await readContent(editing.putBy),
        ...(editing.answer !== undefined && { answer: editing.answer }),
      },
    };
  }

  private async readImages(conversationId: string, ids: readonly string[]): Promise<Attachment[]> {
    const images: Attachment[] = [];
    for (const id of ids) {
      const name = imageName(conversationId, id);
      try {
        const text = await this.store.read(name);
        if (text !== undefined) images.push(attachmentSchema.parse(JSON.parse(text)));
      } catch (error) {
        this.log.error('An image of the draft could not be read', error);
        this.markUnreadable(conversationId, name);
      }
    }
    return images;
  }

  /** Writes new images, then the document that names them, then deletes old images, so that a crash loses no image. */
  private async write(conversationId: string, draft: Draft): Promise<void> {
    await this.setAside(conversationId);
    const before = await this.listImages(conversationId);
    const attachments = imagesOf(draft);
    for (const image of attachments) {
      if (!before.has(image.id)) await this.store.write(imageName(conversationId, image.id), JSON.stringify(image));
    }
    const isBlank = isEmptyDraft(draft) && draft.model === undefined;
    const text = isBlank ? undefined : JSON.stringify(toDocument(draft));
    if (text === undefined) await this.store.delete(documentName(conversationId));
    else await this.store.write(documentName(conversationId), text);
    if (this.released.has(conversationId)) this.released.set(conversationId, text);
    const now = new Set(attachments.map((image) => image.id));
    for (const id of before) {
      if (!now.has(id)) await this.store.delete(imageName(conversationId, id));
    }
    this.writtenImages.set(conversationId, now);
  }

  private async deleteKept(conversationId: string): Promise<void> {
    try {
      for (const name of await this.store.list(FOLDER)) {
        if (name.startsWith(`${conversationId}.`) && KEPT_ENDING.test(name))
          await this.store.delete(`${FOLDER}/${name}`);
      }
    } catch (error) {
      this.log.error('The files that were kept beside a draft could not be deleted', error);
    }
  }

  private markUnreadable(conversationId: string, name: string): void {
    this.unreadable.set(conversationId, (this.unreadable.get(conversationId) ?? new Set()).add(name));
  }

  /** Call only when the draft is about to be written, because until then a read may succeed. */
  private async setAside(conversationId: string): Promise<void> {
    const names = this.unreadable.get(conversationId);
    if (!names) return;
    if (names.has(documentName(conversationId))) {
      for (const id of await this.listImages(conversationId)) names.add(imageName(conversationId, id));
    }
    for (const name of names) {
      for (let count = 1; await this.store.stat(name); count += 1) {
        const savedAs = withEnding(name, `.unreadable-${count}`);
        if (await this.store.move(name, savedAs)) this.log.warn(`A file that could not be read is kept as ${savedAs}`);
      }
    }
    this.unreadable.delete(conversationId);
    this.writtenImages.delete(conversationId);
  }

  private async listImages(conversationId: string): Promise<ReadonlySet<string>> {
    const known = this.writtenImages.get(conversationId);
    if (known) return known;
    const names = await this.store.list(FOLDER);
    const prefix = `${conversationId}.`;
    const found = new Set(
      names
        .filter((name) => name.startsWith(prefix) && name.endsWith(IMAGE_ENDING))
        .map((name) => name.slice(prefix.length, -IMAGE_ENDING.length)),
    );
    this.writtenImages.set(conversationId, found);
    return found;
  }
}

export async function listDrafts(files: FileStore): Promise<{ readonly id: string; readonly savedAt: number }[]> {
  const drafts: { id: string; savedAt: number }[] = [];
  for (const name of await files.list(FOLDER)) {
    if (!name.endsWith('.json') || name.endsWith(IMAGE_ENDING)) continue;
    const info = await files.stat(`${FOLDER}/${name}`);
    if (info) drafts.push({ id: name.slice(0, -'.json'.length), savedAt: info.modifiedAt });
  }
  return drafts;
}

const FOLDER = 'drafts';
const IMAGE_ENDING = '.image.json';
const KEPT_ENDING = /\.(?:overtaken|unreadable)-\d+$/;

const contentSchema = z.object({
  text: z.string(),
  folds: z.optional(
    z.array(
      z.object({ from: z.number(), to: z.number(), mention: z.string().optional(), screenOf: z.string().optional() }),
    ),
  ),
  attachments: z.array(z.string()),
  model: z.string().optional(),
  shell: z.literal(true).optional(),
});
type DocumentContent = z.infer<typeof contentSchema>;
/** The stored name of `stashed` is `putBy`. */
const documentSchema = z.object({
  ...contentSchema.shape,
  editing: z.nullable(z.object({ itemId: z.string(), putBy: contentSchema, answer: z.string().optional() })),
});

function toDocument({ editing, ...content }: Draft): z.infer<typeof documentSchema> {
  const toContent = ({ text, folds, attachments, model, shell }: DraftContent): DocumentContent => ({
    text,
    ...(folds && { folds: [...folds] }),
    attachments: attachments.map((image) => image.id),
    ...(model !== undefined && { model }),
    ...(shell && { shell }),
  });
  return {
    ...toContent(content),
    editing: editing && {
      itemId: editing.itemId,
      putBy: toContent(editing.stashed),
      ...(editing.answer !== undefined && { answer: editing.answer }),
    },
  };
}

function imagesOf({ attachments, editing }: Draft): readonly Attachment[] {
  return [...attachments, ...(editing?.stashed.attachments ?? [])];
}

/** The name with `ending` instead of `.json`. Such files are never loaded, and are deleted only with their chat. */
function withEnding(name: string, ending: string): string {
  return `${name.slice(0, -'.json'.length)}${ending}`;
}

function documentName(conversationId: string): string {
  return `${FOLDER}/${conversationId}.json`;
}

function imageName(conversationId: string, id: string): string {
  return `${FOLDER}/${conversationId}.${id}${IMAGE_ENDING}`;
}
