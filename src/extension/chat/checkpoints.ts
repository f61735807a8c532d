import { randomUUID } from 'node:crypto';
import type { RestoreCard, RestoredView } from '../../shared/restoreCard.ts';
import type { AnswerChanges } from './answerChanges.ts';
import type { Branching } from './branching.ts';
import { changeKeysSince } from './changeKeys.ts';
import type { Conversation } from './conversation/conversation.ts';
import type { FilesRestored } from './conversation/conversationEntry.ts';
import type { PromptNode } from './conversation/conversationNode.ts';
import { toTitle } from './conversation/title.ts';
import { toBypassView, type ComparedFile, type FileRestorer } from './fileRestorer.ts';

export interface CheckpointsOptions {
  readonly conversation: Conversation;
  readonly restorer: FileRestorer;
  readonly branching: Branching;
  readonly answerChanges: AnswerChanges;
}

export interface CheckpointRestore {
  /** The paths of the written files. */
  readonly paths: readonly string[];
  /** Display names of files that somebody else has changed. */
  readonly changed: readonly string[];
  /** Display names of files that could not be restored, each with the reason. */
  readonly lost: readonly string[];
  /** True if no file was restored, because the earlier contents were removed to make room. */
  readonly dropped: boolean;
}

const NOTHING: CheckpointRestore = { paths: [], changed: [], lost: [], dropped: false };

/**
 * Each prompt, except steering prompts, is a checkpoint: files can be restored to their contents from before the
 * prompt.
 */
export class Checkpoints {
  private readonly options: CheckpointsOptions;

  constructor(options: CheckpointsOptions) {
    this.options = options;
  }

  /** Undefined if the prompt is not a checkpoint. */
  async preview(promptId: string, kind: RestoreCard['kind'], signal: AbortSignal): Promise<RestoreCard | undefined> {
    const { conversation, restorer } = this.options;
    const prompt = this.checkpoint(promptId);
    if (!prompt) return undefined;
    const { files, bypasses, dropped } = await restorer.preview(changeKeysSince(conversation, promptId), signal);
    const restorable = files.filter((file) => file.kind === 'restorable');
    const names = await restorer.displayed(restorable.map(({ path }) => path));
    const { changed, lost } = await restorer.toUnrestored(files);
    return {
      id: randomUUID(),
      itemId: promptId,
      kind,
      prompt: titleOf(prompt),
      files: restorable.map(({ added, removed, bytes, now }, index) => ({
        path: names[index] ?? '',
        added,
        removed,
        change: bytes === null ? 'delete' : now === null ? 'create' : 'edit',
      })),
      changed: await restorer.displayed(changed.map(({ path }) => path)),
      lost: [...lost],
      bypasses: bypasses.map(toBypassView),
      dropped: dropped > 0,
    };
  }

  /** The files that a restore would skip, because somebody else has changed them. */
  async changedSince(promptId: string, signal: AbortSignal): Promise<readonly ComparedFile[]> {
    const { conversation, restorer } = this.options;
    const { files } = await restorer.preview(changeKeysSince(conversation, promptId), signal);
    return (await restorer.toUnrestored(files)).changed;
  }

  /**
   * Restores files to their contents from before the prompt, except files that somebody else has changed. With
   * `withChat`, the conversation then ends before the prompt.
   */
  async restore(promptId: string, withChat: boolean): Promise<CheckpointRestore> {
    const { conversation } = this.options;
    const prompt = this.checkpoint(promptId);
    if (!prompt) return NOTHING;
    const leaf = withChat ? { leaf: prompt.parent } : {};
    return this.write(changeKeysSince(conversation, promptId), { id: promptId, action: 'undo', ...leaf });
  }

  /** Does nothing if `restored` is null. */
  async undo(): Promise<CheckpointRestore> {
    const last = this.last;
    if (!last) return NOTHING;
    const { prompt, restored } = last;
    const leaf = restored.leaf === undefined ? {} : { leaf: restored.leaf };
    return this.write([restored.key], { id: prompt.id, action: 'redo', ...leaf });
  }

  /**
   * The last restore; null if it was undone, or if the chat has continued since. Also null if it changed nothing and
   * the user has undone or redone an answer's changes since.
   */
  get restored(): RestoredView | null {
    const { last } = this;
    if (!last) return null;
    const { prompt, restored } = last;
    return {
      itemId: prompt.id,
      prompt: titleOf(prompt),
      withChat: restored.leaf !== undefined,
      files: restored.files.length,
    };
  }

  private async write(
    keys: readonly string[],
    place: Parameters<FileRestorer['restore']>[1],
  ): Promise<CheckpointRestore> {
    const { restorer, branching, answerChanges } = this.options;
    const result = await restorer.restore(keys, place);
    if (place.leaf !== undefined) branching.showLeaf();
    answerChanges.showAll();
    if (result.kind === 'dropped') return { ...NOTHING, dropped: true };
    const { paths, changed, lost } = result;
    return { paths, changed: await restorer.displayed(changed.map(({ path }) => path)), lost, dropped: false };
  }

  private checkpoint(promptId: string): PromptNode | undefined {
    const node = this.options.conversation.node(promptId);
    return node?.kind === 'prompt' && !node.steers ? node : undefined;
  }

  private get last(): { readonly prompt: PromptNode; readonly restored: FilesRestored } | undefined {
    let last: { readonly prompt: PromptNode; readonly restored: FilesRestored } | undefined;
    let newest = -Infinity;
    let changed = -Infinity;
    for (const node of this.options.conversation.all()) {
      newest = Math.max(newest, node.at);
      if (node.kind === 'answer') changed = Math.max(changed, node.filesRestored.at(-1)?.at ?? -Infinity);
      const restored = node.kind === 'prompt' ? node.filesRestored.at(-1) : undefined;
      if (node.kind === 'prompt' && restored && restored.at >= (last?.restored.at ?? 0))
        last = { prompt: node, restored };
    }
    if (last?.restored.action !== 'undo' || last.restored.at < newest) return undefined;
    const { files, leaf, at } = last.restored;
    return files.length === 0 && leaf === undefined && at < changed ? undefined : last;
  }
}

function titleOf({ parts }: PromptNode): string {
  return toTitle(parts.flatMap((part) => (part.type === 'text' ? part.text : [])).join(' '));
}
