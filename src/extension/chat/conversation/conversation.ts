import { randomUUID } from 'node:crypto';
import type { PauseView } from '../../../shared/transcriptItem.ts';
import type { BackgroundUse } from '../../background/usage.ts';
import type { Part } from '../../model/message.ts';
import type { ModelPricing } from '../../model/pricing.ts';
import { estimateStreamed } from '../../model/usage.ts';
import type { Clock } from '../../ports/clock.ts';
import { ActivePath } from './activePath.ts';
import {
  UNKNOWN_SPENDING,
  type AnswerClose,
  type AnswerOrigin,
  type Compression,
  type ConversationEntry,
  type Progress,
  type Restart,
  type RecordedResult,
  type ShellLineEnd,
  type SummaryChange,
  type UnfinishedCall,
  type WrittenTitle,
} from './conversationEntry.ts';
import type { PromptProperties } from './promptContent.ts';
import { toSpending } from './spending.ts';
import {
  applyToAnswer,
  applyToPrompt,
  applyToSummary,
  progressMessage,
  restoresOf,
  sharedPrefixOf,
  toEntries,
  toNode,
  toPauseEntry,
  type AnswerNode,
  type ConversationNode,
  type PromptNode,
  type SummaryNode,
} from './conversationNode.ts';
import { applyToShellLines, toShellEntries, type ShellLine } from './shellLine.ts';
import { lastMessageNode } from './visiblePath.ts';

export interface Recording {
  readonly clock: Pick<Clock, 'now'>;
  /** Called with every new entry, but not with entries passed to `load`. */
  readonly onDidAppend: (entry: ConversationEntry) => void;
}

/**
 * A tree of prompts, answers and summaries that only grows: retry, edit and branch add siblings. Its entries are the
 * lines of its file. Applying them in order gives the whole state, so a reload shows the same conversation. The class
 * is not split, because each kind of entry is both recorded and applied here.
 */
