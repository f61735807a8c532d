import { endFallback } from '../chat/fallback.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import { parseModelId, toLabel } from '../model/modelId.ts';
import { chosenEffort, effortsOfId } from '../model/thinkingEffort.ts';
import type { Log } from '../ports/log.ts';
import type { ApprovalMode, Completing } from '../../shared/chatState.ts';
import type { StallTimeout } from '../model/stallTimeout.ts';
import { clearModelNotice } from './promptModel.ts';

export interface ShownSettings {
  /** `<provider>/<model>`, or empty. */
  readonly model: string;
  readonly approvalMode: ApprovalMode;
  readonly completing: Completing;
  readonly vimMode: boolean;
  readonly translateTarget: string;
  readonly showCitations: boolean;
  readonly routing: { readonly fallback: string };
  /** The setting `premove.providers`, unchecked. */
  readonly providers: unknown;
  readonly thinkingEffort: Readonly<Record<string, string>>;
}

export function showSettings(
  store: ChatStore,
  {
    model,
    approvalMode,
    completing,
    vimMode,
    translateTarget,
    showCitations,
    routing,
    providers,
    thinkingEffort,
  }: ShownSettings,
): void {
  const choice = parseModelId(model) ? { id: model, label: toLabel(model) } : null;
  if (store.state.model?.id !== choice?.id) {
    store.dispatch({ type: 'model-changed', model: choice });
    clearModelNotice(store);
    endFallback(store);
  }
  if (store.state.composerMenu.fallback && store.state.composerMenu.fallback.id !== routing.fallback)
    endFallback(store);
  if (store.state.approvalMode !== approvalMode) store.dispatch({ type: 'approval-mode-changed', approvalMode });
  if (store.state.composerMenu.translateTarget !== translateTarget) {
    store.dispatch({ type: 'composer-menu-changed', patch: { translateTarget } });
  }
  const choices = effortsOfId(model, providers);
  const chosen = chosenEffort(model, providers, thinkingEffort) ?? null;
  const effort = choices.length > 0 ? { choices: [...choices], chosen } : null;
  if (JSON.stringify(store.state.composerMenu.effort) !== JSON.stringify(effort)) {
    store.dispatch({ type: 'composer-menu-changed', patch: { effort } });
  }
  if (store.state.showsCitations !== showCitations) {
    store.dispatch({ type: 'citations-shown-changed', showsCitations: showCitations });
  }
  if (store.state.vimMode !== vimMode) store.dispatch({ type: 'vim-mode-changed', vimMode });
  const { onTab, onPause } = store.state.completing;
  if (completing.onTab !== onTab || completing.onPause !== onPause) {
    store.dispatch({ type: 'completing-changed', completing });
  }
}

export function warnOfStallTimeout({ stallTimeout }: { readonly stallTimeout: StallTimeout }, log: Log): void {
  if (stallTimeout.kind === 'invalid') log.warn(stallTimeout.message);
}
