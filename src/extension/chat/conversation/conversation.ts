import { randomUUID } from 'node:crypto';
import type { DraftFold } from '../../../shared/draftFold.ts';
import type { BackgroundUse } from '../../background/usage.ts';
import type { CitationPart, Message, Part } from '../../model/message.ts';
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
  type Progress,
  type RecordedResult,
  type WrittenTitle,
} from './conversationEntry.ts';
import type { PromptContext, PromptImage, PromptPlace } from './promptContent.ts';
import { toSpending } from './spending.ts';

/** What a conversation needs to go on. */
export interface Recording {
  readonly clock: Pick<Clock, 'now'>;
  /** Hears every new entry, to write it down; entries handed to `load` are not repeated to it. */
  readonly onDidAppend: (entry: ConversationEntry) => void;
}

/**
 * A conversation is a tree of prompts and answers that only grows: retry, edit and branch add siblings. It is the sum
 * of its entries, which are also the lines of its file; so what is shown after a reload is what was shown before.
 */
export class Conversation {
  readonly id: string;
  private readonly nodes = new Map<string, ConversationNode>();
  private readonly active = new ActivePath();
  private givenTitle: string | null = null;
  private lastWrittenTitle: WrittenTitle | null = null;
  private editorShared = true;
  private readonly recording: Recording | null;

  /** Without `recording` it can only be read. */
  constructor(id: string, recording: Recording | null = null) {
    this.id = id;
    this.recording = recording;
  }

  static newId(): string {
    return randomUUID();
  }

  load(entries: readonly ConversationEntry[]): void {
    for (const entry of entries) this.apply(entry);
    // Between going back to a node and going on from it, a crash leaves a path without its end.
    this.active.set(this.active.leafUnder(this.active.leaf));
  }

  /** The node that the next prompt follows, null in an empty conversation. */
  get leaf(): string | null {
    return this.active.leaf;
  }

  /** What the user has called it, null where they have not. */
  get title(): string | null {
    return this.givenTitle;
  }

  /** What a model has called it, and after which prompt; null if none has. */
  get writtenTitle(): WrittenTitle | null {
    return this.lastWrittenTitle;
  }

  /** Whether prompts of this chat tell the model of the user's editor. */
  get sharesEditor(): boolean {
    return this.editorShared;
  }

  /** What it amounts to, for a copy: loading it gives the same conversation. */
  entries(): ConversationEntry[] {
    const nodes = [...this.nodes.values()].flatMap(toEntries);
    const title: ConversationEntry[] = this.givenTitle === null ? [] : [{ type: 'title', title: this.givenTitle }];
    const written = this.lastWrittenTitle ? [{ type: 'written-title' as const, ...this.lastWrittenTitle }] : [];
    // In the order in which the user was there last, so that a switch in the copy leads to where it would here.
    const leaves = this.active.leaves().map((id): ConversationEntry => ({ type: 'leaf', id }));
    const sharing: ConversationEntry[] = this.editorShared ? [] : [{ type: 'editor-context', shared: false }];
    return [...nodes, ...title, ...written, ...sharing, ...leaves, { type: 'leaf', id: this.leaf }];
  }

  node(id: string): ConversationNode | undefined {
    return this.nodes.get(id);
  }

  /** Every node, those of other branches included. */
  all(): Iterable<ConversationNode> {
    return this.nodes.values();
  }

  /** The nodes after `parent`, the first prompts for null, in the order in which they came. */
  childrenOf(parent: string | null): ConversationNode[] {
    return this.active.childrenOf(parent).flatMap((id) => this.nodes.get(id) ?? []);
  }

  /** Of some nodes, the one where the user was last. */
  latest(ids: readonly string[]): string | undefined {
    return this.active.latest(ids);
  }

  /** The end of the path through `id` where the user was last. */
  leafUnder(id: string): string {
    return this.active.leafUnder(id) ?? id;
  }