export class Conversation {
  readonly id: string;
  private readonly nodes = new Map<string, ConversationNode>();
  private readonly shell = new Map<string, ShellLine>();
  private readonly active = new ActivePath();
  private givenTitle: string | null = null;
  private lastWrittenTitle: WrittenTitle | null = null;
  private editorShared = true;
  private loopsIgnored = false;
  private automaticCompression = true;
  /** True if the user branched at the active leaf or restored the chat to it, so `load` keeps it as the leaf. */
  private branches = false;
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
    // A retry first switches to a node that other nodes follow. If the window crashed before the new answer began, the
    // path is extended to its former end.
    if (!this.branches) this.active.set(this.active.leafUnder(this.active.leaf));
  }

  /** The node that the next prompt follows; null at the beginning. */
  get leaf(): string | null {
    return this.active.leaf;
  }

  /** The user's own title; null if the user gave none. */
  get title(): string | null {
    return this.givenTitle;
  }

  /** Null if no model wrote a title. */
  get writtenTitle(): WrittenTitle | null {
    return this.lastWrittenTitle;
  }

  get sharesEditor(): boolean {
    return this.editorShared;
  }

  /** Whether the user has turned loop detection off for this chat. */
  get ignoresLoops(): boolean {
    return this.loopsIgnored;
  }

  get compressesAutomatically(): boolean {
    return this.automaticCompression;
  }

  /** The commands of all branches, oldest first. */
  get shellLines(): readonly ShellLine[] {
    return [...this.shell.values()];
  }

  /**
   * Whether nothing was ever sent or run. A null leaf does not show this, because the leaf is also null if the chat was
   * restored to before its first prompt.
   */
  get isEmpty(): boolean {
    return this.nodes.size === 0 && this.shell.size === 0;
  }

  /** Entries for a copy, without superseded entries. */
  entries(): ConversationEntry[] {
    const nodes = [...[...this.nodes.values()].flatMap(toEntries), ...this.shellLines.flatMap(toShellEntries)];
    const title: ConversationEntry[] = this.givenTitle === null ? [] : [{ type: 'title', title: this.givenTitle }];
    const written = this.lastWrittenTitle ? [{ type: 'written-title' as const, ...this.lastWrittenTitle }] : [];
    // The most recently active leaf is last, so that a switch in the copy leads to the same leaf as a switch here.
    const leaves = this.active.leaves().map((id): ConversationEntry => ({ type: 'leaf', id }));
    const sharing: ConversationEntry[] = this.editorShared ? [] : [{ type: 'editor-context', shared: false }];
    const loops: ConversationEntry[] = this.loopsIgnored ? [{ type: 'loops-ignored' }] : [];
    const on = this.automaticCompression;
    const compression: ConversationEntry[] = on ? [] : [{ type: 'automatic-compression', on }];
    const leaf = { type: 'leaf', id: this.leaf, ...(this.branches && { branches: true as const }) } as const;
    return [...nodes, ...title, ...written, ...sharing, ...loops, ...compression, ...leaves, leaf];
  }

  node(id: string): ConversationNode | undefined {
    return this.nodes.get(id);
  }

  all(): Iterable<ConversationNode> {
    return this.nodes.values();
  }

  /** In the order in which they were added; for null, the first prompts. */
  childrenOf(parent: string | null): ConversationNode[] {
    return this.active.childrenOf(parent).flatMap((id) => this.nodes.get(id) ?? []);
  }

  latest(ids: readonly string[]): string | undefined {
    return this.active.latest(ids);
  }

  leafUnder(id: string): string {
    return this.active.leafUnder(id) ?? id;
  }

  /** The nodes from the first prompt to `leaf`. */
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

  addPrompt(parts: readonly Part[], properties: PromptProperties = {}): PromptNode {
    const { images = [], context = [], folds = [], parent = this.leaf, id = randomUUID() } = properties;
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
      ...(properties.steers && { steers: true }),
      ...(properties.ownModel && { ownModel: properties.ownModel }),
      ...(properties.tools && { tools: properties.tools }),
      ...(properties.shell && properties.shell.length > 0 && { shell: properties.shell }),
    });
    if (isFirst && !this.editorShared) this.append({ type: 'editor-context', shared: false });
    return this.nodes.get(id) as PromptNode;
  }

  addShellLine(command: string): ShellLine {
    const id = randomUUID();
    const after = this.path().findLast((node) => node.kind === 'prompt')?.id ?? null;
    this.append({ type: 'shell', id, after, at: this.recorder.clock.now(), command });
    return this.shell.get(id) as ShellLine;
  }

  endShellLine(id: string, end: ShellLineEnd): void {
    this.append({ type: 'shell-ended', id, ...end });
  }

  shareShellLine(id: string, shared: boolean): void {
    this.append({ type: 'shell-shared', id, shared });
  }

  openAnswer(options: AnswerOrigin, parent = this.leaf): AnswerNode {
    const id = randomUUID();
    this.append({ type: 'answer', id, parent, at: this.recorder.clock.now(), ...options });
    return this.nodes.get(id) as AnswerNode;
  }

  addSummary(compression: Compression): SummaryNode {
    const id = randomUUID();
    this.append({ type: 'summary', id, parent: this.leaf, at: this.recorder.clock.now(), ...compression });
    return this.nodes.get(id) as SummaryNode;
  }

  changeSummary(id: string, change: SummaryChange): void {
    this.append({ type: 'summary-changed', id, ...change });
  }

  /** Adds the content since the last `progress` entry of the message, so that a crash does not lose it. */
  addProgress(id: string, progress: Progress): void {
    this.append({ type: 'progress', id, ...progress });
  }

  /** Call when the request is made again. */
  restartAnswer(id: string, restart: Restart = {}): void {
    this.append({ type: 'restart', id, ...restart });
  }

  closeAnswer(id: string, close: AnswerClose): void {
    this.append({ type: 'answered', id, ...close });
  }

  addResult(id: string, result: RecordedResult): void {
    this.append({ type: 'result', id, ...result });
  }

  /** Records that a call gets no result, because its answer is interrupted. */
  addUnfinished(id: string, call: UnfinishedCall): void {
    this.append({ type: 'unfinished', id, ...call });
  }

  markPaused(id: string, pause: PauseView): void {
    this.append(toPauseEntry(id, pause));
  }

  /** Records that this message was stopped because the user opened another chat. */
  markChatLeft(id: string): void {
    this.append({ type: 'chat-left', id });
  }

  addBackground(id: string, use: BackgroundUse): void {
    this.append({ type: 'background', id, ...use });
  }

  /** Adds those entries that the conversation does not have yet. Returns false if it adds none. */
  addExchange(entries: readonly ConversationEntry[]): boolean {
    const [first] = entries;
    // The user may have continued since the restore was recorded, so the restore's leaf must not become active again.
    if (first?.type === 'files-restored' && this.isRecorded(first)) return false;
    const missing = entries.filter((entry) => !this.isRecorded(entry));
    for (const entry of missing) this.append(entry);
    return missing.length > 0;
  }

  switchTo(leaf: string | null): void {
    this.append({ type: 'leaf', id: leaf });
  }

  /** Like `switchTo`, but `leaf` stays the leaf after a reload, although other nodes follow it. */
  branchFrom(leaf: string | null): void {
    this.append({ type: 'leaf', id: leaf, branches: true });
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

  ignoreLoops(): void {
    this.append({ type: 'loops-ignored' });
  }

  setAutomaticCompression(on: boolean): void {
    if (on !== this.automaticCompression) this.append({ type: 'automatic-compression', on });
  }

  /**
   * Closes the answers that a crash left open, and estimates their usage. If the last prompt has no answer, but an
   * earlier prompt has one, first adds an empty answer, which the user can retry. Returns the number of closed answers.
   */
  async closeInterrupted(loadPricing: (modelId: string) => Promise<ModelPricing>): Promise<number> {
    this.openMissingAnswer();
    const open = [...this.nodes.values()].filter((node) => node.kind === 'answer' && !node.close) as AnswerNode[];
    for (const node of open) {
      const usage = estimateStreamed(node.thinking + node.text.slice(sharedPrefixOf(node)), node.modelId);
      const spending = usage ? toSpending({ usage }, await loadPricing(node.modelId)) : UNKNOWN_SPENDING;
      this.closeAnswer(node.id, { outcome: 'interrupted', message: progressMessage(node), usage, ...spending });
    }
    return open.length;
  }

  /** The answer's model is copied from an earlier answer, because prompts have no model. */
  private openMissingAnswer(): void {
    const path = this.path();
    const last = lastMessageNode(path);
    const before = path.findLast((node) => node.kind === 'answer');
    if (last?.kind === 'prompt' && before) this.openAnswer({ modelId: before.modelId, promptId: last.id });
  }

  private isRecorded(entry: ConversationEntry): boolean {
    const node = 'id' in entry && entry.id !== null ? this.nodes.get(entry.id) : undefined;
    if (entry.type === 'prompt' || entry.type === 'answer') return node !== undefined;
    if (entry.type === 'files-restored')
      return node !== undefined && restoresOf(node).some(({ key }) => key === entry.key);
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
      case 'prompt':
      case 'answer':
      case 'summary': {
        const parent = this.known(entry.parent);
        this.nodes.set(entry.id, toNode(entry, parent));
        this.active.add(entry.id, parent);
        this.branches = false;
        return;
      }
      case 'summary-changed': {
        const node = this.nodes.get(entry.id);
        if (node?.kind === 'summary') this.nodes.set(entry.id, applyToSummary(node, entry));
        return;
      }
      case 'shell':
      case 'shell-ended':
      case 'shell-shared':
        return applyToShellLines(this.shell, entry);
      case 'leaf':
        if (this.known(entry.id) !== entry.id) return;
        this.active.set(entry.id);
        this.branches = entry.branches ?? false;
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
      case 'loops-ignored':
        this.loopsIgnored = true;
        return;
      case 'automatic-compression':
        this.automaticCompression = entry.on;
        return;
      default: {
        const node = this.nodes.get(entry.id);
        if (node?.kind === 'answer') this.nodes.set(entry.id, applyToAnswer(node, entry));
        if (node?.kind === 'prompt') this.nodes.set(entry.id, applyToPrompt(node, entry));
      }
    }
  }

  /** Null for a parent that was not added before its child, because a broken file could make the path a cycle. */
  private known(id: string | null): string | null {
    return id !== null && this.nodes.has(id) ? id : null;
  }
}
