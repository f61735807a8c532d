import * as z from 'zod';
import type { Event } from '../../base/emitter.ts';
import type { FileStore } from '../../ports/fileStore.ts';
import type { Log } from '../../ports/log.ts';
import { SerialQueue } from '../../base/serialQueue.ts';

/** Inputs that are returned, and that remain when the file is shortened. */
const MAX_INPUTS = 100;
/** Bytes. A larger file is shortened to about half of this size or less, so that reads stay cheap. */
const MAX_FILE_BYTES = 256_000;
/** Characters. A longer input is not stored. */
const MAX_CHARACTERS = 10_000;

/**
 * Stores the workspace's last inputs for the keys Up and Down, so that Premove need not read the chats. If one window
 * rewrites the file while another appends, the appended input may be lost here, but not in its chat.
 */
export class InputHistory {
  private static readonly file = 'inputs.jsonl';
  private readonly files: FileStore;
  private readonly log: Log;
  private readonly writing = new SerialQueue();

  /** Deleting a chat also deletes its inputs. */
  constructor(files: FileStore, log: Log, onDidDeleteChat: Event<string>) {
    this.files = files;
    this.log = log;
    onDidDeleteChat((conversationId) => void this.forget(conversationId));
  }

  /** Resolves when the input is on disk, or a failure is logged. */
  async add(conversationId: string, text: string): Promise<void> {
    if (text === '' || text.length > MAX_CHARACTERS) return;
    await this.attempt(async () => {
      // The entry starts with a line break, because a crash may have left half a line.
      await this.files.append(InputHistory.file, `\n${JSON.stringify({ chat: conversationId, text } satisfies Input)}`);
      const size = (await this.files.stat(InputHistory.file))?.size ?? 0;
      if (size > MAX_FILE_BYTES) await this.write(lastOf(await this.read()));
    });
  }

  /** Oldest first, each text once; empty if the file cannot be read. */
  async list(): Promise<string[]> {
    const inputs = (await this.attempt(() => this.read())) ?? [];
    const texts = inputs.map(({ text }) => text);
    return texts.filter((text, index) => texts.lastIndexOf(text) === index).slice(-MAX_INPUTS);
  }

  private async forget(conversationId: string): Promise<void> {
    await this.attempt(async () => {
      const inputs = await this.read();
      const kept = inputs.filter(({ chat }) => chat !== conversationId);
      if (kept.length < inputs.length) await this.write(kept);
    });
  }

  private async write(inputs: readonly Input[]): Promise<void> {
    await this.files.write(InputHistory.file, inputs.map((input) => JSON.stringify(input)).join('\n'));
  }

  private async read(): Promise<Input[]> {
    const lines = ((await this.files.read(InputHistory.file)) ?? '').split('\n');
    return lines.flatMap((line) => parseLine(line) ?? []);
  }

  /** A failure is only logged, because Up and Down still find the inputs of the shown chat. */
  private attempt<T>(run: () => Promise<T>): Promise<T | undefined> {
    return this.writing.run(run).catch((error: unknown) => {
      this.log.error('The earlier inputs could not be read or written', error);
      return undefined;
    });
  }
}

const inputSchema = z.object({ chat: z.string(), text: z.string() });
type Input = z.infer<typeof inputSchema>;

/** Undefined for an empty or damaged line. */
function parseLine(line: string): Input | undefined {
  try {
    return inputSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

function lastOf(inputs: readonly Input[]): readonly Input[] {
  let bytes = 0;
  const isTooMuch = ({ text }: Input): boolean => (bytes += Buffer.byteLength(text)) > MAX_FILE_BYTES / 2;
  const last = inputs.slice(-MAX_INPUTS);
  return last.slice(last.findLastIndex(isTooMuch) + 1);
}
