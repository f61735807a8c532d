import type { ChangesView } from '../../shared/transcriptItem.ts';
import { ChangeList } from '../changes/changeList.ts';
import { toChangedFile } from '../changes/changeStore.ts';
import type { Disposable } from '../base/disposable.ts';
import type { Log } from '../ports/log.ts';
import { changeKeysOfAnswer, changeKeysOfAnswers, restoresOver } from './changeKeys.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { AnswerNode } from './conversation/conversationNode.ts';
import { toBypassView, type ComparedFile, type FileRestorer, type Unrestored } from './fileRestorer.ts';
import type { ChatStore } from './view/chatStore.ts';

export interface AnswerChangesOptions {
  readonly conversation: Conversation;
  readonly restorer: FileRestorer;
  readonly store: ChatStore;
  readonly log: Log;
}

/**
 * Shows which files each answer of one open chat has changed, and undoes and redoes these changes. An item's id is the
 * id of the answer's first message.
 */
export class AnswerChanges implements Disposable {
  private readonly options: AnswerChangesOptions;
  private readonly subscription: Disposable;
  /** The files that the last undo, redo or restore of an answer did not restore, by item id. */
  private readonly unrestored = new Map<string, { readonly key: string | undefined; readonly found: Unrestored }>();
  private readonly pending = new Set<string>();

  constructor(options: AnswerChangesOptions) {
    this.options = options;
    this.subscription = options.store.onDidChange((event) => {
      if (event.type === 'item-added') this.show(event.item.id);
      // An answer's calls may have changed files since its item was added.
      if (event.type === 'status-changed' && event.status === 'idle') this.show(options.store.state.items.at(-1)?.id);
    });
  }

  showAll(): void {
    for (const { id } of this.options.store.state.items) this.show(id);
  }

  /** The files that the last undo, redo or restore skipped, because somebody else had changed them. */
  changedSince(itemId: string): readonly ComparedFile[] {
    return this.unrestored.get(itemId)?.found.changed ?? [];
  }

  /**
   * Undoes or redoes an answer's changes, except in files that somebody else has changed meanwhile. Does nothing if the
   * changes are already in the wanted state, or if a restore to a checkpoint has changed a file of the answer. Returns
   * the paths of the written files.
   */
  async restore(itemId: string, action: 'undo' | 'redo'): Promise<readonly string[]> {
    const { conversation, restorer } = this.options;
    const answer = this.answer(itemId);
    const last = answer?.filesRestored.at(-1);
    if (!answer || (last?.action ?? 'redo') === action || (await this.isRestored(itemId))) return [];
    const keys = action === 'undo' ? changeKeysOfAnswer(conversation, itemId) : [last?.key ?? ''];
    const result = await restorer.restore(keys, { id: itemId, action });
    if (result.kind === 'restored') this.unrestored.set(itemId, { key: this.lastRestore(itemId), found: result });
    await this.update(itemId, result.kind === 'dropped');
    return result.kind === 'restored' ? result.paths : [];
  }

  dispose(): void {
    this.subscription.dispose();
  }

  /** Waits for the next microtask, so that the change store is asked once for many items. */
  private show(itemId: string | undefined): void {
    if (itemId === undefined || !this.answer(itemId)) return;
    this.pending.add(itemId);
    if (this.pending.size > 1) return;
    queueMicrotask(() => {
      const ids = [...this.pending];
      this.pending.clear();
      this.updateEach(ids).catch((error: unknown) => this.options.log.error(UNREADABLE, error));
    });
  }

  private async updateEach(ids: readonly string[]): Promise<void> {
    const { conversation, restorer, store } = this.options;
    const keys = changeKeysOfAnswers(conversation);
    const recorded = new Set(await restorer.recorded(ids.flatMap((id) => keys.get(id) ?? [])));
    const shown = store.state.items.flatMap((item) => (item.kind === 'answer' && item.changes ? item.id : []));
    for (const id of ids) {
      if (shown.includes(id) || keys.get(id)?.some((key) => recorded.has(key))) await this.update(id);
    }
  }

