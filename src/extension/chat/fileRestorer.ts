import { randomUUID } from 'node:crypto';
import { toDisplayText } from '../../shared/displayText.ts';
import { changeTexts } from '../base/texts/changeTexts.ts';
import type { BypassView } from '../../shared/transcriptItem.ts';
import type { Bypass } from '../changes/changeLog.ts';
import type { PromptKey } from '../changes/changeNames.ts';
import { toChangedFile, type ChangedFile, type ChangeStore } from '../changes/changeStore.ts';
import type { ChangeChains, FileChain } from '../changes/fileChain.ts';
import { readState } from '../changes/fileState.ts';
import { MovePairs } from '../changes/movePairs.ts';
import { checkFiles, type CheckedFile, type RestoredFile } from '../changes/restore.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Workspace } from '../ports/workspace.ts';
import type { ConversationEntry, FilesRestored } from './conversation/conversationEntry.ts';
import type { OpenConversation } from './conversation/openConversation.ts';

export interface FileRestorerOptions {
  readonly opened: Pick<OpenConversation, 'conversation' | 'writer'>;
  readonly changes: ChangeStore;
  readonly workspace: Workspace;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
}

export interface ComparedFile {
  readonly path: string;
  /** The path of the earlier content; missing if the file was not moved. */
  readonly from?: string;
  /** Null if the file does not exist. */
  readonly now: Uint8Array | null;
  /** The earlier content; null if the file did not exist. */
  readonly wanted: Uint8Array | null;
}

export interface Unrestored {
  /** Files with a conflict (see `RestoredFile`). */
  readonly changed: readonly ComparedFile[];
  /** Display names of files that could not be restored, each with the reason. */
  readonly lost: readonly string[];
}

export interface RestorePlace {
  readonly id: string;
  readonly action: FilesRestored['action'];
  /** The leaf after the restore; missing if the restore does not change the leaf. */
  readonly leaf?: string | null;
}

export type FileRestore =
  | ({ readonly kind: 'restored'; readonly paths: readonly string[] } & Unrestored)
  /** The earlier contents were removed to make room. */
  | { readonly kind: 'dropped' };

export interface RestorePreview {
  readonly files: readonly CheckedFile[];
  readonly bypasses: readonly Bypass[];
  /** The number of prompts whose earlier contents were removed to make room. */
  readonly dropped: number;
}

/**
 * Restores files from the change store, and records each restore in one open chat. Every parameter `prompts` contains
 * values of `PromptKey.prompt`.
 */
export class FileRestorer {
  private readonly options: FileRestorerOptions;

  constructor(options: FileRestorerOptions) {
    this.options = options;
  }

  async recorded(prompts: readonly string[]): Promise<string[]> {
    const found = await this.options.changes.recorded(prompts.map((prompt) => this.keyOf(prompt)));
    return found.map(({ prompt }) => prompt);
  }

  chainsOf(prompts: readonly string[]): Promise<ChangeChains> {
    return this.options.changes.chainsOf(prompts.map((prompt) => this.keyOf(prompt)));
  }

  async preview(prompts: readonly string[], signal: AbortSignal): Promise<RestorePreview> {
    const { files, bypasses, dropped } = await this.chainsOf(await this.recorded(prompts));
    return { files: await checkFiles(files, await this.admittedFor(files), signal), bypasses, dropped };
  }

  /**
   * Restores the contents from before the prompts, except in files that somebody else has changed since. Records the
   * restore, unless it only concerns files and could not restore any of them. Cannot be cancelled.
   */
  async restore(prompts: readonly string[], place: RestorePlace): Promise<FileRestore> {
    const { opened, changes, log } = this.options;
    const key = `${place.id} ${place.action} ${randomUUID()}`;
    const recorded = await this.recorded(prompts);
    const workspace = await this.admittedFor((await this.chainsOf(recorded)).files);
    let isRecorded = false;
    const record = (exchange: unknown): Promise<boolean> => {
      isRecorded = true;
      opened.conversation.addExchange(exchange as readonly ConversationEntry[]);
      return opened.writer.flush();
    };
    const result = await changes.restoreAll(
      recorded.map((prompt) => this.keyOf(prompt)),
      { undo: this.keyOf(key), toExchange: (paths) => this.toEntries(key, place, paths), record },
      workspace,
      new AbortController().signal,
    );
    if (result.kind === 'dropped') {
      if (place.leaf !== undefined) await record(await this.toEntries(key, place, []));
      return { kind: 'dropped' };
    }
    const files = result.kind === 'restored' ? result.files : [];
    const unrestored = await this.toUnrestored(files);
    const isLeft = unrestored.changed.length + unrestored.lost.length > 0;
    // Nothing had to be written: the files have their earlier contents, or only the chat is restored.
    if (!isRecorded && (!isLeft || place.leaf !== undefined)) await record(await this.toEntries(key, place, []));
    for (const file of files) {
      if (file.kind === 'failed') log.error(`${file.path} could not be restored: ${file.message}`);
    }
    return {
      kind: 'restored',
      paths: files.flatMap((file) => (file.kind === 'restored' ? file.path : [])),
      ...unrestored,
    };
  }

