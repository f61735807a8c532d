import type * as z from 'zod';
import type { ApprovalMode, StartMode, Todo, ToolRendering } from '../../shared/chatState.ts';
import { otherTexts, type ToolTexts } from '../base/texts/toolTexts.ts';
import type { DocumentPart, ImagePart, JsonObject, TextPart } from '../model/message.ts';
import type { ProposedFile } from '../ports/editReview.ts';
import type { Workspace } from '../ports/workspace.ts';

/**
 * Something the model can do. One file a tool; it sees files only through the `Workspace` it is handed, and so runs
 * unchanged in a speculation's overlay.
 */
export interface Tool<Input = unknown> {
  readonly name: string;
  readonly description: string;
  /** Read: cannot change anything. Edit: changes files through the workspace. Other kinds follow their own approval. */
  readonly kind: ToolKind;
  /** Missing for external tools, which must not decide how they look or where they run. */
  readonly record?: ToolRecord;
  /** The arguments; its JSON Schema is what the model is told. */
  readonly schema: z.ZodType<Input>;
  /** Where the arguments are checked elsewhere: what the model is told of them instead of `schema`. */
  readonly inputSchema?: JsonObject;
  /** What the call is about, in a few words: a path, a pattern. Shown through `toDisplayText`. */
  describe(input: Input): string;
  /** The paths as the model wrote them that the call reads or writes, for gate and approval. */
  paths(input: Input): readonly string[];
  /** What the call is about beside files: approval shows it whole, and rules are matched against it. */
  subject?(input: Input): ToolSubject;
  /**
   * For tools of kind `edit`: what the call would write, without writing it. The approval card shows it.
   * A call that would fail gives its failure.
   */
  preview?(input: Input, context: ToolContext, signal: AbortSignal): Promise<ToolPreview | ToolOutcome>;
  /** The same call as the user has accepted it; for the plan of `exit_plan_mode`. */
  revise?(input: Input, accepted: AcceptedPlan): Input;
  execute(input: Input, context: ToolContext, signal: AbortSignal): Promise<ToolOutcome>;
}

/** What the rest of the product knows of a tool. A tool without a record has general words, and no speculation runs it. */
export interface ToolRecord {
  /** How its row shows what `describe` gives. */
  readonly rendering: ToolRendering;
  /** Its words; a function of `base/texts/toolTexts.ts`. */
  readonly texts: () => ToolTexts;
  readonly speculation: SpeculativeUse;
  /** It shows the names of files and nothing that is in them, so it is not asked about files that look secret. */
  readonly showsNamesOnly?: boolean;
}

/**
 * What a speculation may do with a tool (seed 001, tool gate). `read`: run it. `read-disk`: run it as long as the overlay
 * is empty, because it looks past the overlay. `write`: run it; what it writes stays in the overlay. `boundary`: stop
 * there. The first two are for tools of kind `read`, the third is for those of kind `edit`.
 */
export type SpeculativeUse = 'read' | 'read-disk' | 'write' | 'boundary';

/** What the user has made of a plan. */
export interface AcceptedPlan {
  /** The plan as they have edited it. */
  readonly plan?: string | undefined;
  /** The mode that the plan is carried out in. */
  readonly mode?: StartMode | undefined;
}

/** `plan`: ends plan mode, with the user's consent. */
export type ToolKind = 'read' | 'edit' | 'execute' | 'network' | 'interactive' | 'foreign' | 'plan';

export type ToolSubject =
  /** `directory` as the model wrote it; where it is not given, the command runs in the first root. */
  | { readonly kind: 'command'; readonly command: string; readonly directory?: string }
  | { readonly kind: 'url'; readonly url: string };

export interface ToolContext {
  readonly workspace: Workspace;
  /** What the model has seen of files in this conversation; a speculation has its own. */
  readonly seen: SeenFiles;
  /** Asks the user and waits; rejects when the signal is aborted. Missing where there is nobody to ask. */
  readonly askUser?: (question: UserQuestion, signal: AbortSignal) => Promise<UserAnswer>;
  /**
   * Shows what a running call has to show; each text takes the place of the one before. Missing where nobody looks.
   * Call it no more often than people can read.
   */
  readonly report?: (text: string) => void;
}

