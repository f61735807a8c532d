import * as z from 'zod';
import type { Event } from '../../base/emitter.ts';
import type { FileStore } from '../../ports/fileStore.ts';
import type { Log } from '../../ports/log.ts';
import { SerialQueue } from '../../base/serialQueue.ts';

/** How many are told. */
const KEPT = 100;
/** Bytes of the file at which it is shortened, to half of that at most; also what a read costs at most. */
const MAX_FILE = 256_000;
/** Characters of an input that is not worth its place; its own chat has it. */
const MAX_INPUT = 10_000;

/**
 * The last inputs of the workspace, for Up and Down, in a small file of their own, so that no chat is read for them. All
 * windows append to it. Where one shortens it while another appends, that one line may be lost; its chat has it too.
 */
export class InputHistory {
  private static readonly file = 'inputs.jsonl';
  private readonly files: FileStore;
  private readonly log: Log;
  private readonly writing = new SerialQueue();

  /** Whoever deletes a chat wants what they said there gone. */
  constructor(files: FileStore, log: Log, onDidDeleteChat: Event<string>) {
    this.files = files;
    this.log = log;
    onDidDeleteChat((conversationId) => void this.forget(conversationId));
  }

  /** Resolves when it is on disk; a failure is logged. */
  async add(conversationId: string, text: string): Promise<void> {
    if (text === '' || text.length > MAX_INPUT) return;
    await this.attempt(async () => {
      // Begins a line of its own, even where a crash has left half of one.
      await this.files.append(InputHistory.file, `\n${JSON.stringify({ chat: conversationId, text } satisfies Input)}`);
      const size = (await this.files.stat(InputHistory.file))?.size ?? 0;
      if (size > MAX_FILE) await this.write(lastOf(await this.read()));
    });
  }

  /** Oldest first, each text once; empty where there are none, or they cannot be read. */
  async list(): Promise<string[]> {
    const inputs = (await this.attempt(() => this.read())) ?? [];
    const texts = inputs.map(({ text }) => text);
    return texts.filter((text, index) => texts.lastIndexOf(text) === index).slice(-KEPT);
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

  /** Without them, Up and Down walk the shown chat: nothing to trouble the user with. */
  private attempt<T>(run: () => Promise<T>): Promise<T | undefined> {
    return this.writing.run(run).catch((error: unknown) => {
      this.log.error('The earlier inputs could not be read or written', error);
      return undefined;
    });
  }
}

const inputSchema = z.object({ chat: z.string(), text: z.string() });
type Input = z.infer<typeof inputSchema>;

/** Undefined for half a line, as a crash leaves it. */
function parseLine(line: string): Input | undefined {
  try {
    return inputSchema.parse(JSON.parse(line));
  } catch {
    return undefined;
  }
}

function lastOf(inputs: readonly Input[]): readonly Input[] {
  let bytes = 0;
  const isTooMuch = ({ text }: Input): boolean => (bytes += Buffer.byteLength(text)) > MAX_FILE / 2;
  const last = inputs.slice(-KEPT);
  return last.slice(last.findLastIndex(isTooMuch) + 1);
}
