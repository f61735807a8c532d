import type * as z from 'zod';
import type { ApprovalMode, StartMode } from '../../shared/chatState.ts';
import type { Todo, ToolRendering } from '../../shared/toolBlock.ts';
import { defaultToolTexts, type ToolTexts } from '../base/texts/toolTexts.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { CitationPart, DocumentPart, ImagePart, JsonObject, TextPart } from '../model/message.ts';
import type { ProposedFile } from '../ports/editReview.ts';
import type { KeptOutput } from '../ports/keptOutput.ts';
import type { Shell } from '../ports/shell.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { AgentProgress, AgentWork, RunAgent } from './agents.ts';
import type { SearchWeb } from './searchWeb.ts';

/**
 * A tool that the model can call; one file per tool. A tool sees files only through the `Workspace` that it is given,
 * so it runs unchanged in a speculation's overlay.
 */
export interface Tool<Input = unknown> {
  readonly name: string;
  readonly description: string;
  /**
   * `read`: never changes anything. `edit`: changes files through the workspace. `ToolKind` describes other kinds.
   */
  readonly kind: ToolKind;
  /** Missing for external tools, which must not decide how their rows look or what a speculation may do with them. */
  readonly record?: ToolRecord;
  /** Checks the arguments. Its JSON Schema is declared to the model. */
  readonly schema: z.ZodType<Input>;
  /**
   * Declared to the model instead of the JSON Schema of `schema`. Set if the arguments are checked elsewhere, or if the
   * declaration contains more than `schema`, such as the list of agents.
   */
  readonly inputSchema?: JsonObject;
  /**
   * Whether requests to this model declare the tool. Called before each prompt. Missing for a tool that works with
   * every model.
   */
  isOffered?(model: SelectedModel): boolean;
  /** Returns what the call is about, in a few words: a path, a pattern. Shown through `toDisplayText`. */
  describe(input: Input): string;
  /** Returns the paths that the call reads or writes, not yet resolved; for the gate and for approval. */
  paths(input: Input): readonly string[];
  /**
   * Returns the command or the address of the call. Approval shows it as a whole, and rules are matched against it.
   * Missing for tools that have neither.
   */
  subject?(input: Input): ToolSubject;
  /**
   * For tools of kind `edit`: returns the changes that the call would make, without making them. The approval card
   * shows the changes. If the call would change nothing, for example because it would fail, returns the outcome.
   */
  preview?(input: Input, context: ToolContext, signal: AbortSignal): Promise<ToolPreview | ToolOutcome>;
  /** Returns the input with the user's changes to the plan. Only `exit_plan_mode` has this method. */
  revise?(input: Input, accepted: AcceptedPlan): Input;
  execute(input: Input, context: ToolContext, signal: AbortSignal): Promise<ToolOutcome>;
}

/**
 * Describes a tool to the rest of the product. A tool without a record has general texts, and a speculation never runs
 * it.
 */
export interface ToolRecord {
  /** How the tool's row renders the text of `describe`. */
  readonly rendering: ToolRendering;
  /** Returns the tool's texts; a function of `base/texts/toolTexts.ts`. */
  readonly texts: () => ToolTexts;
  readonly speculation: SpeculativeUse;
  /**
   * True if the tool shows file names but no contents. Files that look secret are then no reason to ask about the call.
   */
  readonly showsNamesOnly?: boolean;
  /**
   * Set if the tool deletes or moves files. Rules about reading or writing a file then also apply to the tool, because
   * otherwise a denied file could be read or written under another name.
   */
  readonly removesFiles?: 'delete' | 'move';
  /** True if the results also contain the project's rules for the files of the call (`withFileRules`). */
  readonly showsFileRules?: true;
  /** True if a successful call changes the memory, so that the system prompt must be built again. */
  readonly changesInstructions?: true;
  /**
   * Set if the tool concerns only the conversation with the user, so that sub-agents do not have it. `always`: the list
   * of tools in a prompt file does not exclude the tool. `listed`: the list excludes the tool unless the list names it.
   */
  readonly chatOnly?: 'always' | 'listed';
  /** The argument whose text the approval card shows alone. If missing, the card shows all arguments. */
  readonly cardArgument?: string;
}

