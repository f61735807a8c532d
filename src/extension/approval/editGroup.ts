import type { Log } from '../ports/log.ts';
import { stageEdits } from './stagedEdits.ts';
import { isOutcome, type ToolContext, type ToolOutcome, type ToolPreview } from '../tools/tool.ts';

/** An edit that the user is asked about together with others of the same model turn. */
export interface GroupedEdit {
  readonly callId: string;
  readonly context: ToolContext;
  /** What the call would write into the files of this context. */
  readonly foresee: (context: ToolContext) => Promise<ToolPreview | ToolOutcome>;
  /** The user has it open in the diff editor, so it stays as it is. */
  readonly isOpened: () => boolean;
  /** It is to be shown anew. `isStaged`: it builds on edits that are not written yet. */
  readonly onPreview: (preview: ToolPreview, isStaged: boolean) => void;
  /** Without the edits that were denied, the call fails. */
  readonly onFailure: (outcome: ToolOutcome) => void;
  preview: ToolPreview;
  /** `allowed`: it is written when it has its turn. `over`: written, denied, or ended in another way. */
  state: 'waiting' | 'allowed' | 'over';
  /** What is written in place of the preview, if the user has changed it. */
  amended?: Uint8Array;
}

/**
 * Edits that one card asks about. Each is shown on top of those before it, so when one of them is denied, changed or
 * written, those behind it are foreseen anew.
 */
export class EditGroup {
  readonly id: string;
  private readonly edits: readonly GroupedEdit[];
  private readonly log: Log;
  private refreshing: Promise<void> = Promise.resolve();

  constructor(id: string, edits: readonly GroupedEdit[], log: Log) {
    this.id = id;
    this.edits = edits;
    this.log = log;
  }

  /** True once no call of the group is left to be decided on or written. */
  get isOver(): boolean {
    return this.edits.every(({ state }) => state === 'over');
  }

  allowed(callId: string, amended: Uint8Array | undefined): void {
    const edit = this.find(callId);
    if (edit?.state !== 'waiting') return;
    edit.state = 'allowed';
    if (!amended) return;
    edit.amended = amended;
    this.refresh();
  }

  ended(callId: string): void {
    const edit = this.find(callId);
    if (!edit || edit.state === 'over') return;
    edit.state = 'over';
    this.refresh();
  }

  private find(callId: string): GroupedEdit | undefined {
    return this.edits.find((edit) => edit.callId === callId);
  }

  private refresh(): void {
    if (!this.edits.some(({ state }) => state === 'waiting')) return;
    this.refreshing = this.refreshing
      .then(() => this.foreseeAll())
      .catch((error: unknown) => this.log.error('An edit could not be foreseen anew', error));
  }

  private async foreseeAll(): Promise<void> {
    const staged = new Map<string, Uint8Array>();
    for (const edit of this.edits) {
      const { path } = edit.preview.file;
      if (edit.state === 'waiting' && !edit.isOpened()) {
        const preview = await edit.foresee(stageEdits(edit.context, staged));
        if (isStillWaiting(edit)) {
          if (isOutcome(preview)) {
            edit.onFailure(preview);
            continue;
          }
          edit.preview = preview;
          edit.onPreview(preview, staged.has(path));
        }
      }
      if (edit.state !== 'over') staged.set(path, edit.amended ?? edit.preview.file.after);
    }
  }
}

/** Asked after waiting, in which the user may have decided. */
function isStillWaiting({ state }: GroupedEdit): boolean {
  return state === 'waiting';
}
