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
 * A tool that the model can call. It sees files only through its `Workspace`, so it runs unchanged in a speculation's
 * overlay.
 */
export interface Tool<Input = unknown> {
  readonly name: string;
  readonly description: string;
  readonly kind: ToolKind;
  /** Missing for external tools, which must not decide how their rows look or what a speculation may do with them. */
  readonly record?: ToolRecord;
  /** Checks the arguments. Its JSON Schema is declared to the model. */
  readonly schema: z.ZodType<Input>;
  /**
   * Declared instead of the JSON Schema of `schema`. Set if the arguments are checked elsewhere, or if the declaration
   * contains more, such as the list of agents.
   */
  readonly inputSchema?: JsonObject;
  /**
   * Whether requests to this model declare the tool. Called before each prompt. Missing if the tool works with every
   * model.
   */
  isOffered?(model: SelectedModel): boolean;
  /** What the call is about, in a few words: a path, a pattern. Shown through `toDisplayText`. */
  describe(input: Input): string;
  /** The paths that the call reads or writes, unresolved; for the gate and for approval. */
  paths(input: Input): readonly string[];
  /**
   * Returns the command or the address of the call. Approval shows the whole subject, and rules are matched against it.
   * Missing for tools that have neither.
   */
  subject?(input: Input): ToolSubject;
  /**
   * For tools of kind `edit`: returns the changes for the approval card, without making them. If the call would change
   * nothing, returns its outcome.
   */
  preview?(input: Input, context: ToolContext, signal: AbortSignal): Promise<ToolPreview | ToolOutcome>;
  /** Returns the input with the user's changes to the plan. */
  revise?(input: Input, accepted: AcceptedPlan): Input;
  execute(input: Input, context: ToolContext, signal: AbortSignal): Promise<ToolOutcome>;
}

/**
 * Describes a tool to the rest of the product. Without a record, a tool has general texts, and never runs in a
 * speculation.
 */
export interface ToolRecord {
  readonly rendering: ToolRendering;
  /** A function of `base/texts/toolTexts.ts`. */
  readonly texts: () => ToolTexts;
  readonly speculation: SpeculativeUse;
  /** The tool shows file names but no contents, so files that look secret are no reason to ask about the call. */
  readonly showsNamesOnly?: boolean;
  /**
   * Set if the tool deletes or moves files. Rules about reading or writing a file then also apply to the tool.
   * Otherwise, a denied file could be read or written under another name.
   */
  readonly removesFiles?: 'delete' | 'move';
  /** The results contain the rules of instruction files for the files of the call (`withFileRules`). */
  readonly showsFileRules?: true;
  /** A successful call changes the memory, so the system prompt must be built again. */
  readonly changesInstructions?: true;
  /**
   * Set if the tool concerns only the conversation with the user, so that sub-agents do not have it. `always`: the list
   * of tools in a prompt file cannot exclude the tool. `listed`: this list excludes the tool unless the list names it.
   */
  readonly chatOnly?: 'always' | 'listed';
  /** The argument that the approval card shows alone; if missing, the card shows all arguments. */
  readonly cardArgument?: string;
}

/**
 * What a speculation may do with a tool:
 * - `read`: run it. For tools of kind `read`.
 * - `read-disk`: run it while the overlay is empty, because the tool does not see the overlay. For tools of kind
 *   `read`.
 * - `write`: run it; its writes stay in the overlay. For tools of kind `edit`.
 * - `command`: run its command on the disk, if the command only reads. Once the overlay has changes, the command must
 *   also not depend on the files of the workspace. For tools of kind `execute`.
 * - `boundary`: stop the speculation.
 */
export type SpeculativeUse = 'read' | 'read-disk' | 'write' | 'command' | 'boundary';

export interface AcceptedPlan {
  /** As the user edited it. */
  readonly plan?: string | undefined;
  readonly mode?: StartMode | undefined;
}

/**
 * Each kind has its own approval rules. `read`: never changes anything. `edit`: changes files through the workspace.
 * `interactive`: runs without approval, because it affects only the chat. `foreign`: an external tool. `plan`: ends
 * plan mode, with the user's consent. `agent`: starts a sub-agent; each call of the sub-agent needs its own decision.
 */
export type ToolKind = 'read' | 'edit' | 'execute' | 'network' | 'interactive' | 'foreign' | 'plan' | 'agent';

export type ToolSubject =
  /** `directory`: as the model wrote it. If it is missing, the command runs in the first root. */
  | { readonly kind: 'command'; readonly command: string; readonly directory?: string }
  | { readonly kind: 'url'; readonly url: string };

