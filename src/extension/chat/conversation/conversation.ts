import { randomUUID } from 'node:crypto';
import type { DraftChip } from '../../../shared/draftChip.ts';
import type { BackgroundUse } from '../../background/usage.ts';
import { toolCallsOf, type CitationPart, type Message, type Part, type ToolCallPart } from '../../model/message.ts';
import type { ModelPricing } from '../../model/pricing.ts';
import { estimateStreamed } from '../../model/usage.ts';
import type { Clock } from '../../ports/clock.ts';
import { ActivePath } from './activePath.ts';
import {
  UNKNOWN_SPENDING,
  type AnswerClose,
  type AnswerEntry,
  type AnswerOrigin,
  type ConversationEntry,
  type FilesRestored,
  type Progress,
  type RecordedResult,
  type WrittenTitle,
} from './conversationEntry.ts';
import type { PromptContext, PromptImage, PromptPlace } from './promptContent.ts';
import { toSpending } from './spending.ts';

/** What a conversation needs to take new entries. */
export interface Recording {
  readonly clock: Pick<Clock, 'now'>;
  /** Called with every new entry, so that the caller can write it. Not called for entries passed to `load`. */
  readonly onDidAppend: (entry: ConversationEntry) => void;
}

/**
 * A conversation is a tree of prompts and answers that only grows: retry, edit and branch add siblings. Its entries are
 * the lines of its file. Applying them in order gives the whole state, so a reload shows the same conversation.
 */
export class Conversation {
  readonly id: string;
  private readonly nodes = new Map<string, ConversationNode>();
  private readonly active = new ActivePath();
  private givenTitle: string | null = null;
  private lastWrittenTitle: WrittenTitle | null = null;
  private editorShared = true;
  private readonly recording: Recording | null;

  /** Without `recording` the conversation can only be read. */
  constructor(id: string, recording: Recording | null = null) {
    this.id = id;
    this.recording = recording;
  }

  static newId(): string {
    return randomUUID();
  }

  load(entries: readonly ConversationEntry[]): void {
    for (const entry of entries) this.apply(entry);
    // If the window crashed between a switch to a node and the next prompt, the active path ends too early.
    this.active.set(this.active.leafUnder(this.active.leaf));
  }

  /** The node that the next prompt follows, null in an empty conversation. */
  get leaf(): string | null {
    return this.active.leaf;
  }

  /** The user's own title; null if the user gave none. */
  get title(): string | null {
    return this.givenTitle;
  }

  /** The title that a model wrote, and the prompt it is about; null if there is none. */
  get writtenTitle(): WrittenTitle | null {
    return this.lastWrittenTitle;
  }

  /** Whether prompts of this chat include the editor's context. */
  get sharesEditor(): boolean {
    return this.editorShared;
  }

  /** Entries for a copy, without superseded ones. Loading them gives the same conversation. */
  entries(): ConversationEntry[] {
    const nodes = [...this.nodes.values()].flatMap(toEntries);
    const title: ConversationEntry[] = this.givenTitle === null ? [] : [{ type: 'title', title: this.givenTitle }];
    const written = this.lastWrittenTitle ? [{ type: 'written-title' as const, ...this.lastWrittenTitle }] : [];
    // Oldest first, so that a switch in the copy leads to the same leaf as a switch here.
    const leaves = this.active.leaves().map((id): ConversationEntry => ({ type: 'leaf', id }));
    const sharing: ConversationEntry[] = this.editorShared ? [] : [{ type: 'editor-context', shared: false }];
    return [...nodes, ...title, ...written, ...sharing, ...leaves, { type: 'leaf', id: this.leaf }];
  }

  node(id: string): ConversationNode | undefined {
    return this.nodes.get(id);
  }

  /** Every node of all branches. */
  all(): Iterable<ConversationNode> {
    return this.nodes.values();
  }

  /** The children of `parent` (for null, the first prompts), in the order in which they were added. */
  childrenOf(parent: string | null): ConversationNode[] {
    return this.active.childrenOf(parent).flatMap((id) => this.nodes.get(id) ?? []);
  }

  /** The node in `ids` that was on the active path most recently. */
  latest(ids: readonly string[]): string | undefined {
    return this.active.latest(ids);
  }

  /** The last node of the most recently active path through `id`. */
  leafUnder(id: string): string {
    return this.active.leafUnder(id) ?? id;
  }

  /** The nodes from the first prompt to `leaf`, by default the active leaf. */
  path(leaf: string | null = this.leaf): ConversationNode[] {
    const path: ConversationNode[] = [];
    for (let id = leaf; id !== null;) {
      const node = this.nodes.get(id);
      if (!node) break;
      path.push(node);
      id = node.parent;
    }
    return path.reverse();
  }

