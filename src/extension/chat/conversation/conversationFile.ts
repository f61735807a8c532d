import * as z from 'zod';
import type { FileStore } from '../../ports/fileStore.ts';
import type { Log } from '../../ports/log.ts';
import type { ConversationEntry } from './conversationEntry.ts';
import type { ConversationLock } from './conversationLock.ts';

/**
 * A conversation on disk: one JSON value per line. The file is only appended to, so a crash loses at most the running
 * append. The next load cuts a torn last line off. A power cut can leave a last line of zeros, so a last line that is
 * not JSON also counts as torn if an entry precedes it. A file with any other damage is copied aside and never
 * overwritten. This module is long, because it both writes and reads the format.
 */

const header = { type: 'premove-conversation', version: 1 } as const;

export type LoadedConversation =
  | { readonly kind: 'loaded'; readonly entries: readonly ConversationEntry[] }
  | { readonly kind: 'absent' }
  /** `savedAs` is the name of an unchanged copy. */
  | { readonly kind: 'corrupt'; readonly savedAs: string; readonly reason: string };

/** Repairs the file, so the caller must hold the conversation's lock. */
export async function loadConversation(store: FileStore, id: string): Promise<LoadedConversation> {
  const name = conversationFile(id);
  const text = await store.read(name);
  if (text === undefined) return { kind: 'absent' };
  const parsed = parseConversation(text);
  if (parsed.kind === 'parsed' && parsed.whole === '') {
    // The header is incomplete, and appending to an existing file writes no header.
    await store.delete(name);
    return { kind: 'absent' };
  }
  if (parsed.kind === 'corrupt') {
    const savedAs = await saveDamagedCopy(store, id, text);
    return { kind: 'corrupt', savedAs, reason: parsed.reason };
  }
  if (parsed.torn === 'not-json') await saveDamagedCopy(store, id, text);
  // Without this write, the next append would continue a cut line, or would follow a line that is not JSON.
  if (parsed.torn !== null) await store.write(name, parsed.whole);
  return { kind: 'loaded', entries: parsed.entries };
}

async function saveDamagedCopy(store: FileStore, id: string, text: string): Promise<string> {
  const name = `conversations/${id}.corrupt`;
  await store.write(name, text);
  return name;
}

/**
 * Appends entries in order, while the lock is held. If a write fails, its entries are written with the next entry or
 * flush, so that a full disk leaves no gap. `onDidFail` is called once, when writes begin to fail.
 */
export class ConversationWriter {
  private readonly store: FileStore;
  private readonly name: string;
  private readonly lock: ConversationLock;
  private readonly log: Log;
  private readonly onDidFail: () => void;
  private readonly onDidRecover: () => void;
  /** Written with the first entry, so that an empty conversation leaves no file. */
  private header: string;
  private unwritten = '';
  private failing = false;
  private pending = Promise.resolve(true);

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

  /** Also writes entries that are added meanwhile. False if an entry is still not on disk. */
  async flush(): Promise<boolean> {
    do {
      this.pending = this.pending.then(() => this.write());
      if (!(await this.pending)) return false;
    } while (this.unwritten);
    return true;
  }

