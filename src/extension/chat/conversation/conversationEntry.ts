import type { ContextView, NotRun, Todo } from '../../../shared/chatState.ts';
import type { BackgroundUse } from '../../background/usage.ts';
import type { ModelError, StopReason, Usage } from '../../model/chatModel.ts';
import type { CitationPart, Message, ToolResultPart } from '../../model/message.ts';
import type { PromptContent } from './promptContent.ts';

/** What a conversation is the sum of, in the order in which it came: a line each in its file. */
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
  | { readonly type: 'leaf'; readonly id: string | null }
  | { readonly type: 'title'; readonly title: string }
  /** A model's, of the exchange that this prompt begins. */
  | ({ readonly type: 'written-title' } & WrittenTitle)
  | { readonly type: 'editor-context'; readonly shared: boolean };

export interface WrittenTitle {
  readonly promptId: string;
  readonly title: string;
}

/** Who answers what. */
export interface AnswerOrigin {
  readonly modelId: string;
  readonly promptId: string;
  /** Prepared in a speculation and applied. */
  readonly speculated?: boolean;
  readonly amended?: readonly string[];
}

export interface Progress {
  readonly text?: string;
  readonly thinking?: string;
  readonly citations?: readonly CitationPart[];
}

export type AnswerEntry =
  | ({ readonly type: 'progress'; readonly id: string } & Progress)
  | { readonly type: 'restart'; readonly id: string }
  | ({ readonly type: 'answered'; readonly id: string } & AnswerClose)
  | ({ readonly type: 'result'; readonly id: string } & RecordedResult)
  /** `requests` were made for the prompt. Missing in what earlier versions have written. */
  | { readonly type: 'turn-limit'; readonly id: string; readonly requests?: number }
  /** A request beside the conversation that this message has led to, however it ended. */
  | ({ readonly type: 'background'; readonly id: string } & BackgroundUse);

/** How an answer ended. `interrupted`: the window closed before it did. */
export type AnswerClose = {
  readonly message: Message;
  readonly usage: Usage | null;
  /** Milliseconds that each of its thoughts took, in order; those in a row are one. */
  readonly thoughts?: readonly number[];
} & Partial<Spending> &
  (
    | { readonly outcome: 'stopped'; readonly stopReason: StopReason }
    | { readonly outcome: 'failed'; readonly error: ModelError }
    | { readonly outcome: 'interrupted' }
  );

/** What a request took, as it was known when it ended. */
export interface Spending {
  /** US dollars, failed attempts included; null where the price is not known. */
  readonly cost: number | null;
  /** How full the model's context window was; null where the provider has not counted. */
  readonly context: ContextView | null;
}

export const UNKNOWN_SPENDING: Spending = { cost: null, context: null };

export interface RecordedResult {
  readonly result: ToolResultPart;
  readonly view: ToolResultView;
}

/** What the tool row shows. */
export interface ToolResultView {
  readonly status: 'success' | 'error' | 'cancelled';
  readonly detail: string;
  readonly summary: string;
  readonly added: number;
  readonly removed: number;
  readonly files: readonly string[];
  /** Missing for a call that ran, and in what earlier versions have written. */
  readonly notRun?: NotRun;
  /** The edit went into an editor that had unsaved changes. */
  readonly unsaved?: boolean;
  /** A command that ran so that it could only read. */
  readonly readsOnly?: boolean;
  /** What a command has written, with its colours (SGR sequences), cut for display; missing if there are none. */
  readonly painted?: string;
  /** What an edit changed, as unified hunks, cut for display; empty for other calls. */
  readonly diff: string;
  /** The plan that the user has accepted, in Markdown. */
  readonly plan?: string;
  /** The model's list of steps, where the call has written it. */
  readonly todos?: readonly Todo[];
}
