import * as z from 'zod';
import type { FileStore } from '../ports/fileStore.ts';
import type { Log } from '../ports/log.ts';
import type { ConversationEntry } from './conversation.ts';

/**
 * A conversation on disk: one JSON value a line, only ever appended to, so that a crash costs at most the last line.
 * A torn last line is cut off at the next load; anything worse is set aside, never overwritten.
 */

const header = { type: 'premove-conversation', version: 1 } as const;

export type LoadedConversation =
  | { readonly kind: 'loaded'; readonly entries: readonly ConversationEntry[] }
  | { readonly kind: 'absent' }
  /** `savedAs` names the untouched copy. */
  | { readonly kind: 'corrupt'; readonly savedAs: string; readonly reason: string };

export async function loadConversation(store: FileStore, id: string): Promise<LoadedConversation> {
  const name = fileName(id);
  const text = await store.read(name);
  if (text === undefined) return { kind: 'absent' };
  const parsed = parseConversation(text);
  if (parsed.kind === 'corrupt') {
    const savedAs = `conversations/${id}.corrupt`;
    await store.write(savedAs, text);
    return { kind: 'corrupt', savedAs, reason: parsed.reason };
  }
  // The next append must not continue a torn line.
  if (parsed.torn) await store.write(name, parsed.whole);
  return { kind: 'loaded', entries: parsed.entries };
}

/** Writes entries down in order. A failure is reported once, when it begins; the conversation goes on in memory. */
export class ConversationWriter {
  private readonly store: FileStore;
  private readonly name: string;
  private readonly log: Log;
  private readonly onDidFail: () => void;
  private started: boolean;
  private failing = false;
  private pending: Promise<void> = Promise.resolve();

  constructor(options: { store: FileStore; id: string; exists: boolean; log: Log; onDidFail: () => void }) {
    this.store = options.store;
    this.name = fileName(options.id);
    this.started = options.exists;
    this.log = options.log;
    this.onDidFail = options.onDidFail;
  }

  append(entry: ConversationEntry): void {
    const lines = this.started ? [entry] : [header, entry];
    this.started = true;
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    this.pending = this.pending
      .then(() => this.store.append(this.name, text))
      .then(
        () => void (this.failing = false),
        (error: unknown) => {
          this.log.error('The conversation could not be written', error);
          if (!this.failing) this.onDidFail();
          this.failing = true;
        },
      );
  }

  /** Resolves when everything appended so far is on disk, or has failed. */
  flush(): Promise<void> {
    return this.pending;
  }
}

export type ParsedConversation =
  | {
      readonly kind: 'parsed';
      readonly entries: readonly ConversationEntry[];
      readonly torn: boolean;
      /** The text without a torn last line. */
      readonly whole: string;
    }
  | { readonly kind: 'corrupt'; readonly reason: string };

export function parseConversation(text: string): ParsedConversation {
  const end = text.lastIndexOf('\n') + 1;
  const whole = text.slice(0, end);
  const lines = whole.split('\n').slice(0, -1);
  const entries: ConversationEntry[] = [];
  for (const [index, line] of lines.entries()) {
    const value = parseLine(line);
    if (index === 0) {
      if (!headerSchema.safeParse(value).success) return corrupt(1, 'not a conversation of this version');
      continue;
    }
    const entry = entrySchema.safeParse(value);
    if (!entry.success) return corrupt(index + 1, value === undefined ? 'not JSON' : 'not an entry');
    entries.push(value as ConversationEntry);
  }
  return { kind: 'parsed', entries, torn: end < text.length, whole };
}

const headerSchema = z.object({ type: z.literal(header.type), version: z.literal(header.version) });

const nullableId = z.string().nullable();
const message = z.object({ role: z.enum(['user', 'assistant']), parts: z.array(z.looseObject({ type: z.string() })) });
const result = z.looseObject({ type: z.literal('tool-result'), callId: z.string(), name: z.string() });
// The file is ours, but it lives on the user's disk: what the code relies on is checked, the rest passes through.
const entrySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('prompt'),
    id: z.string(),
    parent: nullableId,
    at: z.number(),
    parts: z.array(z.looseObject({ type: z.string() })),
  }),
  z.object({
    type: z.literal('answer'),
    id: z.string(),
    parent: nullableId,
    at: z.number(),
    modelId: z.string(),
    promptId: z.string(),
  }),
  z.object({
    type: z.literal('progress'),
    id: z.string(),
    text: z.string().optional(),
    thinking: z.string().optional(),
  }),
  z.object({ type: z.literal('restart'), id: z.string() }),
  z.object({
    type: z.literal('answered'),
    id: z.string(),
    outcome: z.enum(['stopped', 'failed', 'interrupted']),
    message,
  }),
  z.object({
    type: z.literal('result'),
    id: z.string(),
    result,
    view: z.looseObject({ status: z.string(), files: z.array(z.string()) }),
  }),
  z.object({ type: z.literal('leaf'), id: nullableId }),
]);

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function corrupt(line: number, reason: string): ParsedConversation {
  return { kind: 'corrupt', reason: `line ${line}: ${reason}` };
}

function fileName(id: string): string {
  return `conversations/${id}.jsonl`;
}
