import type { Notice } from '../../shared/chatState.ts';
import type { ChatStore } from '../chat/chatStore.ts';
import type { ResolvedModel } from '../model/providers.ts';
import type { SelectedModel } from '../model/selectedModel.ts';

/** The model for the next prompt; undefined where there is none, and the panel says why and what to do. */
export type PromptModel = () => Promise<SelectedModel | undefined>;

export function createPromptModel(store: ChatStore, resolveModel: () => Promise<ResolvedModel>): PromptModel {
  return async () => {
    const resolution = await resolveModel();
    if (resolution.kind === 'model') {
      // Only what was in the way of asking is settled by it.
      if (store.state.notice?.action) store.dispatch({ type: 'notice-changed', notice: null });
      return resolution.model;
    }
    store.dispatch({ type: 'notice-changed', notice: toNotice(resolution) });
    return undefined;
  };
}

function toNotice(resolution: Exclude<ResolvedModel, { kind: 'model' }>): Notice {
  const { message } = resolution;
  switch (resolution.kind) {
    case 'missing-key':
      return { severity: 'error', message, action: 'set-api-key' };
    case 'bad-settings':
      return { severity: 'error', message, action: 'open-settings' };
    default:
      return { severity: 'error', message, action: 'select-model' };
  }
}
