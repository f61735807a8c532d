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
  /** Sent during the answer before it, with the results of calls. That answer continues after the prompt. */
  readonly steers: boolean;
  readonly ownModel: OwnModel | null;
  /** See `limitTools`; null without a limit. */
  readonly tools: readonly string[] | null;
  /** The shell lines whose output the prompt sends. */
  readonly shell: readonly string[];
  /** Restores of files to this prompt's checkpoint, and the undos of these restores, in order. */
  readonly filesRestored: readonly FilesRestored[];
}

/** One model message and the results of its calls. An answer that needs tools is a chain of such messages. */
export interface AnswerNode {
  readonly kind: 'answer';
  readonly id: string;
  readonly parent: string | null;
  readonly at: number;
  readonly modelId: string;
  readonly promptId: string;
  readonly speculated: boolean;
  /** See `AnswerOrigin`. */
  readonly amended: readonly string[];
  /** See `AnswerOrigin`; null if the model needs no note. */
  readonly filesNote: string | null;
  readonly continues: Continued | null;
  /** See `AnswerOrigin`. */
  readonly routed?: Routed;
  /** See `AnswerOrigin`; null if the model wrote the text. */
  readonly edits: string | null;
  /** In tokens; missing for the default. */
  readonly maxOutputTokens?: number;
  /** The streamed text so far; superseded by the message in `close`. */
  readonly text: string;
  readonly thinking: string;
  readonly citations: readonly CitationPart[];
  readonly close: AnswerClose | null;
  /** In the order in which the calls ended. */
  readonly results: readonly RecordedResult[];
  readonly unfinished: readonly UnfinishedCall[];
  /** Null if the answer did not pause after this message. */
  readonly pause: PauseView | null;
  /** The user opened another chat, so the answer was stopped. */
  readonly chatLeft?: true;
  readonly background: readonly BackgroundUse[];
  /** The user's undos and redos of the answer's changes, in order. */
  readonly filesRestored: readonly FilesRestored[];
}

/** Replaces earlier messages in requests. All messages stay on the path, so the panel shows and searches them. */
export interface SummaryNode extends Compression {
  readonly kind: 'summary';
  readonly id: string;
  readonly parent: string | null;
  readonly at: number;
  /** The user has written the text. */
  readonly edited: boolean;
  /** The user has undone the compression. */
  readonly undone: boolean;
}

/** While the answer is open, the message as streamed so far. */
export function messageOf(node: AnswerNode): Message {
  return node.close?.message ?? progressMessage(node);
}

/**
 * Characters at the beginning of an answer that repeat the continued answer; 0 if the answer does not continue another
 * answer.
 */
export function sharedPrefixOf({ continues, parent }: Pick<AnswerNode, 'continues' | 'parent'>): number {
  return continues === null || continues.id === parent ? 0 : continues.prefix;
}

/** Whether a continuation has ended without adding text or calls. */
export function addsNothing(node: AnswerNode): boolean {
  if (!node.continues || !node.close) return false;
  const { message } = node.close;
  return toolCallsOf(message).length === 0 && textOf(message).slice(sharedPrefixOf(node)).trim() === '';
}

/**
 * Whether a continuation has stopped without adding anything; false if it failed or was interrupted. A cut call counts
 * as an addition, because the user should see that even a larger output limit was not enough.
 */
export function isFruitless(node: AnswerNode): boolean {
  return addsNothing(node) && node.close?.outcome === 'stopped' && node.close.cutCall === undefined;
}

/** The calls without a result. */
export function pendingCallsOf(node: AnswerNode): readonly ToolCallPart[] {
  const answered = new Set(node.results.map(({ result }) => result.callId));
  return toolCallsOf(messageOf(node)).filter(({ id }) => !answered.has(id));
}

export function progressMessage(node: AnswerNode): Message {
  const parts: Part[] = [];
  if (node.thinking) parts.push({ type: 'thinking', text: node.thinking });
  if (node.text) parts.push({ type: 'text', text: node.text });
  return { role: 'assistant', parts: [...parts, ...node.citations] };
}

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

/** Applied in order, the entries give this node. */
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

export function toPauseEntry(id: string, pause: PauseView): AnswerEntry {
  if (pause.kind === 'loop') {
    const { of, stopped } = pause;
    return { type: 'loop', id, of, ...(stopped && { stopped }) };
  }
  const { limit, requests } = pause;
  return { type: 'turn-limit', id, requests, ...(limit === 'chat' && { limit }) };
}

/** Undos and redos of changes to files, in order. */
export function restoresOf(node: ConversationNode): readonly FilesRestored[] {
  return node.kind === 'summary' ? [] : node.filesRestored;
}

/**
 * Each `redo` reverts the last `undo` that is still in effect. Each `undo` reverts the last `redo` that is still in
 * effect. So the returned actions are all undos or all redos.
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

export function applyToPrompt(node: PromptNode, entry: AnswerEntry): PromptNode {
  if (entry.type !== 'files-restored') return node;
  const { type: _type, id: _id, ...restored } = entry;
  return { ...node, filesRestored: [...node.filesRestored, restored] };
}

export function applyToSummary(node: SummaryNode, change: SummaryChange): SummaryNode {
  const { text = node.text, undone = node.undone } = change;
  return { ...node, text, undone, edited: node.edited || change.text !== undefined };
}

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
