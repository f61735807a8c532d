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
   * follow, because the user has branched from this node or restored the chat to it.
   */
  | { readonly type: 'leaf'; readonly id: string | null; readonly branches?: true }
  | { readonly type: 'title'; readonly title: string }
  /** A title that a model wrote for a prompt and its answer. `promptId` is the id of the prompt's node. */
  | ({ readonly type: 'written-title' } & WrittenTitle)
  | ShellLineEntry
  | { readonly type: 'editor-context'; readonly shared: boolean }
  /** The user has turned loop detection off for this chat. */
  | { readonly type: 'loops-ignored' }
  /** `on` is false after an automatic compression without effect, until the user compresses the chat. */
  | { readonly type: 'automatic-compression'; readonly on: boolean };

/** An entry about a command of the user: the command begins or ends, or the user starts or stops sharing its output. */
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

/** An output that is too long to show. */
export interface OutputLog {
  /** Characters of the whole output. */
  readonly total: number;
  /** The file with the output; missing if the output could not be saved. */
  readonly path?: string;
  /** True if the file has the whole output. */
  readonly isWhole: boolean;
}

export interface ShellLineEnd {
  /** The output and how the command ended, for the model. */
  readonly text: string;
  /**
   * `text` for the row: with the output's colors (SGR sequences), without the note about the log, and cut for display.
   * Missing if the output has no colors and no log.
   */
  readonly painted?: string;
  /** Set if `text` has only a part of the output. */
  readonly log?: OutputLog;
  /** For the row: how the command ended, and how long it took. */
  readonly summary: string;
  /** The command exited with code 0. */
  readonly isGood: boolean;
}

/** An entry that adds a node. */
export type NodeEntry = Extract<ConversationEntry, { readonly type: 'prompt' | 'answer' | 'summary' }>;

/** A summary, and the messages that it replaces in requests: all before `keepFrom`. */
export interface Compression {
  /** The id of the first node on the path that the model still sees. */
  readonly keepFrom: string;
  /** The text of the summary. */
  readonly text: string;
  readonly carried: Carried;
  /** `<provider>/<model>`. */
  readonly modelId: string;
  /** The number of messages that are replaced. */
  readonly messages: number;
  /** The estimated input of the next request in tokens, before and after the compression. */
  readonly before: number;
  readonly after: number;
}

/** Texts that were taken from the replaced messages and stay in requests. `todos` and `plan` may be empty. */
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

/** The origin of a model message. */
export interface AnswerOrigin {
  readonly modelId: string;
  /** Shared by all requests of one submit or retry. Not always the id of the prompt's node. */
  readonly promptId: string;
  /** The answer was prepared in a speculation and applied. */
  readonly speculated?: boolean;
  /** Display names of the files whose prepared edits were changed, reverted or merged before they were applied. */
  readonly amended?: readonly string[];
  /**
   * For the model: how the applied files differ from the prepared edits, or that none of the edits was applied. Missing
   * if the model needs no note, and in chats that an earlier version recorded.
   */
  readonly filesNote?: string;
  readonly continues?: Continued;
  /** Why Premove chose this model instead of the selected model; missing if Premove did not choose the model. */
  readonly routed?: Routed;
  /** The id of the message whose text the user has replaced. */
  readonly edits?: string;
  /** The output limit in tokens that the request asked for. Missing for the default. */
  readonly maxOutputTokens?: number;
}