/**
 * What a speculation may do with a tool:
 * - `read`: run it.
 * - `read-disk`: run it while the overlay is empty, because the tool does not see the overlay.
 * - `write`: run it; its writes stay in the overlay.
 * - `command`: run its command on the disk, if the command only reads. Once the overlay has changes, the command must
 *   also not depend on the files of the workspace.
 * - `boundary`: stop the speculation.
 *
 * `read` and `read-disk` are for tools of kind `read`, `write` for tools of kind `edit`, and `command` for tools of
 * kind `execute`.
 */
export type SpeculativeUse = 'read' | 'read-disk' | 'write' | 'command' | 'boundary';

/** The user's changes to a plan. */
export interface AcceptedPlan {
  /** The plan as the user edited it. */
  readonly plan?: string | undefined;
  /** The mode in which the plan is carried out. */
  readonly mode?: StartMode | undefined;
}

/**
 * Each kind has approval rules of its own. `execute`: runs a command. `network`: uses the web. `interactive`: runs
 * without approval, because it affects only the chat. `foreign`: an external tool. `plan`: ends plan mode, with the
 * user's consent. `agent`: starts a sub-agent, whose calls are decided on one by one.
 */
export type ToolKind = 'read' | 'edit' | 'execute' | 'network' | 'interactive' | 'foreign' | 'plan' | 'agent';

export type ToolSubject =
  /** `directory`: as the model wrote it. If it is missing, the command runs in the first root. */
  | { readonly kind: 'command'; readonly command: string; readonly directory?: string }
  | { readonly kind: 'url'; readonly url: string };

export interface ToolContext {
  readonly workspace: Workspace;
  /** The files that the model has seen in this conversation; a speculation has its own record. */
  readonly seen: SeenFiles;
  /** Asks the user and waits; rejects if the signal aborts. Missing if there is no user to ask. */
  readonly askUser?: (question: UserQuestion, signal: AbortSignal) => Promise<UserAnswer>;
  /** Runs the call's command, instead of the tool's own shell. Missing outside of a speculation. */
  readonly shell?: Shell;
  /** Stores the call's output, instead of the tool's own `KeptOutput`. Missing outside of a speculation. */
  readonly keep?: KeptOutput;
  /** Missing if the web cannot be searched, as in a speculation. */
  readonly searchWeb?: SearchWeb;
  /** Missing if agents cannot be started, as in a speculation and in a sub-agent. */
  readonly runAgent?: RunAgent;
  /** Shows what the call's agent does. Missing if nothing displays it. */
  readonly reportAgent?: (progress: AgentProgress) => void;
  /**
   * Whether a file of this many bytes can be restored after the call has deleted it. Missing if a call cannot delete
   * the user's own files, as in the tour.
   */
  readonly canRestore?: (bytes: number) => Promise<boolean>;
  /**
   * Shows the output of a running call; each text replaces the previous text. Missing if nothing displays it. Must not
   * be called more often than people can read.
   */
  readonly report?: (text: string) => void;
}

/** A question that a running call asks the user. */
export interface UserQuestion {
  readonly text: string;
  /** Suggested answers; the user may also write another one. */
  readonly options: readonly string[];
}

export type UserAnswer =
  | { readonly kind: 'answered'; readonly text: string }
  /** The user closed the question. */
  | { readonly kind: 'dismissed' };

/** Plan mode, for the tool that ends it. */
export interface PlanMode {
  /**
   * Switches to the mode that the user picked, and resolves to the mode that is then on. If plan mode was already off,
   * the current mode stays on, unless the user picked `auto-edit`.
   */
  leave(picked: StartMode): Promise<ApprovalMode>;
}

/**
 * Remembers each file as the model last read or wrote it, so that an edit is refused if the file has changed since
 * then.
 */
export interface SeenFiles {
  get(path: string): SeenFile | undefined;
  set(path: string, seen: SeenFile): void;
  delete(path: string): void;
  /** The paths of all remembered files. */
  paths(): readonly string[];
}