  /** Finds again, after a reload, the files that the restore with this key has left as they were. */
  async unrestored(prompts: readonly string[], key: string): Promise<Unrestored> {
    const keys = prompts.map((prompt) => this.keyOf(prompt));
    const workspace = await this.admittedFor((await this.options.changes.chainsOf(keys)).files);
    const { signal } = new AbortController();
    return this.toUnrestored(await this.options.changes.unrestored(keys, this.keyOf(key), workspace, signal));
  }

  /**
   * The files that the prompts have changed, without files that have their earlier content again. `lost`: display names
   * of files whose earlier content is missing. `hasChanges`: whether changes by the prompts were recorded.
   */
  async compared(
    prompts: readonly string[],
    signal: AbortSignal,
  ): Promise<Pick<Unrestored, 'lost'> & { readonly files: ComparedFile[]; readonly hasChanges: boolean }> {
    const recorded = await this.recorded(prompts);
    const chains = await this.chainsOf(recorded);
    const workspace = await this.admittedFor(chains.files);
    const changed = chains.files.flatMap((chain) => toChangedFile(chain) ?? []);
    const pairs = new MovePairs<ChangedFile>(changed);
    const files: ComparedFile[] = [];
    const lost: string[] = [];
    for (const chain of chains.files) {
      const change = changed.find(({ path }) => path === chain.path);
      if (pairs.targetOf(chain.path)) continue;
      const source = change && pairs.sourceOf(change);
      const before = source ? chains.files.find(({ path }) => path === source.path) : chain;
      const wanted = before && (await firstBytes(before));
      const now = (await readState(workspace, chain.path, signal))?.bytes ?? null;
      if (wanted === undefined) lost.push(chain.path);
      else if (source || !isSame(wanted, now))
        files.push({ path: chain.path, ...(source && { from: source.path }), now, wanted });
    }
    return { files, lost: await this.displayed(lost), hasChanges: recorded.length > 0 };
  }

  async toUnrestored(files: readonly (RestoredFile | CheckedFile)[]): Promise<Unrestored> {
    const changed = files.flatMap((file) =>
      file.kind === 'conflict' ? { path: file.path, now: file.now, wanted: file.before } : [],
    );
    const lost = files.filter((file) => file.kind === 'lost' || file.kind === 'failed');
    const names = await this.displayed(lost.map(({ path }) => path));
    return { changed, lost: lost.map((file, index) => changeTexts.lostFile(names[index] ?? '', whyLost(file))) };
  }

  async displayed(paths: readonly string[]): Promise<string[]> {
    const resolved = await Promise.all(paths.map((path) => this.options.workspace.resolve(path)));
    return resolved.map(({ display }) => toDisplayText(display));
  }

  private async toEntries(
    key: string,
    { id, action, leaf }: RestorePlace,
    paths: readonly string[],
  ): Promise<readonly ConversationEntry[]> {
    const { opened, clock } = this.options;
    const { conversation } = opened;
    const files = await this.displayed(paths);
    const before = leaf !== undefined && conversation.leaf !== null && { leaf: conversation.leaf };
    return [
      { type: 'files-restored', id, action, at: clock.now(), key, files, ...before },
      // Without `branches`, a reload would show the nodes after the leaf again.
      ...(leaf === undefined ? [] : [{ type: 'leaf' as const, id: leaf, branches: true as const }]),
    ];
  }

  /** The returned workspace also accepts those of `files` that are outside the folders of the chat's workspace. */
  private async admittedFor(files: readonly FileChain[]): Promise<Workspace> {
    const { workspace } = this.options;
    const paths = files.map(({ path }) => path);
    const resolved = await Promise.all(paths.map((path) => workspace.resolve(path)));
    // The user has allowed a call to change these files. A path that has since become a link is left out.
    const outside = resolved.flatMap(({ kind, path }) => (kind === 'outside' && paths.includes(path) ? [path] : []));
    return outside.length > 0 ? (workspace.admit?.(outside) ?? workspace) : workspace;
  }

  private keyOf(prompt: string): PromptKey {
    return { chat: this.options.opened.conversation.id, prompt };
  }
}

export function toBypassView({ call, files }: Bypass): BypassView {
  return { call: toDisplayText(call), files: files.map(toDisplayText) };
}

/** Undefined if the store does not have the content. */
async function firstBytes({ before, prompt }: FileChain): Promise<Uint8Array | null | undefined> {
  if (before.kind === 'lost') return undefined;
  return before.kind === 'file' ? prompt.readImage(before.image) : null;
}

function isSame(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one === null || other === null ? one === other : Buffer.compare(one, other) === 0;
}

function whyLost(file: Extract<RestoredFile, { kind: 'lost' | 'failed' }>): string {
  if (file.kind === 'failed') return toDisplayText(file.message);
  return file.reason === 'too-large' ? changeTexts.tooLarge() : changeTexts.damaged();
}
