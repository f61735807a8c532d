import type { Log } from '../ports/log.ts';
import { isStagedOn, stage, stageEdits, type StagedFiles } from './stagedEdits.ts';
import { isOutcome, type ToolContext, type ToolOutcome, type ToolPreview } from '../tools/tool.ts';

/** An edit that the user is asked about together with other edits of the same model turn. */
export interface GroupedEdit {
  readonly callId: string;
  readonly context: ToolContext;
  /** Previews the call on the files of this context. */
  readonly previewStaged: (context: ToolContext) => Promise<ToolPreview | ToolOutcome>;
  /** True if the edit is open in the diff editor, so its preview must not change. */
  readonly isOpened: () => boolean;
  /** `isStaged`: the preview builds on edits that are not written yet. */
  readonly onPreview: (preview: ToolPreview, isStaged: boolean) => void;
  /** Called if the call would fail, for example because an earlier edit was denied. */
  readonly onFailure: (outcome: ToolOutcome) => void;
  preview: ToolPreview;
  /** `allowed`: will be written when the earlier calls have ended. `over`: written, denied, or ended in another way. */
  state: 'waiting' | 'allowed' | 'over';
  /** The user's version, written instead of the preview. */
  amended?: Uint8Array;
}

/**
 * The edits of one card. Each preview builds on the edits before it, so the previews of the waiting edits are refreshed
 * when an edit is denied, changed or written.
 *
 *   waiting ─ allowed() ─▶ allowed ─ ended() ─▶ over
 *   waiting ─ ended() ─────────────────────────▶ over
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
      .then(() => this.refreshPreviews())
      .catch((error: unknown) => this.log.error('The preview of an edit could not be refreshed', error));
  }

  private async refreshPreviews(): Promise<void> {
    const staged: StagedFiles = new Map();
    for (const edit of this.edits) {
      if (edit.state === 'waiting' && !edit.isOpened()) {
        const preview = await edit.previewStaged(stageEdits(edit.context, staged));
        if (isStillWaiting(edit)) {
          if (isOutcome(preview)) {
            edit.onFailure(preview);
            continue;
          }
          edit.preview = preview;
          edit.onPreview(preview, isStagedOn(preview, staged));
        }
      }
      if (edit.state !== 'over') stage(edit.preview, staged, edit.amended);
    }
  }
}

/** Checked after an await, during which the user may have decided. */
function isStillWaiting({ state }: GroupedEdit): boolean {
  return state === 'waiting';
}
