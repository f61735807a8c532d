import type { NotRun, Todo } from '../../../shared/toolBlock.ts';
import type { ContextView, Routed } from '../../../shared/transcriptItem.ts';
import type { BackgroundUse } from '../../background/usage.ts';
import type { ModelError, StopDetails, StopReason, Usage } from '../../model/chatModel.ts';
import type { CitationPart, Message, ToolResultPart } from '../../model/message.ts';
import type { ContinuationForm } from '../../continue/form.ts';
import type { AgentWork } from '../../tools/agents.ts';
import type { PromptContent } from './promptContent.ts';

/** One change of a conversation, and one line of its file. `at` is in milliseconds since the epoch. */
export type ConversationEntry =
  | ({
      readonly type: 'prompt';
      readonly id: string;
      readonly parent: string | null;
      readonly at: number;
    } & PromptContent)
  | ({
      readonly type: 'answer';
      readonly id: string;
      readonly parent: string | null;
      readonly at: number;
    } & AnswerOrigin)
  | AnswerEntry
  | ({
      readonly type: 'summary';
      readonly id: string;
      readonly parent: string | null;
      readonly at: number;
    } & Compression)
  | ({ readonly type: 'summary-changed'; readonly id: string } & SummaryChange)
  /**
   * The next prompt follows this node; null for no node. `branches`: the active path ends here although nodes may
   * follow, because the user has branched or restored the chat.
   */
  | { readonly type: 'leaf'; readonly id: string | null; readonly branches?: true }
  | { readonly type: 'title'; readonly title: string }
  /** Written by a model. `promptId` is the id of the prompt's node. */
  | ({ readonly type: 'written-title' } & WrittenTitle)
  | ShellLineEntry
  | { readonly type: 'editor-context'; readonly shared: boolean }
  /** The user has turned loop detection off. */
  | { readonly type: 'loops-ignored' }
  /** `on` is false after an automatic compression without effect, until the user compresses the chat. */
  | { readonly type: 'automatic-compression'; readonly on: boolean };

export type ShellLineEntry =
  | {
      readonly type: 'shell';
      readonly id: string;
      /** The last prompt on the path; null if there was none. */
      readonly after: string | null;
      readonly at: number;
      readonly command: string;
    }
  | ({ readonly type: 'shell-ended'; readonly id: string } & ShellLineEnd)
  | { readonly type: 'shell-shared'; readonly id: string; readonly shared: boolean };

/** An output that is too long for the model. */
export interface OutputLog {
  /** Characters of the whole output. */
  readonly total: number;
  /** Missing if the output could not be saved. */
  readonly path?: string;
  /** True if the file has the whole output. */
  readonly isWhole: boolean;
}

export interface ShellLineEnd {
  /** The output and how the command ended, for the model. */
  readonly text: string;
  /**
   * `text` for the row: with colors (SGR sequences), without the note about the log, and cut for display. Missing if
   * the output has no colors and no log.
   */
  readonly painted?: string;
  /** Set if `text` has only a part of the output. */
  readonly log?: OutputLog;
  /** How the command ended, and how long it took. */
  readonly summary: string;
  /** The command exited with code 0. */
  readonly isGood: boolean;
}

export type NodeEntry = Extract<ConversationEntry, { readonly type: 'prompt' | 'answer' | 'summary' }>;

/** A summary replaces all messages before `keepFrom` in requests. */
export interface Compression {
  readonly keepFrom: string;
  readonly text: string;
  readonly carried: Carried;
  /** `<provider>/<model>`. */
  readonly modelId: string;
  /** The number of replaced messages. */
  readonly messages: number;
  /** The estimated input of the next request in tokens, before and after the compression. */
  readonly before: number;
  readonly after: number;
}

/** Requests still contain these texts from the replaced messages. `todos` and `plan` may be empty. */
export interface Carried {
  /** The user's prompts, oldest first; long prompts are cut. */
  readonly prompts: readonly string[];
  readonly todos: string;
  readonly plan: string;
}

/** Missing fields stay as they are. */
export interface SummaryChange {
  readonly text?: string;
  readonly undone?: boolean;
}

export interface WrittenTitle {
  readonly promptId: string;
  readonly title: string;
}

export interface AnswerOrigin {
  readonly modelId: string;
  /** Shared by all requests of one submit or retry. Not always the id of the prompt's node. */
  readonly promptId: string;
  /** The answer was prepared in a speculation. */
  readonly speculated?: boolean;
  /** Display names of files whose prepared edits were changed, reverted or merged before the apply. */
  readonly amended?: readonly string[];
  /**
   * For the model: how the applied files differ from the prepared edits, or that none of the edits was applied. Missing
   * if there is no note, and in chats of earlier versions.
   */
  readonly filesNote?: string;
  readonly continues?: Continued;
  /** Missing if Premove did not choose the model. */
  readonly routed?: Routed;
  /** The message whose text the user has replaced. */
  readonly edits?: string;
  /** The requested output limit in tokens; missing for the default. */
  readonly maxOutputTokens?: number;
}

