import { randomUUID } from 'node:crypto';
import type { ChangesView } from '../../shared/transcriptItem.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import type { PromptKey } from '../changes/changeNames.ts';
import { ChangeList } from '../changes/changeList.ts';
import type { ChangeStore, RestoreResult } from '../changes/changeStore.ts';
import type { RestoredFile } from '../changes/restore.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Log } from '../ports/log.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { AnswerNode } from './conversation/conversationNode.ts';
import type { ChatStore } from './view/chatStore.ts';

export interface AnswerChangesOptions {
  readonly conversation: Conversation;
  readonly changes: ChangeStore;
  readonly workspace: Workspace;
  readonly store: ChatStore;
  readonly log: Log;
}

/**
 * A file that an undo or redo left as it was, because somebody has changed the file since. `now` is its content and
 * `wanted` the content that it would have got; null for no file.
 */
export interface ChangedSince {
  readonly path: string;
  readonly now: Uint8Array | null;
  readonly wanted: Uint8Array | null;
}

/**
 * The files that the last undo or redo of an answer left as they were. `changed`: somebody has changed them since.
 * `lost`: display names of files that could not be restored.
 */
interface Unrestored {
  readonly changed: readonly ChangedSince[];
  readonly lost: readonly string[];
}

/**
 * Shows under the answers of one open chat which files each answer has changed, and undoes and redoes these changes. An
 * answer is identified by its item, whose id is the id of the answer's first message. Only answers that began as an
 * applied speculation are shown; the change store has the changes of all answers.
 */
export class AnswerChanges implements Disposable {
  private readonly options: AnswerChangesOptions;
  private readonly subscription: Disposable;
  /** By the id of the answer's item. */
  private readonly unrestored = new Map<string, Unrestored>();

  constructor(options: AnswerChangesOptions) {
    this.options = options;
    this.subscription = options.store.onDidChange((event) => {
      if (event.type === 'item-added') this.show(event.item.id);
      // The calls of the answer may have changed further files.
      if (event.type === 'status-changed' && event.status === 'idle') this.show(options.store.state.items.at(-1)?.id);
    });
  }

  /** Call when the chat is shown. */
  showAll(): void {
    for (const { id } of this.options.store.state.items) this.show(id);
  }

  /** The files that the last undo or redo of the answer skipped, because somebody has changed them since. */
  changedSince(itemId: string): readonly ChangedSince[] {
    return this.unrestored.get(itemId)?.changed ?? [];
  }

  /**
   * Gives the files their contents from before the answer, or from after it. Skips files that somebody has changed
   * since. Does nothing if the answer's changes are already in the wanted state. Returns the paths of the written files.
   */
  async restore(itemId: string, action: 'undo' | 'redo'): Promise<readonly string[]> {
    const { conversation } = this.options;
    const answer = this.answer(itemId);
    const last = answer?.filesRestored.at(-1);
    if (!answer || (last?.action ?? 'redo') === action) return [];
    const key = `${answer.promptId} ${action} ${randomUUID()}`;
    const result = await this.restoreFiles(action === 'undo' ? answer.promptId : (last?.key ?? ''), key);
    if (result.kind === 'dropped') {
      await this.update(itemId, true);
      return [];
    }
    const files = result.kind === 'restored' ? result.files : [];
    const restored = files.filter(({ kind }) => kind === 'restored').map(({ path }) => path);
    const unrestored = await this.toUnrestored(files);
    this.unrestored.set(itemId, unrestored);
    if (restored.length > 0 || unrestored.changed.length + unrestored.lost.length === 0) {
      conversation.addFilesRestored(itemId, { action, key, files: await this.displayed(restored) });
    }
    await this.update(itemId);
    return restored;
  }

  dispose(): void {
    this.subscription.dispose();
  }

  /** Cannot be cancelled, because a cancelled restore would leave only some of the files restored. */
  private async restoreFiles(prompt: string, key: string): Promise<RestoreResult> {
    const from = this.keyOf(prompt);
    const workspace = await this.admittedFor(from);
    return this.options.changes.restore(from, this.keyOf(key), workspace, new AbortController().signal);
  }

