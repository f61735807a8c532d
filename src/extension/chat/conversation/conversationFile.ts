import * as z from 'zod';
import type { FileStore } from '../../ports/fileStore.ts';
import type { Log } from '../../ports/log.ts';
import type { ConversationEntry } from './conversationEntry.ts';
import type { ConversationLock } from './conversationLock.ts';

/**
 * A conversation on disk: one JSON value a line, only ever appended to, so that a crash costs at most the last line.
 * A torn last line is cut off at the next load; anything worse is set aside, never overwritten. A power cut can leave a
 * last line of zeros that has its end, so one that is no JSON counts as torn as well, and is set aside before it is cut off.
 */

const header = { type: 'premove-conversation', version: 1 } as const;

export type LoadedConversation =
  | { readonly kind: 'loaded'; readonly entries: readonly ConversationEntry[] }
  | { readonly kind: 'absent' }
  /** `savedAs` names the untouched copy. */
  | { readonly kind: 'corrupt'; readonly savedAs: string; readonly reason: string };

/** Only for who holds the conversation's lock: it mends the file. */
export async function loadConversation(store: FileStore, id: string): Promise<LoadedConversation> {
  const name = conversationFile(id);
  const text = await store.read(name);
  if (text === undefined) return { kind: 'absent' };
  const parsed = parseConversation(text);
  if (parsed.kind === 'parsed' && parsed.whole === '') {
    // Not even its header was written, so it must begin anew: what is appended to a file gets none.
    await store.delete(name);
    return { kind: 'absent' };
  }
  if (parsed.kind === 'corrupt') {
    const savedAs = await setAside(store, id, text);
    return { kind: 'corrupt', savedAs, reason: parsed.reason };
  }
  if (parsed.torn === 'zeroed') await setAside(store, id, text);
  // The next append must not continue a torn line.
  if (parsed.torn !== null) await store.write(name, parsed.whole);
  return { kind: 'loaded', entries: parsed.entries };
}

/** Returns the name of the copy. */
async function setAside(store: FileStore, id: string, text: string): Promise<string> {
  const name = `conversations/${id}.corrupt`;
  await store.write(name, text);
  return name;
}

/**
 * Writes entries down in order. What could not be written is written with the next entry or flush, so that a full disk
 * leaves no hole; the failure is reported once, when it begins, and the conversation goes on in memory. Nothing is written
 * without the lock.
 */
export class ConversationWriter {
  private readonly store: FileStore;
  private readonly name: string;
  private readonly lock: ConversationLock;
  private readonly log: Log;
  private readonly onDidFail: () => void;
  private readonly onDidRecover: () => void;
  /** Written with the first entry: an empty conversation leaves no file. */
  private header: string;
  private unwritten = '';
  private failing = false;
  private pending: Promise<void> = Promise.resolve();

  constructor(options: {
    store: FileStore;
    lock: ConversationLock;
    exists: boolean;
    log: Log;
    onDidFail: () => void;
    onDidRecover: () => void;
  }) {
    this.store = options.store;
    this.name = conversationFile(options.lock.id);
    this.lock = options.lock;
    this.header = options.exists ? '' : toLine(header);
    this.log = options.log;
    this.onDidFail = options.onDidFail;
    this.onDidRecover = options.onDidRecover;
  }

  append(entry: ConversationEntry): void {
    this.unwritten += toLine(entry);
    this.pending = this.pending.then(() => this.write());
  }

  /** Tries once more what could not be written. False where something is still not on disk. */
  async flush(): Promise<boolean> {
    await this.pending;
    if (this.unwritten) this.pending = this.pending.then(() => this.write());
    await this.pending;
    return this.unwritten === '';
  }

  private async write(): Promise<void> {
    const { header, unwritten } = this;
    if (!unwritten) return;
    try {
      // What another window writes by now must not get our lines between its own.
      if (!(await this.lock.isHeld())) return;
      await this.store.append(this.name, header + unwritten);
      this.header = '';
      this.unwritten = this.unwritten.slice(unwritten.length);
      if (this.failing && this.unwritten === '') {
        this.failing = false;
        this.onDidRecover();
      }
    } catch (error) {
      this.log.error('The conversation could not be written', error);
      if (!this.failing) this.onDidFail();
      this.failing = true;
    }
  }
}

function toLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

export type ParsedConversation =
  | {
      readonly kind: 'parsed';
      readonly entries: readonly ConversationEntry[];
      /** What is wrong with the last line: it has no end, or it has one and is no JSON. */
      readonly torn: 'cut' | 'zeroed' | null;
      /** The text without a torn last line. */
      readonly whole: string;
    }
  | { readonly kind: 'corrupt'; readonly reason: string };

export function parseConversation(text: string): ParsedConversation {
  const end = text.lastIndexOf('\n') + 1;
  const whole = text.slice(0, end);
  if (!whole && !toLine(header).startsWith(text)) return corrupt(1, 'not a conversation of this version');
  const lines = whole.split('\n').slice(0, -1);
  const entries: ConversationEntry[] = [];
  for (const [index, line] of lines.entries()) {
    const value = parseLine(line);
    if (value === undefined && index === lines.length - 1 && entries.length > 0) {
      return { kind: 'parsed', entries, torn: 'zeroed', whole: whole.slice(0, -(line.length + 1)) };
    }
    const isHeader = headerSchema.safeParse(value).success;
    if (index === 0 && !isHeader) return corrupt(1, 'not a conversation of this version');
    // Two windows that began the same chat at once have both written one.
    if (isHeader) continue;
    const entry = entrySchema.safeParse(value);
    if (entry.success) entries.push(value as ConversationEntry);
    else if (!isOfLaterVersion(value)) {
      return corrupt(index + 1, value === undefined ? 'not JSON' : z.prettifyError(entry.error));
    }
  }
  return { kind: 'parsed', entries, torn: end < text.length ? 'cut' : null, whole };
}

