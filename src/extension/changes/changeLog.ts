import * as z from 'zod/mini';

/** Null if there was no file. */
const contentSchema = z.nullable(
  z.object({
    /** The result of `contentHash`. */
    hash: z.string(),
    /** POSIX permission bits, if known. */
    mode: z.optional(z.number()),
  }),
);
export type Content = z.infer<typeof contentSchema>;

const bytes = z.int().check(z.nonnegative());

/** A place in a `.bytes` file, and the hash of the content there. */
const storedImageSchema = z.object({ start: bytes, size: bytes, hash: z.string(), mode: z.optional(z.number()) });
export type StoredImage = z.infer<typeof storedImageSchema>;

const absentSchema = z.object({
  kind: z.literal('absent'),
  /** The missing folders above the file, innermost first. */
  folders: z.array(z.string()),
});
const fileSchema = z.object({
  kind: z.literal('file'),
  image: storedImageSchema,
  /** The bytes were an editor's unsaved text. */
  unsaved: z.boolean(),
});
/** The state of a file before its first change in a prompt. */
const beforeSchema = z.discriminatedUnion('kind', [
  absentSchema,
  fileSchema,
  /** `too-large`: the content did not fit into the store. `damaged`: the store has lost it. */
  z.object({ kind: z.literal('lost'), reason: z.enum(['too-large', 'damaged']) }),
]);
export type BeforeImage = z.infer<typeof beforeSchema>;
/** A before-image that can be written back. */
export const keptBeforeSchema = z.discriminatedUnion('kind', [absentSchema, fileSchema]);
export type KeptBefore = z.infer<typeof keptBeforeSchema>;

const lineCount = { added: z.number(), removed: z.number() };
/** The move that brought the content here. Missing if there was none, and in entries of earlier versions. */
export const movedSchema = z.optional(z.object({ path: z.string(), ...lineCount }));
const changeSchema = z.object({
  kind: z.literal('change'),
  path: z.string(),
  before: beforeSchema,
  after: contentSchema,
  ...lineCount,
  moved: movedSchema,
  /** Somebody else changed the file, or the file that was moved here, between two changes of the prompt. */
  interrupted: z.optional(z.literal(true)),
});
const entrySchema = z.discriminatedUnion('kind', [
  changeSchema,
  /** Corrects the file's last `change` entry: the operation failed, or saved other content. */
  z.object({ kind: z.literal('after'), path: z.string(), after: contentSchema, ...lineCount, moved: movedSchema }),
  /** Entries of earlier versions do not have `files`. */
  z.object({ kind: z.literal('bypass'), what: z.string(), files: z.optional(z.array(z.string())) }),
]);
export type LogEntry = z.infer<typeof entrySchema>;

/** A file's first and last content in the prompt. `added` and `removed` are lines; 0 for binary content. */
export type RecordedFile = Omit<z.infer<typeof changeSchema>, 'kind'>;

/** A call that may have changed files without a record, so its changes cannot be undone. */
export interface Bypass {
  /** A command's first line, an external tool's name, or both paths of a moved file that was too large to record. */
  readonly call: string;
  /** Display names of the files that the call certainly changed. */
  readonly files: readonly string[];
}

export interface Recorded {
  readonly files: Map<string, RecordedFile>;
  /** One entry per value of `call`, with the files of all calls that have this value. */
  readonly bypasses: Bypass[];
}

export function addEntry({ files, bypasses }: Recorded, entry: LogEntry): void {
  if (entry.kind === 'bypass') {
    addBypass(bypasses, { call: entry.what, files: entry.files ?? [] });
    return;
  }
  const { path, after, added, removed, moved } = entry;
  const first = entry.kind === 'change' ? entry.before : ({ kind: 'lost', reason: 'damaged' } as const);
  const known = files.get(path);
  const isInterrupted = known?.interrupted ?? (entry.kind === 'change' && entry.interrupted === true);
  const interrupted = isInterrupted && { interrupted: true as const };
  files.set(path, { path, before: known?.before ?? first, after, added, removed, moved, ...interrupted });
}

export function addBypass(bypasses: Bypass[], { call, files }: Bypass): void {
  const at = bypasses.findIndex((known) => known.call === call);
  if (at < 0) bypasses.push({ call, files });
  else bypasses[at] = { call, files: [...new Set([...(bypasses[at]?.files ?? []), ...files])] };
}

/** Skips lines that a crash or a defect has damaged. */
export function parseLog(text: string): Recorded {
  const recorded: Recorded = { files: new Map(), bypasses: [] };
  for (const entry of parseLines(text, entrySchema)) addEntry(recorded, entry);
  return recorded;
}

/** Begins each line with a line end, so that half a line that a crash left does not damage the next entry. */
export function toLines(entries: readonly object[]): string {
  return entries.map((entry) => `\n${JSON.stringify(entry)}`).join('');
}

/** Skips lines that are not JSON in the schema's form. */
export function parseLines<T>(text: string, schema: z.ZodMiniType<T>): T[] {
  return text.split('\n').flatMap((line) => {
    try {
      const parsed = schema.safeParse(JSON.parse(line));
      return parsed.success ? [parsed.data] : [];
    } catch {
      return [];
    }
  });
}
