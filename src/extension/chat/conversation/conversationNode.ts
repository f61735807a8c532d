import type { DraftChip } from '../../../shared/draftChip.ts';
import type { PauseView, Routed } from '../../../shared/transcriptItem.ts';
import type { BackgroundUse } from '../../background/usage.ts';
import {
  textOf,
  toolCallsOf,
  type CitationPart,
  type Message,
  type Part,
  type ToolCallPart,
} from '../../model/message.ts';
import type {
  AnswerClose,
  AnswerEntry,
  Compression,
  Continued,
  ConversationEntry,
  FilesRestored,
  NodeEntry,
  RecordedResult,
  SummaryChange,
  UnfinishedCall,
} from './conversationEntry.ts';
import type { OwnModel, PromptContext, PromptImage } from './promptContent.ts';

export type ConversationNode = PromptNode | AnswerNode | SummaryNode;

export interface PromptNode {
  readonly kind: 'prompt';
  readonly id: string;
  readonly parent: string | null;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly parts: readonly Part[];
  readonly images: readonly PromptImage[];
  readonly context: readonly PromptContext[];
  /** The parts of the text that the panel renders as chips. */
  readonly folds: readonly DraftChip[];
  /**
   * The prompt was sent during the answer before it, with the results of calls. That answer continues after the prompt.
   */
  readonly steers: boolean;
  readonly ownModel: OwnModel | null;
  /** The list of tools that limits the answer (see `limitTools`); null without a limit. */
  readonly tools: readonly string[] | null;
  /** The ids of the shell lines whose output the prompt sends. */
  readonly shell: readonly string[];
  /** The user's restores of files to this prompt's checkpoint, and the undos of these restores, in order. */
  readonly filesRestored: readonly FilesRestored[];
}

/** One model message and the results of the calls in it. An answer that needs tools is a chain of such messages. */
export interface AnswerNode {
  readonly kind: 'answer';
  readonly id: string;
  readonly parent: string | null;
  readonly at: number;
  readonly modelId: string;
  readonly promptId: string;
  readonly speculated: boolean;
  /** Display names of the files whose prepared edits were changed, reverted or merged before they were applied. */
  readonly amended: readonly string[];
  /**
   * For the model: how the applied files differ from the prepared edits, or that none of the edits was applied. Null if
   * the model needs no note.
   */
  readonly filesNote: string | null;
  readonly continues: Continued | null;
  /** See `AnswerOrigin`. */
  readonly routed?: Routed;
  /** The id of the message whose text the user has replaced; null if the model wrote the text. */
  readonly edits: string | null;
  /** The output limit in tokens that the request asked for; missing for the default. */
  readonly maxOutputTokens?: number;
  /** The streamed text that has been recorded so far; superseded by the message in `close`. */
  readonly text: string;
  readonly thinking: string;
  readonly citations: readonly CitationPart[];
  readonly close: AnswerClose | null;
  /** In the order in which the calls ended. */
  readonly results: readonly RecordedResult[];
  readonly unfinished: readonly UnfinishedCall[];
  /** Why the answer paused after this message; null if it did not pause. */
  readonly pause: PauseView | null;
  /** The answer was stopped because the user opened another chat. */
  readonly chatLeft?: true;
  /** Usage of the background requests that follow this message. */
  readonly background: readonly BackgroundUse[];
  /** The user's undos and redos of the answer's changes to files, in order. */
  readonly filesRestored: readonly FilesRestored[];
}

/**
 * A summary that replaces earlier messages in requests. All messages stay on the path, so the panel shows and searches
 * them.
 */
export interface SummaryNode extends Compression {
  readonly kind: 'summary';
  readonly id: string;
  readonly parent: string | null;
  readonly at: number;
  /** The user has written the text. */
  readonly edited: boolean;
  /** The user has undone the compression, so requests contain the replaced messages again. */
  readonly undone: boolean;
}

/** The message of an answer; while the answer is open, the message as streamed so far. */
export function messageOf(node: AnswerNode): Message {
  return node.close?.message ?? progressMessage(node);
}

/**
 * The number of characters at the beginning of an answer that repeat the continued answer; 0 if the answer does not
 * continue another answer.
 */