  addPrompt(parts: readonly Part[], place: PromptPlace = {}): PromptNode {
    const { images = [], context = [], folds = [], parent = this.leaf, id = randomUUID() } = place;
    const isFirst = this.nodes.size === 0;
    this.append({
      type: 'prompt',
      id,
      parent,
      at: this.recorder.clock.now(),
      parts,
      ...(images.length > 0 && { images }),
      ...(context.length > 0 && { context }),
      ...(folds.length > 0 && { folds }),
      ...(place.steers && { steers: true }),
    });
    if (isFirst && !this.editorShared) this.append({ type: 'editor-context', shared: false });
    return this.nodes.get(id) as PromptNode;
  }

  openAnswer(options: AnswerOrigin): AnswerNode {
    const id = randomUUID();
    this.append({ type: 'answer', id, parent: this.leaf, at: this.recorder.clock.now(), ...options });
    return this.nodes.get(id) as AnswerNode;
  }

  /** Adds what has streamed in since the last call, so that a crash does not lose it. */
  addProgress(id: string, progress: Progress): void {
    this.append({ type: 'progress', id, ...progress });
  }

  /** Drops the progress so far, because the request is made again. */
  restartAnswer(id: string): void {
    this.append({ type: 'restart', id });
  }

  closeAnswer(id: string, close: AnswerClose): void {
    this.append({ type: 'answered', id, ...close });
  }

  addResult(id: string, result: RecordedResult): void {
    this.append({ type: 'result', id, ...result });
  }

  /** Records that the answer paused after this message, because `requests` reached the user's limit. */
  markTurnLimit(id: string, requests: number): void {
    this.append({ type: 'turn-limit', id, requests });
  }

  /** Adds the usage of a background request that answer `id` has led to. */
  addBackground(id: string, use: BackgroundUse): void {
    this.append({ type: 'background', id, ...use });
  }

  /** Adds the entries of a turn that the conversation does not have yet. False if it has all of them. */
  addTurn(entries: readonly ConversationEntry[]): boolean {
    const missing = entries.filter((entry) => !this.isRecorded(entry));
    for (const entry of missing) this.append(entry);
    return missing.length > 0;
  }

  /** Records that the user has undone or redone what the answer that begins with message `id` changed in files. */
  addFilesRestored(id: string, restored: Omit<FilesRestored, 'at'>): void {
    this.append({ type: 'files-restored', id, at: this.recorder.clock.now(), ...restored });
  }

  /** Makes `leaf` the node that the next prompt follows. */
  switchTo(leaf: string | null): void {
    this.append({ type: 'leaf', id: leaf });
  }

  rename(title: string): void {
    this.append({ type: 'title', title });
  }

  setWrittenTitle(promptId: string, title: string): void {
    this.append({ type: 'written-title', promptId, title });
  }

  shareEditor(shared: boolean): void {
    // An empty conversation must leave no file, so `addPrompt` records the choice with the first prompt.
    if (this.nodes.size === 0) this.editorShared = shared;
    else this.append({ type: 'editor-context', shared });
  }

  /**
   * Closes the answers that a crash left open, and estimates the usage of their text. Returns the number of answers.
   */
  async closeInterrupted(loadPricing: (modelId: string) => Promise<ModelPricing>): Promise<number> {
    const open = [...this.nodes.values()].filter((node) => node.kind === 'answer' && !node.close) as AnswerNode[];
    for (const node of open) {
      const usage = estimateStreamed(node.thinking + node.text);
      const spending = usage ? toSpending({ usage }, await loadPricing(node.modelId)) : UNKNOWN_SPENDING;
      this.closeAnswer(node.id, { outcome: 'interrupted', message: progressMessage(node), usage, ...spending });
    }
    return open.length;
  }

  private isRecorded(entry: ConversationEntry): boolean {
    const node = 'id' in entry && entry.id !== null ? this.nodes.get(entry.id) : undefined;
    if (entry.type === 'prompt' || entry.type === 'answer') return node !== undefined;
    if (node?.kind !== 'answer') return false;
    if (entry.type === 'answered') return node.close?.outcome === 'stopped';
    return entry.type === 'result' && node.results.some(({ result }) => result.callId === entry.result.callId);
  }

  private append(entry: ConversationEntry): void {
    const { onDidAppend } = this.recorder;
    this.apply(entry);
    onDidAppend(entry);
  }

  private get recorder(): Recording {
    if (!this.recording) throw new Error('This conversation is read-only');
    return this.recording;
  }