/** What a call asks the user while it runs. */
export interface UserQuestion {
  readonly text: string;
  /** Answers to choose from; each other answer is possible too. */
  readonly options: readonly string[];
}

export type UserAnswer =
  | { readonly kind: 'answered'; readonly text: string }
  /** The user has closed the question. */
  | { readonly kind: 'dismissed' };

/** Plan mode, for the tool that ends it. */
export interface PlanMode {
  /** Switches to the mode that the user has picked, and resolves to the mode that is on then. */
  leave(picked: StartMode): Promise<ApprovalMode>;
}

/** Remembers what the model last read or wrote, so that an edit of a file that changed since can be refused. */
export interface SeenFiles {
  get(path: string): SeenFile | undefined;
  set(path: string, seen: SeenFile): void;
  delete(path: string): void;
  /** Of all files that are remembered. */
  paths(): readonly string[];
}

export interface SeenFile {
  /** As `contentHash` gives it. */
  readonly hash: string;
  /** To show what changed since; undefined for what is not text, and where there was no room to keep it. */
  readonly text: string | undefined;
  /** What it was before our own edits, oldest first, where its line ends were mixed. */
  readonly mixed?: readonly string[] | undefined;
  /** Lines that the model was not shown, in order; all lines were shown if this is missing. */
  readonly unshown?: readonly LineRange[] | undefined;
}

/** Counted from 1; `last` is included, and may be Infinity. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

export interface ToolOutcome {
  readonly ok: boolean;
  /** What goes to the model. */
  readonly content: readonly (TextPart | ImagePart | DocumentPart)[];
  /** A few words for the tool row: "142 lines", "9 in 3 files". */
  readonly summary: string;
  readonly changes?: readonly FileChange[];
  /** What was written is in an editor that had unsaved changes already, and not yet on disk. */
  readonly unsaved?: boolean;
  /** A command that ran so that it could only read. */
  readonly readsOnly?: boolean;
  /** For the row: the content's text with its colours (SGR sequences); missing if there are none. */
  readonly painted?: string;
  /** What the call changed, as unified hunks without file headers; for the tool row. */
  readonly diff?: string;
  /**
   * The same result in about so many characters, if the tool knows a better way than to leave out the middle. Called at
   * most once, before anything else runs that changes files.
   */
  readonly shorten?: (maxCharacters: number) => ToolOutcome;
  /** The model's list of steps, where the call has written it. */
  readonly todos?: readonly Todo[];
  /** The plan that the user has accepted, in Markdown. */
  readonly plan?: string;
}

/** One file that a call changed, in lines. */
export interface FileChange {
  readonly path: string;
  /** For people, as `toDisplayText` gives it. */
  readonly display: string;
  readonly added: number;
  readonly removed: number;
}

export interface ToolPreview {
  /** For people, as `toDisplayText` gives it. */
  readonly display: string;
  /** Unified diff hunks, without file headers. */
  readonly diff: string;
  readonly added: number;
  readonly removed: number;
  /** The file that would be written, byte for byte. */
  readonly file: ProposedFile;
}

/** The words for a tool, general ones if it has no record. */
export function textsOf({ name, record }: Pick<Tool, 'name' | 'record'>): Required<ToolTexts> {
  return { ...otherTexts(name), ...record?.texts() };
}

export function isOutcome(value: ToolPreview | ToolOutcome): value is ToolOutcome {
  return 'ok' in value;
}

export function succeeded(text: string, summary: string, changes?: readonly FileChange[]): ToolOutcome {
  return { ok: true, content: [{ type: 'text', text }], summary, ...(changes && { changes }) };
}

/** A failure that the model reads and can act on. */
export function failed(text: string, summary: string): ToolOutcome {
  return { ok: false, content: [{ type: 'text', text }], summary };
}