  /**
   * The files that the last undo, redo or restore did not restore. Finds them again if `unrestored` does not have them:
   * after a reload, or after a restore to a checkpoint.
   */
  private async unrestoredOf(itemId: string, answer: AnswerNode): Promise<Unrestored | undefined> {
    const { conversation, restorer } = this.options;
    const key = this.lastRestore(itemId);
    const known = this.unrestored.get(itemId);
    if (known?.key === key) return known?.found;
    this.unrestored.delete(itemId);
    if (key === undefined) return undefined;
    const own = answer.filesRestored.at(-1);
    const isRedo = own?.key === key && own.action === 'redo';
    const keys = isRedo ? [answer.filesRestored.at(-2)?.key ?? ''] : changeKeysOfAnswer(conversation, itemId);
    const found = await restorer.unrestored(await restorer.recorded(keys), key);
    // The user may have pressed Undo or Redo meanwhile.
    if (this.lastRestore(itemId) === key && !this.unrestored.has(itemId)) this.unrestored.set(itemId, { key, found });
    return this.unrestored.get(itemId)?.found;
  }

  /** The key of the last restore of the answer's files: to a checkpoint, or by Undo or Redo of the answer. */
  private lastRestore(itemId: string): string | undefined {
    const own = this.answer(itemId)?.filesRestored.at(-1);
    const checkpoint = restoresOver(this.options.conversation, itemId).at(-1);
    return checkpoint && own && checkpoint.at < own.at ? own.key : (checkpoint ?? own)?.key;
  }

  /** Whether a restore to a checkpoint has changed a file of the answer. Ignores undone restores. */
  private async isRestored(itemId: string): Promise<boolean> {
    const { conversation, restorer } = this.options;
    const restores = await restorer.recorded(restoresOver(conversation, itemId).map(({ key }) => key));
    if (restores.length === 0) return false;
    const own = await restorer.chainsOf(await restorer.recorded(changeKeysOfAnswer(conversation, itemId)));
    const written = new Set((await restorer.chainsOf(restores)).files.map(({ path }) => path));
    return own.files.some(({ path }) => written.has(path));
  }

  private async update(itemId: string, isDropped = false): Promise<void> {
    const { store } = this.options;
    const changes = await this.toView(itemId, isDropped);
    const item = store.state.items.find(({ id }) => id === itemId);
    if (item?.kind !== 'answer' || JSON.stringify(item.changes) === JSON.stringify(changes)) return;
    store.dispatch({ type: 'answer-updated', itemId, patch: { changes } });
  }

  private async toView(itemId: string, isDropped: boolean): Promise<ChangesView | null> {
    const { conversation, restorer } = this.options;
    const answer = this.answer(itemId);
    if (!answer) return null;
    const keys = await restorer.recorded(changeKeysOfAnswer(conversation, itemId));
    const { files: chains, bypasses, dropped } = await restorer.chainsOf(keys);
    if (isDropped || dropped > 0) return DROPPED;
    const found = chains.flatMap((chain) => toChangedFile(chain) ?? []);
    // A command whose changes are unknown needs no line, because many commands change no files.
    if (found.length === 0 && bypasses.every(({ files }) => files.length === 0)) return null;
    const unrestored = await this.unrestoredOf(itemId, answer);
    const isRestored = await this.isRestored(itemId);
    const listed = found.map((file) => ({ ...file, display: file.path, lines: file }));
    const { files, added, removed, moved } = new ChangeList(listed).summary();
    const changed = await restorer.displayed((unrestored?.changed ?? []).map(({ path }) => path));
    return {
      state: isRestored ? 'restored' : this.stateOf(itemId),
      files: files.length,
      ...(moved > 0 && { moved }),
      added,
      removed,
      bypasses: bypasses.map(toBypassView),
      changed,
      lost: [...(unrestored?.lost ?? [])],
    };
  }

  /** Call after the last `await`, because the user may press Undo while the change store is read. */
  private stateOf(itemId: string): ChangesView['state'] {
    return this.answer(itemId)?.filesRestored.at(-1)?.action === 'undo' ? 'undone' : 'applied';
  }

  private answer(itemId: string): AnswerNode | undefined {
    const node = this.options.conversation.node(itemId);
    return node?.kind === 'answer' ? node : undefined;
  }
}

const UNREADABLE = 'The changes of an answer could not be read';

const DROPPED: ChangesView = {
  state: 'dropped',
  files: 0,
  added: 0,
  removed: 0,
  bypasses: [],
  changed: [],
  lost: [],
};