  private apply(entry: ConversationEntry): void {
    switch (entry.type) {
      case 'prompt': {
        const { id, at, parts, images = [], context = [], folds = [], steers = false } = entry;
        const parent = this.known(entry.parent);
        this.nodes.set(id, { kind: 'prompt', id, parent, at, parts, images, context, folds, steers });
        this.active.add(id, parent);
        return;
      }
      case 'answer': {
        const { id, at, modelId, promptId } = entry;
        const parent = this.known(entry.parent);
        const { speculated = false, amended = [] } = entry;
        this.nodes.set(id, {
          kind: 'answer',
          id,
          parent,
          at,
          modelId,
          promptId,
          speculated,
          amended,
          text: '',
          thinking: '',
          citations: [],
          close: null,
          results: [],
          pausedAfter: null,
          background: [],
          filesRestored: [],
        });
        this.active.add(id, parent);
        return;
      }
      case 'leaf':
        if (this.known(entry.id) === entry.id) this.active.set(entry.id);
        return;
      case 'title':
        this.givenTitle = entry.title;
        return;
      case 'written-title':
        this.lastWrittenTitle = { promptId: entry.promptId, title: entry.title };
        return;
      case 'editor-context':
        this.editorShared = entry.shared;
        return;
      default: {
        const node = this.nodes.get(entry.id);
        if (node?.kind === 'answer') this.nodes.set(entry.id, applyToAnswer(node, entry));
      }
    }
  }

  /** Null for a parent that was not added before its child: a broken file could otherwise make the path a cycle. */
  private known(id: string | null): string | null {
    return id !== null && this.nodes.has(id) ? id : null;
  }
}

export type ConversationNode = PromptNode | AnswerNode;

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
  /** If true, it is sent with the tool results of the answer before it, and that answer continues after it. */
  readonly steers: boolean;
}

/** One model message and the results of the calls in it. An agent's answer is a chain of them. */
export interface AnswerNode {
  readonly kind: 'answer';
  readonly id: string;
  readonly parent: string | null;
  readonly at: number;
  readonly modelId: string;
  readonly promptId: string;
  readonly speculated: boolean;
  /** Display names of the files in which the user changed or reverted the prepared edits. */
  readonly amended: readonly string[];
  /** The streamed text that has been recorded so far; superseded by the message in `close`. */
  readonly text: string;
  readonly thinking: string;
  readonly citations: readonly CitationPart[];
  readonly close: AnswerClose | null;
  /** In the order in which the calls ended. */
  readonly results: readonly RecordedResult[];
  /** The number of requests at which the answer paused after this message; 0 if unknown, null if it did not pause. */
  readonly pausedAfter: number | null;
  /** Usage of the background requests that this message has led to. */
  readonly background: readonly BackgroundUse[];
  /** What the user has undone and redone, in order. */
  readonly filesRestored: readonly FilesRestored[];
}

/** The message of an answer; while the answer is open, what has streamed in so far. */
export function messageOf(node: AnswerNode): Message {
  return node.close?.message ?? progressMessage(node);
}

/** The calls of an answer that have no result. */
export function pendingCallsOf(node: AnswerNode): readonly ToolCallPart[] {
  const answered = new Set(node.results.map(({ result }) => result.callId));
  return toolCallsOf(messageOf(node)).filter(({ id }) => !answered.has(id));
}

function progressMessage(node: AnswerNode): Message {
  const parts: Part[] = [];
  if (node.thinking) parts.push({ type: 'thinking', text: node.thinking });
  if (node.text) parts.push({ type: 'text', text: node.text });
  return { role: 'assistant', parts: [...parts, ...node.citations] };
}

function toEntries(node: ConversationNode): ConversationEntry[] {
  if (node.kind === 'prompt') {
    const { kind: _kind, folds, steers, ...prompt } = node;
    return [{ type: 'prompt', ...prompt, ...(folds.length > 0 && { folds }), ...(steers && { steers }) }];
  }
  const {
    kind: _kind,
    text,
    thinking,
    citations,
    close,
    results,
    pausedAfter,
    background,
    filesRestored,
    ...answer
  } = node;
  const { id } = node;
  return [
    { type: 'answer', ...answer },
    ...(close ? [] : [{ type: 'progress' as const, id, text, thinking, citations }]),
    ...(close ? [{ type: 'answered' as const, id, ...close }] : []),
    ...results.map((result) => ({ type: 'result' as const, id, ...result })),
    ...(pausedAfter === null ? [] : [{ type: 'turn-limit' as const, id, requests: pausedAfter }]),
    ...background.map((use) => ({ type: 'background' as const, id, ...use })),
    ...filesRestored.map((restored) => ({ type: 'files-restored' as const, id, ...restored })),
  ];
}

function applyToAnswer(node: AnswerNode, entry: AnswerEntry): AnswerNode {
  switch (entry.type) {
    case 'progress':
      return {
        ...node,
        text: node.text + (entry.text ?? ''),
        thinking: node.thinking + (entry.thinking ?? ''),
        citations: [...node.citations, ...(entry.citations ?? [])],
      };
    case 'restart':
      return { ...node, text: '', thinking: '', citations: [] };
    case 'answered': {
      const { type: _type, id: _id, ...close } = entry;
      return { ...node, close };
    }
    case 'result': {
      const { result, view } = entry;
      return { ...node, results: [...node.results, { result, view }] };
    }
    case 'turn-limit':
      return { ...node, pausedAfter: entry.requests ?? 0 };
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