export function sharedPrefixOf({ continues, parent }: Pick<AnswerNode, 'continues' | 'parent'>): number {
  return continues === null || continues.id === parent ? 0 : continues.prefix;
}

/** Whether an answer that continues a message has ended without adding text or calls. */
export function addsNothing(node: AnswerNode): boolean {
  if (!node.continues || !node.close) return false;
  const { message } = node.close;
  return toolCallsOf(message).length === 0 && textOf(message).slice(sharedPrefixOf(node)).trim() === '';
}

/**
 * Whether a continuation has stopped without adding anything; false if it failed or was interrupted. The answer before
 * it is then shown again. A cut call counts as an addition, because the user should see that a larger output was not
 * enough either.
 */
export function isFruitless(node: AnswerNode): boolean {
  return addsNothing(node) && node.close?.outcome === 'stopped' && node.close.cutCall === undefined;
}

/** The calls of an answer that have no result. */
export function pendingCallsOf(node: AnswerNode): readonly ToolCallPart[] {
  const answered = new Set(node.results.map(({ result }) => result.callId));
  return toolCallsOf(messageOf(node)).filter(({ id }) => !answered.has(id));
}

/** The message as streamed so far. */
export function progressMessage(node: AnswerNode): Message {
  const parts: Part[] = [];
  if (node.thinking) parts.push({ type: 'thinking', text: node.thinking });
  if (node.text) parts.push({ type: 'text', text: node.text });
  return { role: 'assistant', parts: [...parts, ...node.citations] };
}

/** The node that an entry adds under `parent`. */
export function toNode(entry: NodeEntry, parent: string | null): ConversationNode {
  switch (entry.type) {
    case 'prompt': {
      const {
        id,
        at,
        parts,
        images = [],
        context = [],
        folds = [],
        steers = false,
        ownModel = null,
        tools = null,
        shell = [],
      } = entry;
      const prompt = { id, parent, at, parts, images, context, folds, steers, ownModel, tools, shell };
      return { kind: 'prompt', ...prompt, filesRestored: [] };
    }
    case 'answer': {
      const { id, at, modelId, promptId, maxOutputTokens, routed } = entry;
      const { speculated = false, amended = [], filesNote = null, continues = null, edits = null } = entry;
      const origin = { id, parent, at, modelId, promptId, speculated, amended, filesNote, continues, edits };
      return {
        kind: 'answer',
        ...origin,
        ...(maxOutputTokens !== undefined && { maxOutputTokens }),
        ...(routed && { routed }),
        text: '',
        thinking: '',
        citations: [],
        close: null,
        results: [],
        unfinished: [],
        pause: null,
        background: [],
        filesRestored: [],
      };
    }
    case 'summary': {
      const { type: kind, ...summary } = entry;
      return { ...summary, kind, parent, edited: false, undone: false };
    }
  }
}

/** The entries that give this node when they are applied in order. */
export function toEntries(node: ConversationNode): ConversationEntry[] {
  if (node.kind === 'prompt') {
    const { kind: _kind, folds, steers, ownModel, tools, shell, filesRestored, ...prompt } = node;
    return [
      {
        type: 'prompt',
        ...prompt,
        ...(folds.length > 0 && { folds }),
        ...(steers && { steers }),
        ...(ownModel && { ownModel }),
        ...(tools && { tools }),
        ...(shell.length > 0 && { shell }),
      },
      ...filesRestored.map((restored) => ({ type: 'files-restored' as const, id: node.id, ...restored })),
    ];
  }
  if (node.kind === 'summary') {
    const { kind: _kind, edited, undone, ...summary } = node;
    const { id, text } = node;
    const changed = { ...(edited && { text }), ...(undone && { undone }) };
    const isChanged = edited || undone;
    return [
      { type: 'summary', ...summary },
      ...(isChanged ? [{ type: 'summary-changed' as const, id, ...changed }] : []),
    ];
  }
  const {
    kind: _kind,
    text,
    thinking,
    citations,
    close,
    results,
    unfinished,
    pause,
    background,
    filesRestored,
    filesNote,
    continues,
    edits,
    chatLeft,
    ...answer
  } = node;
  const { id } = node;
  return [
    {
      type: 'answer',
      ...answer,
      ...(filesNote !== null && { filesNote }),
      ...(continues && { continues }),
      ...(edits !== null && { edits }),
    },
    ...(close ? [] : [{ type: 'progress' as const, id, text, thinking, citations }]),
    ...(close ? [{ type: 'answered' as const, id, ...close }] : []),
    ...results.map((result) => ({ type: 'result' as const, id, ...result })),
    ...unfinished.map((call) => ({ type: 'unfinished' as const, id, ...call })),
    ...(pause ? [toPauseEntry(id, pause)] : []),
    ...(chatLeft ? [{ type: 'chat-left' as const, id }] : []),
    ...background.map((use) => ({ type: 'background' as const, id, ...use })),
    ...filesRestored.map((restored) => ({ type: 'files-restored' as const, id, ...restored })),
  ];
}

