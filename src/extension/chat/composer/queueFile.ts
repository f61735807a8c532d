import * as z from 'zod';
import { promptMentionSchema } from '../../../shared/chatState.ts';
import { draftFoldSchema, type DraftFold } from '../../../shared/draftFold.ts';
import type { FileStore } from '../../ports/fileStore.ts';
import type { Log } from '../../ports/log.ts';
import { attachmentSchema, type Attachment } from './attachment.ts';
import type { MentioningText, PreparedMentions } from '../context/mentionContent.ts';

/** As it was typed. */
export interface QueuedContent extends MentioningText {
  /** Its long pastes. */
  readonly folds?: readonly DraftFold[] | undefined;
  readonly attachments: readonly Attachment[];
  readonly prepared: PreparedMentions;
}

/** A prompt that waits for the answer before it. It is recorded under the same id, so that it is never sent twice. */
export interface QueuedPrompt extends QueuedContent {
  readonly id: string;
  /** It goes with the next results of calls, where there are any before the answer ends. */
  readonly steers: boolean;
}

export interface LoadedQueue {
  readonly prompts: readonly QueuedPrompt[];
  /** What could not be read, and was set aside; null where all could. */
  readonly setAside: string | null;
}

/** What is queued, a list a chat. The images lie in files of their own: to move a prompt does not write megabytes. */
export class QueueFile {
  private readonly store: FileStore;
  private readonly log: Log;
  /** Of chats that were read or written: the images that lie on disk. */
  private readonly stored = new Map<string, ReadonlySet<string>>();

  constructor(store: FileStore, log: Log) {
    this.store = store;
    this.log = log;
  }

  /** Only for who holds the chat's lock: it sets aside what cannot be read. */
  async read(chatId: string): Promise<LoadedQueue> {
    // Another window may have had the chat since.
    this.stored.delete(chatId);
    try {
      const text = await this.store.read(documentName(chatId));
      if (text === undefined) return { prompts: [], setAside: null };
      const prompts: QueuedPrompt[] = [];
      for (const prompt of documentSchema.parse(JSON.parse(text)).prompts) {
        prompts.push({ ...prompt, attachments: await this.readImages(chatId, prompt.attachments) });
      }
      return { prompts, setAside: null };
    } catch (error) {
      this.log.error('What is queued could not be read', error);
      return { prompts: [], setAside: await this.setAside(chatId) };
    }
  }

  /** The images first, then what names them, then what is not named any more: a crash in between loses none. */
  async write(chatId: string, prompts: readonly QueuedPrompt[]): Promise<void> {
    const before = await this.listImages(chatId);
    const images = prompts.flatMap(({ attachments }) => attachments);
    // It may get through in part.
    this.stored.delete(chatId);
    for (const image of images) {
      if (!before.has(image.id)) await this.store.write(imageName(chatId, image.id), JSON.stringify(image));
    }
    if (prompts.length === 0) await this.store.delete(documentName(chatId));
    else await this.store.write(documentName(chatId), JSON.stringify(toDocument(prompts)));
    const now = new Set(images.map(({ id }) => id));
    for (const id of before) {
      if (!now.has(id)) await this.store.delete(imageName(chatId, id));
    }
    this.stored.set(chatId, now);
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
    const known = this.stored.get(chatId);
    if (known) return known;
    const prefix = `${chatId}.`;
    const names = await this.store.list(folder);
    return new Set(
      names
        .filter((name) => name.startsWith(prefix) && name.endsWith(imageEnding))
        .map((name) => name.slice(prefix.length, -imageEnding.length)),
    );
  }

  /** With its images, so that the next list does not take them for its own. */
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
      this.log.error('What is queued and could not be read stays in its place', error);
    }
    return name;
  }
}

const folder = 'queues';
const imageEnding = '.image.json';

const promptSchema = z.object({
  id: z.string(),
  text: z.string(),
  attachments: z.array(z.string()),
  mentions: z.array(promptMentionSchema),
  folds: z.array(draftFoldSchema).optional(),
  prepared: z.object({ allowed: z.array(z.string()), frozen: z.record(z.string(), z.string()) }),
  steers: z.boolean(),
});
const documentSchema = z.object({ prompts: z.array(promptSchema) });

function toDocument(prompts: readonly QueuedPrompt[]): object {
  const toIds = ({ attachments }: QueuedPrompt): string[] => attachments.map(({ id }) => id);
  return { prompts: prompts.map((prompt) => ({ ...prompt, attachments: toIds(prompt) })) };
}

function documentName(chatId: string): string {
  return `${folder}/${chatId}.json`;
}

function imageName(chatId: string, id: string): string {
  return `${folder}/${chatId}.${id}${imageEnding}`;
}
