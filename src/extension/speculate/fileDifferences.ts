import type { Workspace } from '../ports/workspace.ts';
import { looksSecret } from '../text/secretFiles.ts';
import { decodeText, withLineEnding } from '../text/textFile.ts';
import { showDiff } from '../tools/filePlan.ts';
import { NO_LINE_SHOWN, toSeenFile } from '../tools/seenFiles.ts';
import type { SeenFile, SeenFiles } from '../tools/tool.ts';
import { readIfThere, type ReformattedFile } from './apply.ts';
import type { AmendedChange } from './overlay/overlayChange.ts';

/* Describes to the model how the files of applied edits differ from what the model has seen. */

export interface FileDifferences {
  /** For the model; empty if there are no differences. */
  readonly note: string;
  /** The model's new records; undefined for a file that does not exist. */
  readonly seen: ReadonlyMap<string, SeenFile | undefined>;
}

/** After this many characters of hunks, files are only named, because every later request contains the note. */
const MAX_HUNKS = 16_000;

/** Files in one line of a note. */
const MAX_NAMED = 50;

export async function describeAmended(
  amended: readonly AmendedChange[],
  seen: SeenFiles,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<FileDifferences> {
  const found = new DifferenceList();
  for (const { path, display, prepared, now } of amended) {
    const known = seen.get(path);
    const bytes = now ? await now.current?.read(signal) : await readIfThere(path, workspace, signal);
    if (!bytes) found.removed(path, display, prepared?.kind === 'added' ? 'not-created' : 'deleted');
    else if (prepared?.kind === 'deleted') found.notDeleted(display);
    else found.changed(path, display, known, known?.text, bytes);
  }
  return found.describe('Before these edits were applied, some of them were changed or reverted:', KEEP);
}

/** Compares each saved file with its prepared content. `seen` must have the records of the prepared contents. */
export function describeReformatted(reformatted: readonly ReformattedFile[], seen: SeenFiles): FileDifferences {
  const found = new DifferenceList();
  for (const { path, display, prepared, saved } of reformatted) {
    const decoded = decodeText(prepared);
    const text = decoded.kind === 'text' ? decoded.text : undefined;
    const known = seen.get(path);
    if (hasSameLines(text, saved)) found.keepSeen(path, known, saved);
    else found.changed(path, display, known, text, saved);
  }
  return found.describe('VS Code changed these files further when saving them, for example with a formatter:');
}

const KEEP = 'Keep these versions.';

/** Collects the differences of several files. When the hunks are too long, the remaining files are only named. */
class DifferenceList {
  private readonly seen = new Map<string, SeenFile | undefined>();
  private readonly hunks: string[] = [];
  private readonly unshown: string[] = [];
  private readonly named = { 'not-created': [] as string[], 'not-deleted': [] as string[], deleted: [] as string[] };
  private charactersLeft = MAX_HUNKS;

  removed(path: string, display: string, what: 'not-created' | 'deleted'): void {
    this.named[what].push(display);
    this.seen.set(path, undefined);
  }

  notDeleted(display: string): void {
    this.named['not-deleted'].push(display);
  }

  /** `before`: the text to compare with; undefined if it is unknown or not text. */
  changed(
    path: string,
    display: string,
    known: SeenFile | undefined,
    before: string | undefined,
    bytes: Uint8Array,
  ): void {
    // A file that looks secret is not shown to the model without a question. Its record stays old, so the model must
    // read the file before editing it.
    if (looksSecret(display)) return void this.unshown.push(display);
    const now = toSeenFile(bytes);
    const isShown = before !== undefined && now.text !== undefined && this.charactersLeft > 0;
    const diff = isShown ? showDiff(before, now.text) : undefined;
    if (diff) this.hunks.push(`${display}\n${diff.text}`);
    else this.unshown.push(display);
    this.charactersLeft -= diff?.text.length ?? 0;
    if (known) this.set(path, known, now, diff?.isWhole === true);
  }

  /** Records the new content as seen, without describing it to the model. */
  keepSeen(path: string, known: SeenFile | undefined, bytes: Uint8Array): void {
    if (known) this.set(path, known, toSeenFile(bytes), true);
  }

  describe(heading: string, ending = ''): FileDifferences {
    const lines = [
      ...this.hunks,
      ...line('Not created', this.named['not-created']),
      ...line('Not deleted', this.named['not-deleted']),
      ...line('Deleted', this.named.deleted),
      ...line('Changed, but not shown here', this.unshown, ' Read these files before you edit them.'),
    ];
    const note = lines.length === 0 ? '' : `[${[heading, ...lines, ...(ending ? [ending] : [])].join('\n')}]`;
    return { note, seen: this.seen };
  }

  /** A model that has not seen the whole file must read it before replacing it. */
  private set(path: string, known: SeenFile, now: SeenFile, isWhole: boolean): void {
    this.seen.set(path, known.unshown || !isWhole ? { ...now, unshown: NO_LINE_SHOWN } : now);
  }
}

function line(what: string, files: readonly string[], next = ''): string[] {
  if (files.length === 0) return [];
  const more = files.length > MAX_NAMED ? ` and ${files.length - MAX_NAMED} more` : '';
  return [`${what}: ${files.slice(0, MAX_NAMED).join(', ')}${more}.${next}`];
}

function hasSameLines(text: string | undefined, bytes: Uint8Array): boolean {
  const decoded = decodeText(bytes);
  if (text === undefined || decoded.kind !== 'text') return false;
  return withLineEnding(text, '\n') === withLineEnding(decoded.text, '\n');
}