  /** From the first prompt to `leaf` (the active one if not given). */
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
    const pictures = images.length > 0 ? { images } : {};
    const beside = context.length > 0 ? { context } : {};
    const chips = folds.length > 0 ? { folds } : {};
    const steering = place.steers ? { steers: true } : {};
    const at = this.recorder.clock.now();
    this.append({ type: 'prompt', id, parent, at, parts, ...pictures, ...beside, ...chips, ...steering });
    if (isFirst && !this.editorShared) this.append({ type: 'editor-context', shared: false });
    return this.nodes.get(id) as PromptNode;
  }

  openAnswer(options: AnswerOrigin): AnswerNode {
    const id = randomUUID();
    this.append({ type: 'answer', id, parent: this.leaf, at: this.recorder.clock.now(), ...options });
    return this.nodes.get(id) as AnswerNode;
  }

  /** What has streamed in since the last call, so that a crash keeps it. */
  addProgress(id: string, progress: Progress): void {
    this.append({ type: 'progress', id, ...progress });
  }

  /** The progress so far is void: the request is made again. */
  restartAnswer(id: string): void {
    this.append({ type: 'restart', id });
  }

  closeAnswer(id: string, close: AnswerClose): void {
    this.append({ type: 'answered', id, ...close });
  }

  addResult(id: string, result: RecordedResult): void {
    this.append({ type: 'result', id, ...result });
  }

  /** The answer has not gone on after this message, because the model had been asked as often as it may. */
  markTurnLimit(id: string, requests: number): void {
    this.append({ type: 'turn-limit', id, requests });
  }

  /** What a request beside the conversation took that answer `id` has led to. */
  addBackground(id: string, use: BackgroundUse): void {
    this.append({ type: 'background', id, ...use });
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
    // An empty conversation leaves no file: its first prompt brings the choice along.
    if (this.nodes.size === 0) this.editorShared = shared;
    else this.append({ type: 'editor-context', shared });
  }

  /** Closes the answers that a crash left open, and counts what they had streamed. Returns how many answers these were. */
  async closeInterrupted(loadPricing: (modelId: string) => Promise<ModelPricing>): Promise<number> {
    const open = [...this.nodes.values()].filter((node) => node.kind === 'answer' && !node.close) as AnswerNode[];
    for (const node of open) {
      const usage = estimateStreamed(node.thinking + node.text);
      const spending = usage ? toSpending({ usage }, await loadPricing(node.modelId)) : UNKNOWN_SPENDING;
      this.closeAnswer(node.id, { outcome: 'interrupted', message: progressMessage(node), usage, ...spending });
    }
    return open.length;
  }

  private append(entry: ConversationEntry): void {
    const { onDidAppend } = this.recorder;
    this.apply(entry);
    onDidAppend(entry);
  }

  private get recorder(): Recording {
    if (!this.recording) throw new Error('A conversation that is only read cannot go on');
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

  /** A node can only follow one that came before it: a file that says otherwise would lead a path in circles. */
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
  /** What of the text is drawn as chips. */
  readonly folds: readonly DraftFold[];
  /** It goes with the results of the answer that it follows, which goes on behind it. */
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
  /** Files, for people, in which the user changed or took back what the prepared answer had done. */
  readonly amended: readonly string[];
  /** What has streamed in, as far as it was written down; superseded by the message in `close`. */
  readonly text: string;
  readonly thinking: string;
  readonly citations: readonly CitationPart[];
  readonly close: AnswerClose | null;
  /** In the order in which the calls ended. */
  readonly results: readonly RecordedResult[];
  /** The limit of requests that the answer paused at here: their number, 0 if it is not known; null if it did not. */
  readonly pausedAfter: number | null;
  /** What requests beside the conversation took that this message has led to. */
  readonly background: readonly BackgroundUse[];
}

/** The message of an answer, as far as it is known. */
export function messageOf(node: AnswerNode): Message {
  return node.close?.message ?? progressMessage(node);
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
  const { kind: _kind, text, thinking, citations, close, results, pausedAfter, background, ...answer } = node;
  const { id } = node;
  return [
    { type: 'answer', ...answer },
    ...(close ? [] : [{ type: 'progress' as const, id, text, thinking, citations }]),
    ...(close ? [{ type: 'answered' as const, id, ...close }] : []),
    ...results.map((result) => ({ type: 'result' as const, id, ...result })),
    ...(pausedAfter === null ? [] : [{ type: 'turn-limit' as const, id, requests: pausedAfter }]),
    ...background.map((use) => ({ type: 'background' as const, id, ...use })),
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
  }
}