export interface Continued {
  /** The id of an answer's last message, or of a prompt. */
  readonly id: string;
  readonly form: ContinuationForm;
  /**
   * Characters of the continued text. An answer that continues another answer begins with that text, and is a sibling
   * of the other answer. If a model continues the text of a prompt, the new answer contains only the added text, and is
   * a child of the prompt.
   */
  readonly prefix: number;
  /** The number of the automatic continuation, from 1; missing if the user continued the answer. */
  readonly automatic?: number;
}

export interface Progress {
  readonly text?: string;
  readonly thinking?: string;
  readonly citations?: readonly CitationPart[];
}

/** The streamed text is dropped, but the continued text stays. */
export interface Restart {
  readonly form?: ContinuationForm;
}

export type AnswerEntry =
  | ({ readonly type: 'progress'; readonly id: string } & Progress)
  | ({ readonly type: 'restart'; readonly id: string } & Restart)
  | ({ readonly type: 'answered'; readonly id: string } & AnswerClose)
  | ({ readonly type: 'result'; readonly id: string } & RecordedResult)
  | ({ readonly type: 'unfinished'; readonly id: string } & UnfinishedCall)
  /**
   * The answer paused at a limit of requests. `requests`: missing in files of earlier versions. `limit`: missing for
   * the limit per prompt.
   */
  | { readonly type: 'turn-limit'; readonly id: string; readonly requests?: number; readonly limit?: 'chat' }
  | ({ readonly type: 'loop'; readonly id: string } & Loop)
  | { readonly type: 'chat-left'; readonly id: string }
  /** Recorded even if the request failed. */
  | ({ readonly type: 'background'; readonly id: string } & BackgroundUse)
  /** `id` is the answer's first message, or the prompt whose checkpoint was restored. */
  | ({ readonly type: 'files-restored'; readonly id: string } & FilesRestored);

/** `stopped`: the user has stopped the paused answer. */
export interface Loop {
  readonly of: 'calls' | 'content';
  readonly stopped?: true;
}

/** A call without a result, because its answer was interrupted. A crash leaves no such entry. */
export interface UnfinishedCall {
  readonly callId: string;
  readonly hasBegun: boolean;
  /** Missing if the call was running no sub-agent, and in files of earlier versions. */
  readonly agent?: AgentWork;
}

/**
 * On an answer: the user has undone the answer's changes to files, or made them again. On a prompt: the user has
 * restored the files to their contents from before the prompt (`undo`), or has reverted that restore (`redo`).
 */
export interface FilesRestored {
  readonly action: 'undo' | 'redo';
  readonly at: number;
  /** The prompt id under which the change store keeps the contents from before this action. */
  readonly key: string;
  /** Display names. */
  readonly files: readonly string[];
  /** The leaf before the restore. Missing if there was none, or if only files were restored. */
  readonly leaf?: string;
}

/** `interrupted`: before the answer ended, the window closed or crashed, or another window took the chat over. */
export type AnswerClose = {
  readonly message: Message;
  readonly usage: Usage | null;
  /** Missing for a message without a request of its own, after a crash, and in files of earlier versions. */
  readonly input?: InputCount;
  /** Milliseconds of each thought, in order. Consecutive thinking parts count as one thought. */
  readonly thoughts?: readonly number[];
} & Partial<Spending> &
  (
    | ({ readonly outcome: 'stopped'; readonly stopReason: StopReason } & StopDetails)
    | { readonly outcome: 'failed'; readonly error: ModelError }
    | { readonly outcome: 'interrupted' }
  );

/** The input of a request in tokens: as estimated before the request, and as the provider counted it. */
export interface InputCount extends InputEstimate {
  /** Null if the provider reported no count. */
  readonly reported: number | null;
}

export interface InputEstimate {
  /** Before calibration. */
  readonly plain: number;
  /** Calibrated; users see this estimate. */
  readonly estimated: number;
}

/** As known when the request ended. */
export interface Spending {
  /** US dollars, failed attempts included; null if the price or the usage is unknown. */
  readonly cost: number | null;
  /** Null if the provider did not report the input's size. */
  readonly context: ContextView | null;
}

export const UNKNOWN_SPENDING: Spending = { cost: null, context: null };

export interface RecordedResult {
  readonly result: ToolResultPart;
  readonly view: ToolResultView;
}

export interface ToolResultView {
  readonly status: 'success' | 'error' | 'cancelled';
  readonly detail: string;
  readonly summary: string;
  readonly added: number;
  readonly removed: number;
  readonly files: readonly string[];
  /** Missing for a call that ran, and in files of earlier versions. */
  readonly notRun?: NotRun;
  /** The edit was made in an editor with unsaved changes. */
  readonly unsaved?: boolean;
  /** The command ran hardened, so that it could only read. */
  readonly readsOnly?: boolean;
  /** A command's output with colors (SGR sequences), cut for display; missing without colors. */
  readonly painted?: string;
  /** The row shows this text instead of the result, which is written for the model. */
  readonly userText?: string;
  /** An edit's unified hunks, cut for display; empty for other calls. */
  readonly diff: string;
  /** The plan that the user accepted, in Markdown. */
  readonly plan?: string;
  /** Missing if the call did not write the list. */
  readonly todos?: readonly Todo[];
  readonly citations?: readonly CitationPart[];
  /** The model gets only the sub-agent's report. */
  readonly agent?: AgentWork;
}