  /** Finds again, after a reload, what the last undo or redo has left as it was. */
  private async unrestoredOf(itemId: string, answer: AnswerNode): Promise<Unrestored | undefined> {
    const last = answer.filesRestored.at(-1);
    if (!last || this.unrestored.has(itemId)) return this.unrestored.get(itemId);
    const from = this.keyOf(last.action === 'undo' ? answer.promptId : (answer.filesRestored.at(-2)?.key ?? ''));
    const workspace = await this.admittedFor(from);
    const { signal } = new AbortController();
    const files = await this.options.changes.unrestored(from, this.keyOf(last.key), workspace, signal);
    const found = await this.toUnrestored(files);
    // The user may have pressed Undo or Redo meanwhile.
    if (!this.unrestored.has(itemId)) this.unrestored.set(itemId, found);
    return this.unrestored.get(itemId);
  }

  /** A workspace that admits the files of a prompt that are outside the workspace. */
  private async admittedFor(key: PromptKey): Promise<Workspace> {
    const { changes, workspace } = this.options;
    const found = await changes.changesOf(key);
    const paths = found.kind === 'changes' ? found.files.map(({ path }) => path) : [];
    const resolved = await Promise.all(paths.map((path) => workspace.resolve(path)));
    // The user has allowed a call to change these files. A path that has become a link is not one of them.
    const outside = resolved.flatMap(({ kind, path }) => (kind === 'outside' && paths.includes(path) ? [path] : []));
    return outside.length > 0 ? (workspace.admit?.(outside) ?? workspace) : workspace;
  }

  private async toUnrestored(files: readonly RestoredFile[]): Promise<Unrestored> {
    const lost: string[] = [];
    const changed: ChangedSince[] = [];
    for (const file of files) {
      if (file.kind === 'conflict') changed.push({ path: file.path, now: file.now, wanted: file.before });
      if (file.kind === 'lost' || file.kind === 'failed') lost.push(file.path);
      if (file.kind === 'failed') this.options.log.error(`${file.path} could not be restored: ${file.message}`);
    }
    return { changed, lost: await this.displayed(lost) };
  }

  private show(itemId: string | undefined): void {
    if (itemId === undefined || !this.answer(itemId)) return;
    this.update(itemId).catch((error: unknown) => {
      this.options.log.error('The changes of an answer could not be read', error);
    });
  }

  private async update(itemId: string, isDropped = false): Promise<void> {
    const { store } = this.options;
    const changes = await this.toView(itemId, isDropped);
    const item = store.state.items.find(({ id }) => id === itemId);
    if (item?.kind !== 'answer' || JSON.stringify(item.changes) === JSON.stringify(changes)) return;
    store.dispatch({ type: 'answer-updated', itemId, patch: { changes } });
  }

  private async toView(itemId: string, isDropped: boolean): Promise<ChangesView | null> {
    const answer = this.answer(itemId);
    if (!answer) return null;
    const found = await this.options.changes.changesOf(this.keyOf(answer.promptId));
    if (isDropped || found.kind === 'dropped') return DROPPED;
    if (found.kind === 'none' || found.files.length === 0) return null;
    const unrestored = await this.unrestoredOf(itemId, answer);
    const listed = found.files.map((file) => ({ ...file, display: file.path, lines: file }));
    const { files, added, removed, moved } = new ChangeList(listed).summary();
    const changed = await this.displayed((unrestored?.changed ?? []).map(({ path }) => path));
    return {
      // Read again, because the user may have pressed Undo while the store was read.
      state: this.answer(itemId)?.filesRestored.at(-1)?.action === 'undo' ? 'undone' : 'applied',
      files: files.length,
      ...(moved > 0 && { moved }),
      added,
      removed,
      bypasses: found.bypasses.map(toDisplayText),
      changed,
      lost: [...(unrestored?.lost ?? [])],
    };
  }

  /** The answer, if it began as an applied speculation. */
  private answer(itemId: string): AnswerNode | undefined {
    const node = this.options.conversation.node(itemId);
    return node?.kind === 'answer' && node.speculated ? node : undefined;
  }

  private keyOf(prompt: string): PromptKey {
    return { chat: this.options.conversation.id, prompt };
  }

  private async displayed(paths: readonly string[]): Promise<string[]> {
    const resolved = await Promise.all(paths.map((path) => this.options.workspace.resolve(path)));
    return resolved.map(({ display }) => toDisplayText(display));
  }
}

const DROPPED: ChangesView = {
  state: 'dropped',
  files: 0,
  added: 0,
  removed: 0,
  bypasses: [],
  changed: [],
  lost: [],
};