export interface SeenFile {
  /** The result of `contentHash`. */
  readonly hash: string;
  /** Used to show later changes. Undefined if the file is not text, or if there was no room to keep the text. */
  readonly text: string | undefined;
  /** The texts before the model's own edits, oldest first, if they had mixed line ends. */
  readonly mixed?: readonly string[] | undefined;
  /** Lines that the model was not shown, in order; missing if all lines were shown. */
  readonly unshown?: readonly LineRange[] | undefined;
}

/** Counted from 1; `last` is included, and may be Infinity. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

export interface ToolOutcome {
  readonly ok: boolean;
  /** The result for the model. */
  readonly content: readonly (TextPart | ImagePart | DocumentPart)[];
  /** A few words for the tool row: "142 lines", "9 in 3 files". */
  readonly summary: string;
  readonly changes?: readonly FileChange[];
  /** True if the written text is in an editor that already had unsaved changes, and not yet on disk. */
  readonly unsaved?: boolean;
  /** True for a command that `hardenReaders` has hardened, so that the command could only read. */
  readonly readsOnly?: boolean;
  /** Display names of the files that a command is known to have changed: files that the model had read. */
  readonly changedFiles?: readonly string[];
  /** True for a command or an external tool that was not run, so that it changed nothing. */
  readonly hasNotRun?: boolean;
  /** For the row: the content's text with its colors (SGR sequences); missing if the text has no colors. */
  readonly painted?: string;
  /** For the row: a text for the user, if the content makes sense only to the model. */
  readonly userText?: string;
  /** The changes of the call, as unified hunks without file headers; for the tool row. */
  readonly diff?: string;
  /**
   * Returns the same result in about `maxCharacters`, if the tool has a better way than cutting out the middle. Called
   * at most once, before another call of the same conversation changes files.
   */
  readonly shorten?: (maxCharacters: number) => ToolOutcome;
  /** The model's list of steps, if the call wrote it. */
  readonly todos?: readonly Todo[];
  /** The plan that the user has accepted, in Markdown. */
  readonly plan?: string;
  /** The work of the agent that the call has run. */
  readonly agent?: AgentWork;
  /** Web pages that the content cites. The panel lists them among the answer's sources. */
  readonly citations?: readonly CitationPart[];
}

/** A file that a call changed, with its line counts. */
export interface FileChange {
  readonly path: string;
  /** For display, in the form of `toDisplayText`. */
  readonly display: string;
  readonly added: number;
  readonly removed: number;
}

export interface ToolPreview {
  /** For display, in the form of `toDisplayText`. */
  readonly display: string;
  /** Unified diff hunks, without file headers. */
  readonly diff: string;
  readonly added: number;
  readonly removed: number;
  /** The file as it would be written, byte for byte. Missing if the call only deletes. */
  readonly file?: ProposedFile;
  /** The call writes the user's memory file, and no other file. Set only by the tool that saves facts. */
  readonly isUsersMemory?: true;
  /** The file that would no longer exist, because the call deletes it or moves it to `file`. */
  readonly removedFile?: RemovedFile;
}

export interface RemovedFile {
  /** As `Workspace.resolve` returns it. */
  readonly path: string;
  /** For display, in the form of `toDisplayText`. */
  readonly display: string;
  readonly bytes: Uint8Array;
}

/** Returns the texts of a tool; general texts if it has no record. */
export function textsOf({ name, record }: Pick<Tool, 'name' | 'record'>): Required<ToolTexts> {
  return { ...defaultToolTexts(name), ...record?.texts() };
}

export function isOutcome(value: ToolPreview | ToolOutcome): value is ToolOutcome {
  return 'ok' in value;
}

export function succeeded(text: string, summary: string, changes?: readonly FileChange[]): ToolOutcome {
  return { ok: true, content: [{ type: 'text', text }], summary, ...(changes && { changes }) };
}

/** A failure that the model reads and can act on. The row shows `userText`, if there is one, instead of `text`. */
export function failed(text: string, summary: string, userText?: string): ToolOutcome {
  return { ok: false, content: [{ type: 'text', text }], summary, ...(userText !== undefined && { userText }) };
}
