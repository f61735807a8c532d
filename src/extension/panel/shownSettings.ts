import type { ChatStore } from '../chat/view/chatStore.ts';
import { parseModelId, toLabel } from '../model/modelId.ts';
import type { Log } from '../ports/log.ts';
import type { ApprovalMode } from '../../shared/chatState.ts';
import type { StallTimeout } from '../model/stallTimeout.ts';

export interface ShownSettings {
  /** `<provider>/<model>`, or empty. */
  readonly model: string;
  readonly approvalMode: ApprovalMode;
}

/** Shows in the panel what the settings say of the model and the mode. */
export function showSettings(store: ChatStore, { model, approvalMode }: ShownSettings): void {
  const choice = parseModelId(model) ? { id: model, label: toLabel(model) } : null;
  if (store.state.model?.id !== choice?.id) {
    store.dispatch({ type: 'model-changed', model: choice });
    settleNotice(store);
  }
  if (store.state.approvalMode !== approvalMode) store.dispatch({ type: 'approval-mode-changed', approvalMode });
}

/** What was said of the model or the key before no longer holds. */
export function settleNotice(store: ChatStore): void {
  if (store.state.notice?.action) store.dispatch({ type: 'notice-changed', notice: null });
}

/** Says in the log what cannot be meant as it stands there. */
export function warnOfSettings({ stallTimeout }: { readonly stallTimeout: StallTimeout }, log: Log): void {
  if (stallTimeout.kind === 'invalid') log.warn(stallTimeout.message);
}