export interface ToolContext {
  readonly workspace: Workspace;
  /** What the model has seen in this conversation; a speculation has its own record. */
  readonly seen: SeenFiles;
  /** Rejects if the signal aborts. Missing if there is no user to ask. */
  readonly askUser?: (question: UserQuestion, signal: AbortSignal) => Promise<UserAnswer>;
  /** Replaces the tool's own shell in a speculation. */
  readonly shell?: Shell;
  /** Replaces the tool's own `KeptOutput` in a speculation. */
  readonly keep?: KeptOutput;
  /** Missing if the web cannot be searched, as in a speculation. */
  readonly searchWeb?: SearchWeb;
  /** Missing if agents cannot be started, as in a speculation and in a sub-agent. */
  readonly runAgent?: RunAgent;
  /** Missing if nothing displays the progress. */
  readonly reportAgent?: (progress: AgentProgress) => void;
  /**
   * Whether a deleted file of this many bytes can be restored. Missing if a call cannot delete the user's own files, as
   * in the tour.
   */
  readonly canRestore?: (bytes: number) => Promise<boolean>;
  /**
   * Shows the output of a running call; each text replaces the previous one. Missing if nothing displays it. Must not
   * be called more often than people can read.
   */
  readonly report?: (text: string) => void;
}

export interface UserQuestion {
  readonly text: string;
  /** Suggested answers. The user may also write another answer. */
  readonly options: readonly string[];
}

export type UserAnswer = { readonly kind: 'answered'; readonly text: string } | { readonly kind: 'dismissed' };

/** For the tool that ends plan mode. */
export interface PlanMode {
  /**
   * Switches to the mode that the user picked, and resolves to the mode that is then on. If plan mode was already off,
   * the current mode stays on, unless the user picked `auto-edit`.
   */
  leave(picked: StartMode): Promise<ApprovalMode>;
}

/** Each file as the model last read or wrote it. An edit is refused if the file has changed since then. */
export interface SeenFiles {
  get(path: string): SeenFile | undefined;
  set(path: string, seen: SeenFile): void;
  delete(path: string): void;
  paths(): readonly string[];
}

export interface SeenFile {
  /** The result of `contentHash`. */
  readonly hash: string;
  /** Used to show later changes. Undefined if the file is not text, or if there was no room for the text. */
  readonly text: string | undefined;
  /** Texts that the model's edits have replaced, oldest first. Only texts with mixed line ends. */
  readonly mixed?: readonly string[] | undefined;
  /** Lines that the model was not shown, in order; missing if all lines were shown. */
  readonly unshown?: readonly LineRange[] | undefined;
}

/** 1-based and inclusive; `last` may be Infinity. */
export interface LineRange {
  readonly first: number;
  readonly last: number;
}

export interface ToolOutcome {
  readonly ok: boolean;
  /** For the model. */
  readonly content: readonly (TextPart | ImagePart | DocumentPart)[];
  /** For the tool row: "142 lines", "9 in 3 files". */
  readonly summary: string;
  readonly changes?: readonly FileChange[];
  /** The written text is not yet on disk, because its editor already had unsaved changes. */
  readonly unsaved?: boolean;
  /** The command could only read, because `hardenReaders` has hardened it. */
  readonly readsOnly?: boolean;
  /** Display names of files that the model had read and a command has changed. */
  readonly changedFiles?: readonly string[];
  /** The command or external tool was not run, so it changed nothing. */
  readonly hasNotRun?: boolean;
  /** For the row: the text with its colors (SGR); missing without colors. */
  readonly painted?: string;
  /** For the row, if the content makes sense only to the model. */
  readonly userText?: string;
  /** For the row: unified hunks without file headers. */
  readonly diff?: string;
  /**
   * Shortens the result to about `maxCharacters`. Missing if the tool cannot do better than cutting out the middle.
   * Called at most once, before another call of the conversation changes files.
   */
  readonly shorten?: (maxCharacters: number) => ToolOutcome;
  readonly todos?: readonly Todo[];
  /** Markdown that the user has accepted. */
  readonly plan?: string;
  readonly agent?: AgentWork;
  /** Web pages that the content cites. */
  readonly citations?: readonly CitationPart[];
}

export interface FileChange {
  readonly path: string;
  /** In the form of `toDisplayText`. */
  readonly display: string;
  readonly added: number;
  readonly removed: number;
}

export interface ToolPreview {
  /** In the form of `toDisplayText`. */
  readonly display: string;
  /** Unified hunks without file headers. */
  readonly diff: string;
  readonly added: number;
  readonly removed: number;
  /** The file before and after the call, as exact bytes. Missing if the call only deletes. */
  readonly file?: ProposedFile;
  /** The call writes only the user's memory file. */
  readonly isUsersMemory?: true;
  /** The file that the call deletes, or moves to `file`. */
  readonly removedFile?: RemovedFile;
}

export interface RemovedFile {
  /** As `Workspace.resolve` returns it. */
  readonly path: string;
  /** In the form of `toDisplayText`. */
  readonly display: string;
  readonly bytes: Uint8Array;
}

export function textsOf({ name, record }: Pick<Tool, 'name' | 'record'>): Required<ToolTexts> {
  return { ...defaultToolTexts(name), ...record?.texts() };
}

export function isOutcome(value: ToolPreview | ToolOutcome): value is ToolOutcome {
  return 'ok' in value;
}

export function succeeded(text: string, summary: string, changes?: readonly FileChange[]): ToolOutcome {
  return { ok: true, content: [{ type: 'text', text }], summary, ...(changes && { changes }) };
}

/** A failure that the model can act on. The row shows `userText`, by default `text`. */
export function failed(text: string, summary: string, userText?: string): ToolOutcome {
  return { ok: false, content: [{ type: 'text', text }], summary, ...(userText !== undefined && { userText }) };
}