/** The message that an answer continues. */
export interface Continued {
  /** The id of an answer's last message, or of a prompt. */
  readonly id: string;
  readonly form: ContinuationForm;
  /**
   * Number of characters of the continued text. An answer that continues another answer begins with that answer's text,
   * and is its sibling. An answer that continues a prompt does not contain the prompt's text, and is its child.
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

/** A request is made again. The streamed text is dropped, but the continued text stays. */
export interface Restart {
  /** The form of the continuation from now on, if it has changed. */
  readonly form?: ContinuationForm;
}

export type AnswerEntry =
  | ({ readonly type: 'progress'; readonly id: string } & Progress)
  | ({ readonly type: 'restart'; readonly id: string } & Restart)
  | ({ readonly type: 'answered'; readonly id: string } & AnswerClose)
  | ({ readonly type: 'result'; readonly id: string } & RecordedResult)
  | ({ readonly type: 'unfinished'; readonly id: string } & UnfinishedCall)
  /**
   * The answer paused at a limit of requests. `requests`: the number of requests that the limit has counted; missing in
   * files of earlier versions. `limit`: missing for the limit of requests per prompt.
   */
  | { readonly type: 'turn-limit'; readonly id: string; readonly requests?: number; readonly limit?: 'chat' }
  | ({ readonly type: 'loop'; readonly id: string } & Loop)
  /** The answer was stopped because the user opened another chat. */
  | { readonly type: 'chat-left'; readonly id: string }
  /** A background request that follows this message. Recorded even if the request failed. */
  | ({ readonly type: 'background'; readonly id: string } & BackgroundUse)
  /** `id` is the answer's first message, or the prompt whose checkpoint was restored. */
  | ({ readonly type: 'files-restored'; readonly id: string } & FilesRestored);

/** The answer paused because the model repeated itself. `stopped`: the user has then stopped the answer. */
export interface Loop {
  readonly of: 'calls' | 'content';
  readonly stopped?: true;
}

/** A call without a result, because its answer was interrupted. A crash leaves no such entry. */
export interface UnfinishedCall {
  readonly callId: string;
  /** The call had begun to run. */
  readonly hasBegun: boolean;
  /**
   * The work of the sub-agent that the call was running. Missing if there was none, and in files of earlier versions.
   */
  readonly agent?: AgentWork;
}

/**
 * The user has undone an answer's changes to files, or made them again. On a prompt: the user has restored the files to
 * their contents from before the prompt (`undo`), or has reverted that restore (`redo`).
 */
export interface FilesRestored {
  readonly action: 'undo' | 'redo';
  readonly at: number;
  /** The prompt id under which the change store keeps the files' contents from before this action. */
  readonly key: string;
  /** Display names of the restored files. */
  readonly files: readonly string[];
  /**
   * The leaf before the chat was restored with the files. Missing if there was no leaf, or if only files were restored.
   */
  readonly leaf?: string;
}

/**
 * How an answer ended. `interrupted`: before the answer ended, the window closed or crashed, or another window took the
 * chat over.
 */
export type AnswerClose = {
  readonly message: Message;
  readonly usage: Usage | null;
  /** Missing for a message without a request of its own, and in files of earlier versions. */
  readonly input?: InputCount;
  /** How long each thought took in milliseconds, in order. Consecutive thinking parts count as one thought. */
  readonly thoughts?: readonly number[];
} & Partial<Spending> &
  (
    | ({ readonly outcome: 'stopped'; readonly stopReason: StopReason } & StopDetails)
    | { readonly outcome: 'failed'; readonly error: ModelError }
    | { readonly outcome: 'interrupted' }
  );

/** The input of a request in tokens: as estimated before it was sent, and as the provider counted it. */
export interface InputCount extends InputEstimate {
  /** Null if the provider reported no count. */
  readonly reported: number | null;
}

export interface InputEstimate {
  /** The estimate before calibration. */
  readonly plain: number;
  /** The calibrated estimate, which users see. */
  readonly estimated: number;
}

/** The cost and the context of a request, as known when the request ended. */
export interface Spending {
  /** US dollars, failed attempts included; null if the price or the usage is unknown. */
  readonly cost: number | null;
  /** How full the model's context window was; null if the provider did not report the input's size. */
  readonly context: ContextView | null;
}

export const UNKNOWN_SPENDING: Spending = { cost: null, context: null };

export interface RecordedResult {
  readonly result: ToolResultPart;
  readonly view: ToolResultView;
}

/** The facts that a tool row shows. */
export interface ToolResultView {
  readonly status: 'success' | 'error' | 'cancelled';
  readonly detail: string;
  readonly summary: string;
  readonly added: number;
  readonly removed: number;
  readonly files: readonly string[];
  /** Why the call did not run. Missing for a call that ran, and in files of earlier versions. */
  readonly notRun?: NotRun;
  /** The edit was made in an editor with unsaved changes. */
  readonly unsaved?: boolean;
  /** The command ran hardened, so that it could only read. */
  readonly readsOnly?: boolean;
  /** A command's output with its colors (SGR sequences), cut for display; missing if it has no colors. */
  readonly painted?: string;
  /** The row shows this text instead of the result, which is written for the model. */
  readonly userText?: string;
  /** The changes of an edit as unified hunks, cut for display; empty for other calls. */
  readonly diff: string;
  /** The plan that the user accepted, in Markdown. */
  readonly plan?: string;
  /** The model's list of steps; missing if the call did not write the list. */
  readonly todos?: readonly Todo[];
  /** The web pages that the result cites; missing if there are none. */
  readonly citations?: readonly CitationPart[];
  /** The work of the sub-agent that the call has run. The model gets only the sub-agent's report. */
  readonly agent?: AgentWork;
}