/** Entries that a later version has added stay in the file and are passed over. */
function isOfLaterVersion(value: unknown): boolean {
  const parsed = z.object({ type: z.string() }).safeParse(value);
  return parsed.success && !entrySchema.options.some((option) => option.shape.type.value === parsed.data.type);
}

const headerSchema = z.object({ type: z.literal(header.type), version: z.literal(header.version) });

const nullableId = z.string().nullable();
const citation = z.looseObject({ type: z.literal('citation'), url: z.string(), title: z.string() });
const part = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({ type: z.literal('thinking'), text: z.string() }),
  z.looseObject({
    type: z.literal('tool-call'),
    id: z.string(),
    name: z.string(),
    input: z.record(z.string(), z.unknown()),
  }),
  z.looseObject({
    type: z.literal('tool-result'),
    callId: z.string(),
    name: z.string(),
    content: z.array(z.unknown()),
  }),
  z.looseObject({ type: z.literal('image'), mimeType: z.string(), data: z.string() }),
  z.looseObject({ type: z.literal('document'), mimeType: z.string(), name: z.string(), data: z.string() }),
  citation,
]);
const message = z.object({ role: z.enum(['user', 'assistant']), parts: z.array(part) });
const usage = z
  .object({
    input: z.number(),
    cacheRead: z.number(),
    cacheWrite: z.number(),
    output: z.number(),
    estimated: z.literal(true).optional(),
  })
  .nullable();
const node = { id: z.string(), parent: nullableId, at: z.number() };
const answered = {
  type: z.literal('answered'),
  id: z.string(),
  message,
  usage,
  thoughts: z.array(z.number()).optional(),
  cost: z.number().nullable().optional(),
  context: z.object({ used: z.number(), window: z.number().nullable() }).nullable().optional(),
};
const resultView = z.object({
  status: z.enum(['success', 'error', 'cancelled']),
  detail: z.string(),
  summary: z.string(),
  added: z.number(),
  removed: z.number(),
  files: z.array(z.string()),
  notRun: z.enum(['denied', 'refused', 'cancelled']).optional(),
  unsaved: z.boolean().optional(),
  readsOnly: z.boolean().optional(),
  painted: z.string().optional(),
  plan: z.string().optional(),
  diff: z.string(),
  todos: z.array(z.object({ content: z.string(), status: z.enum(['pending', 'in_progress', 'completed']) })).optional(),
});
// The file is ours, but it lies on the user's disk: whatever the code relies on is checked here.
const entrySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('prompt'),
    ...node,
    parts: z.array(part),
    images: z.array(z.object({ id: z.string(), name: z.string(), thumbnail: z.string() })).optional(),
    context: z.array(z.object({ kind: z.string(), text: z.string() })).optional(),
    folds: z.array(z.object({ from: z.number(), to: z.number(), mention: z.string().optional() })).optional(),
    steers: z.boolean().optional(),
  }),
  z.object({
    type: z.literal('answer'),
    ...node,
    modelId: z.string(),
    promptId: z.string(),
    amended: z.array(z.string()).optional(),
  }),
  z.object({
    type: z.literal('progress'),
    id: z.string(),
    text: z.string().optional(),
    thinking: z.string().optional(),
    citations: z.array(citation).optional(),
  }),
  z.object({ type: z.literal('restart'), id: z.string() }),
  z
    .object({
      ...answered,
      outcome: z.enum(['stopped', 'failed', 'interrupted']),
      stopReason: z.string().optional(),
      error: z.looseObject({ kind: z.string(), message: z.string() }).optional(),
    })
    .refine(hasItsReason, 'has no reason'),
  z.object({
    type: z.literal('result'),
    id: z.string(),
    result: z.looseObject({
      type: z.literal('tool-result'),
      callId: z.string(),
      name: z.string(),
      content: z.array(z.looseObject({ type: z.string() })),
    }),
    view: resultView,
  }),
  z.object({ type: z.literal('turn-limit'), id: z.string(), requests: z.number().optional() }),
  z.object({
    type: z.literal('background'),
    id: z.string(),
    promptId: z.string(),
    usage,
    cost: z.number().nullable(),
  }),
  z.object({ type: z.literal('leaf'), id: nullableId }),
  z.object({ type: z.literal('title'), title: z.string() }),
  z.object({ type: z.literal('written-title'), promptId: z.string(), title: z.string() }),
  z.object({ type: z.literal('editor-context'), shared: z.boolean() }),
]);

function hasItsReason(close: { outcome: string; stopReason?: unknown; error?: unknown }): boolean {
  if (close.outcome === 'stopped') return close.stopReason !== undefined;
  return close.outcome !== 'failed' || close.error !== undefined;
}

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

export function conversationFile(id: string): string {
  return `conversations/${id}.jsonl`;
}