  private async write(): Promise<boolean> {
    const { header, unwritten } = this;
    if (!unwritten) return true;
    try {
      // If another window owns the file by now, these lines must not be written between that window's lines.
      if (!(await this.lock.isHeld())) return false;
      await this.store.append(this.name, header + unwritten);
      this.header = '';
      this.unwritten = this.unwritten.slice(unwritten.length);
      if (this.failing && this.unwritten === '') {
        this.failing = false;
        this.onDidRecover();
      }
      return true;
    } catch (error) {
      this.log.error('The conversation could not be written', error);
      if (!this.failing) this.onDidFail();
      this.failing = true;
      return false;
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
      /** `cut`: the last line has no line feed. `not-json`: the last line is complete, but is not JSON. */
      readonly torn: 'cut' | 'not-json' | null;
      /** Without the torn last line. */
      readonly whole: string;
    }
  | { readonly kind: 'corrupt'; readonly reason: string };

/** Skips entries of types that a later version has added. */
export function parseConversation(text: string): ParsedConversation {
  const end = text.lastIndexOf('\n') + 1;
  const whole = text.slice(0, end);
  if (!whole && !toLine(header).startsWith(text)) return corrupt(1, 'not a conversation of this version');
  const lines = whole.split('\n').slice(0, -1);
  const entries: ConversationEntry[] = [];
  for (const [index, line] of lines.entries()) {
    const value = parseLine(line);
    if (value === undefined && index === lines.length - 1 && entries.length > 0) {
      return { kind: 'parsed', entries, torn: 'not-json', whole: whole.slice(0, -(line.length + 1)) };
    }
    const isHeader = headerSchema.safeParse(value).success;
    if (index === 0 && !isHeader) return corrupt(1, 'not a conversation of this version');
    // If two windows start the same chat at once, both write a header.
    if (isHeader) continue;
    const entry = entrySchema.safeParse(value);
    if (entry.success) entries.push(value as ConversationEntry);
    else if (!isOfLaterVersion(value)) {
      return corrupt(index + 1, value === undefined ? 'not JSON' : z.prettifyError(entry.error));
    }
  }
  return { kind: 'parsed', entries, torn: end < text.length ? 'cut' : null, whole };
}

/** Undefined if the value is not a list of entries. */
export function parseEntries(value: unknown): readonly ConversationEntry[] | undefined {
  return z.array(entrySchema).safeParse(value).success ? (value as ConversationEntry[]) : undefined;
}

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
    searches: z.number().optional(),
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
  input: z.object({ plain: z.number(), estimated: z.number(), reported: z.number().nullable() }).optional(),
  cost: z.number().nullable().optional(),
  context: z.object({ used: z.number(), window: z.number().nullable() }).nullable().optional(),
};
const form = z.enum(['native', 'guided']);
const agentWork = z.object({
  model: z.string(),
  count: z.number(),
  note: z.string().optional(),
  calls: z.array(
    z.object({
      name: z.string(),
      detail: z.string(),
      status: z.string(),
      summary: z.string(),
      added: z.number(),
      removed: z.number(),
      files: z.array(z.string()),
      notRun: z.string().optional(),
    }),
  ),
});
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
  userText: z.string().optional(),
  plan: z.string().optional(),
  diff: z.string(),
  todos: z.array(z.object({ content: z.string(), status: z.enum(['pending', 'in_progress', 'completed']) })).optional(),
  citations: z.array(citation).optional(),
  agent: agentWork.optional(),
});
// The file is on the user's disk and may be damaged, so the types on which the code relies are checked.
const entrySchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('prompt'),
    ...node,
    parts: z.array(part),
    images: z.array(z.object({ id: z.string(), name: z.string(), thumbnail: z.string() })).optional(),
    context: z.array(z.object({ kind: z.string(), text: z.string() })).optional(),
    folds: z
      .array(
        z.object({ from: z.number(), to: z.number(), mention: z.string().optional(), screenOf: z.string().optional() }),
      )
      .optional(),
    steers: z.boolean().optional(),
    ownModel: z.object({ id: z.string(), insteadOf: z.string() }).optional(),
    tools: z.array(z.string()).optional(),
    shell: z.array(z.string()).optional(),
  }),
  z.object({
    type: z.literal('answer'),
    ...node,
    modelId: z.string(),
    promptId: z.string(),
    amended: z.array(z.string()).optional(),
    filesNote: z.string().optional(),
    continues: z.object({ id: z.string(), form, prefix: z.number(), automatic: z.number().optional() }).optional(),
    routed: z.object({ reason: z.enum(['explore', 'fallback']), insteadOf: z.string() }).optional(),
    edits: z.string().optional(),
    maxOutputTokens: z.number().optional(),
  }),
  z.object({
    type: z.literal('progress'),
    id: z.string(),
    text: z.string().optional(),
    thinking: z.string().optional(),
    citations: z.array(citation).optional(),
  }),
  z.object({ type: z.literal('restart'), id: z.string(), form: form.optional() }),
  z
    .object({
      ...answered,
      outcome: z.enum(['stopped', 'failed', 'interrupted']),
      stopReason: z.string().optional(),
      stopWord: z.string().optional(),
      cutCall: z.string().optional(),
      error: z.looseObject({ kind: z.string(), message: z.string() }).optional(),
    })
    .refine(hasReason, 'a stopped or failed answer has no reason'),
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
  z.object({
    type: z.literal('turn-limit'),
    id: z.string(),
    requests: z.number().optional(),
    limit: z.literal('chat').optional(),
  }),
  z.object({
    type: z.literal('loop'),
    id: z.string(),
    of: z.enum(['calls', 'content']),
    stopped: z.literal(true).optional(),
  }),
  z.object({
    type: z.literal('background'),
    id: z.string(),
    promptId: z.string(),
    usage,
    cost: z.number().nullable(),
  }),
  z.object({ type: z.literal('chat-left'), id: z.string() }),
  z.object({
    type: z.literal('unfinished'),
    id: z.string(),
    callId: z.string(),
    hasBegun: z.boolean(),
    agent: agentWork.optional(),
  }),
  z.object({
    type: z.literal('files-restored'),
    id: z.string(),
    action: z.enum(['undo', 'redo']),
    at: z.number(),
    key: z.string(),
    files: z.array(z.string()),
    leaf: z.string().optional(),
  }),
  z.object({
    type: z.literal('summary'),
    ...node,
    keepFrom: z.string(),
    text: z.string(),
    carried: z.object({ prompts: z.array(z.string()), todos: z.string(), plan: z.string() }),
    modelId: z.string(),
    messages: z.number(),
    before: z.number(),
    after: z.number(),
  }),
  z.object({
    type: z.literal('summary-changed'),
    id: z.string(),
    text: z.string().optional(),
    undone: z.boolean().optional(),
  }),
  z.object({ type: z.literal('leaf'), id: nullableId, branches: z.literal(true).optional() }),
  z.object({ type: z.literal('title'), title: z.string() }),
  z.object({ type: z.literal('written-title'), promptId: z.string(), title: z.string() }),
  z.object({ type: z.literal('shell'), id: z.string(), after: nullableId, at: z.number(), command: z.string() }),
  z.object({
    type: z.literal('shell-ended'),
    id: z.string(),
    text: z.string(),
    painted: z.string().optional(),
    log: z.object({ total: z.number(), path: z.string().optional(), isWhole: z.boolean() }).optional(),
    summary: z.string(),
    isGood: z.boolean(),
  }),
  z.object({ type: z.literal('shell-shared'), id: z.string(), shared: z.boolean() }),
  z.object({ type: z.literal('editor-context'), shared: z.boolean() }),
  z.object({ type: z.literal('loops-ignored') }),
  z.object({ type: z.literal('automatic-compression'), on: z.boolean() }),
]);

function hasReason(close: { outcome: string; stopReason?: unknown; error?: unknown }): boolean {
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
