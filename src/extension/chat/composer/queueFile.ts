import * as z from 'zod';
import { promptMentionSchema } from '../../../shared/chatState.ts';
import { draftChipSchema, type DraftChip } from '../../../shared/draftChip.ts';
import type { FileStore } from '../../ports/fileStore.ts';
import type { Log } from '../../ports/log.ts';
import { attachmentSchema, type Attachment } from './attachment.ts';
import type { MentioningText, PreparedMentions } from '../context/mentionContent.ts';

/** The text is as it was typed. */
export interface QueuedContent extends MentioningText {
  /** The chips except the mentions. */
  readonly folds?: readonly DraftChip[] | undefined;
  readonly attachments: readonly Attachment[];
  readonly prepared: PreparedMentions;
  /** The model for this message only, as `<provider>/<model>`. */
  readonly model?: string | undefined;
  /** Missing if the answer may use all tools. */
  readonly tools?: readonly string[] | undefined;
}

/** The conversation records the prompt under the same id, so that it is not sent twice. */
export interface QueuedPrompt extends QueuedContent {
  readonly id: string;
  /**
   * True if the prompt is sent with the next results of calls. Without such results, or if the prompt has its own
   * model, it is sent after the answer.
   */
  readonly steers: boolean;
}

export interface LoadedQueue {
  readonly prompts: readonly QueuedPrompt[];
  /** The earlier name of a file that was set aside because it could not be read. */
  readonly unreadableFile: string | null;
}

/** Stores one list of prompts per chat. Images are in files of their own, so that moving a prompt writes little. */
export class QueueFile {
  private readonly store: FileStore;
  private readonly log: Log;
  /** For each chat whose list was written since it was last read: the ids of its images on disk. */
  private readonly writtenImages = new Map<string, ReadonlySet<string>>();

  constructor(store: FileStore, log: Log) {
    this.store = store;
    this.log = log;
  }

  /** The caller must hold the chat's lock, because unreadable files are set aside. */
  async read(chatId: string): Promise<LoadedQueue> {
    // Another window may have changed the files.
    this.writtenImages.delete(chatId);
    try {
      const text = await this.store.read(documentName(chatId));
      if (text === undefined) return { prompts: [], unreadableFile: null };
      const prompts: QueuedPrompt[] = [];
      for (const prompt of documentSchema.parse(JSON.parse(text)).prompts) {
        prompts.push({ ...prompt, attachments: await this.readImages(chatId, prompt.attachments) });
      }
      return { prompts, unreadableFile: null };
    } catch (error) {
      this.log.error('The queue could not be read', error);
      return { prompts: [], unreadableFile: await this.setAside(chatId) };
    }
  }

  /** Writes new images, then the document that names them, then deletes old images, so that a crash loses no image. */
  async write(chatId: string, prompts: readonly QueuedPrompt[]): Promise<void> {
    const before = await this.listImages(chatId);
    const images = prompts.flatMap(({ attachments }) => attachments);
    // A failure may leave some of the images written.
    this.writtenImages.delete(chatId);
    for (const image of images) {
      if (!before.has(image.id)) await this.store.write(imageName(chatId, image.id), JSON.stringify(image));
    }
    if (prompts.length === 0) await this.store.delete(documentName(chatId));
    else await this.store.write(documentName(chatId), JSON.stringify(toDocument(prompts)));
    const now = new Set(images.map(({ id }) => id));
    for (const id of before) {
      if (!now.has(id)) await this.store.delete(imageName(chatId, id));
    }
    this.writtenImages.set(chatId, now);
  }

  private async readImages(chatId: string, ids: readonly string[]): Promise<Attachment[]> {
    const images: Attachment[] = [];
    for (const id of ids) {
      const text = await this.store.read(imageName(chatId, id));
      if (text === undefined) throw new Error(`The image ${id} of a queued prompt is missing`);
      images.push(attachmentSchema.parse(JSON.parse(text)));
    }
    return images;
  }

  private async listImages(chatId: string): Promise<ReadonlySet<string>> {
    const known = this.writtenImages.get(chatId);
    if (known) return known;
    const prefix = `${chatId}.`;
    const names = await this.store.list(FOLDER);
    return new Set(
      names
        .filter((name) => name.startsWith(prefix) && name.endsWith(IMAGE_ENDING))
        .map((name) => name.slice(prefix.length, -IMAGE_ENDING.length)),
    );
  }

  /**
   * Renames the document and its images, so that the next `write` neither uses nor deletes these images. Returns the
   * document's old name.
   */
  private async setAside(chatId: string): Promise<string> {
    const name = documentName(chatId);
    try {
      const images = [...(await this.listImages(chatId))].map((id) => imageName(chatId, id));
      for (const each of [name, ...images]) {
        for (let count = 1; await this.store.stat(each); count += 1) {
          await this.store.move(each, `${each.slice(0, -'.json'.length)}.unreadable-${count}`);
        }
      }
    } catch (error) {
      this.log.error('An unreadable queue could not be set aside', error);
    }
    return name;
  }
}

const FOLDER = 'queues';
const IMAGE_ENDING = '.image.json';

const promptSchema = z.object({
  id: z.string(),
  text: z.string(),
  attachments: z.array(z.string()),
  mentions: z.array(promptMentionSchema),
  folds: z.array(draftChipSchema).optional(),
  prepared: z.object({ allowed: z.array(z.string()), frozen: z.record(z.string(), z.string()) }),
  steers: z.boolean(),
  model: z.string().optional(),
  tools: z.array(z.string()).optional(),
});
const documentSchema = z.object({ prompts: z.array(promptSchema) });

function toDocument(prompts: readonly QueuedPrompt[]): object {
  const toIds = ({ attachments }: QueuedPrompt): string[] => attachments.map(({ id }) => id);
  return { prompts: prompts.map((prompt) => ({ ...prompt, attachments: toIds(prompt) })) };
}

function documentName(chatId: string): string {
  return `${FOLDER}/${chatId}.json`;
}

function imageName(chatId: string, id: string): string {
  return `${FOLDER}/${chatId}.${id}${IMAGE_ENDING}`;
}