/** The entry that records why the answer `id` paused. */
export function toPauseEntry(id: string, pause: PauseView): AnswerEntry {
  if (pause.kind === 'loop') {
    const { of, stopped } = pause;
    return { type: 'loop', id, of, ...(stopped && { stopped }) };
  }
  const { limit, requests } = pause;
  return { type: 'turn-limit', id, requests, ...(limit === 'chat' && { limit }) };
}

/** The user's undos and redos of changes to files at this node, in order. */
export function restoresOf(node: ConversationNode): readonly FilesRestored[] {
  return node.kind === 'summary' ? [] : node.filesRestored;
}

/**
 * Returns those undos and redos of one node that are in effect, in order. Each `redo` reverts the last `undo` that is
 * still in effect, and each `undo` the last such `redo`. So the returned actions are all undos or all redos.
 */
export function inEffect(restored: readonly FilesRestored[]): FilesRestored[] {
  const kept: FilesRestored[] = [];
  for (const each of restored) {
    const last = kept.at(-1);
    if (last && last.action !== each.action) kept.pop();
    else kept.push(each);
  }
  return kept;
}

/** Returns the prompt with the change that an entry records. */
export function applyToPrompt(node: PromptNode, entry: AnswerEntry): PromptNode {
  if (entry.type !== 'files-restored') return node;
  const { type: _type, id: _id, ...restored } = entry;
  return { ...node, filesRestored: [...node.filesRestored, restored] };
}

/** Returns the summary with the user's change. */
export function applyToSummary(node: SummaryNode, change: SummaryChange): SummaryNode {
  const { text = node.text, undone = node.undone } = change;
  return { ...node, text, undone, edited: node.edited || change.text !== undefined };
}

/** Returns the answer with the change that an entry records. */
export function applyToAnswer(node: AnswerNode, entry: AnswerEntry): AnswerNode {
  switch (entry.type) {
    case 'progress':
      return {
        ...node,
        text: node.text + (entry.text ?? ''),
        thinking: node.thinking + (entry.thinking ?? ''),
        citations: [...node.citations, ...(entry.citations ?? [])],
      };
    case 'restart':
      return {
        ...node,
        text: node.text.slice(0, sharedPrefixOf(node)),
        thinking: '',
        citations: [],
        continues: node.continues && { ...node.continues, form: entry.form ?? node.continues.form },
      };
    case 'answered': {
      const { type: _type, id: _id, ...close } = entry;
      return { ...node, close };
    }
    case 'result': {
      const { result, view } = entry;
      return { ...node, results: [...node.results, { result, view }] };
    }
    case 'unfinished': {
      const { type: _type, id: _id, ...call } = entry;
      return { ...node, unfinished: [...node.unfinished, call] };
    }
    case 'turn-limit':
      return { ...node, pause: { kind: 'limit', limit: entry.limit ?? 'prompt', requests: entry.requests ?? 0 } };
    case 'loop': {
      const { of, stopped } = entry;
      return { ...node, pause: { kind: 'loop', of, ...(stopped && { stopped }) } };
    }
    case 'chat-left':
      return { ...node, chatLeft: true };
    case 'background': {
      const { promptId, usage, cost } = entry;
      return { ...node, background: [...node.background, { promptId, usage, cost }] };
    }
    case 'files-restored': {
      const { type: _type, id: _id, ...restored } = entry;
      return { ...node, filesRestored: [...node.filesRestored, restored] };
    }
  }
}
