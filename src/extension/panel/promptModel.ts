import type { Notice } from '../../shared/chatState.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { ResolvedModel } from '../model/resolveModel.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import { modelInTime } from '../model/modelInTime.ts';
import type { Clock } from '../ports/clock.ts';
import { chatNoticeTexts } from '../base/texts/noticeTexts.ts';

/**
 * Resolves to the model with this id, or to the selected model if no id is given. If the model is not available,
 * resolves to undefined and shows a notice. Also resolves to undefined as soon as the signal aborts.
 */
export type PromptModel = (id: string | undefined, signal: AbortSignal) => Promise<SelectedModel | undefined>;

export function createPromptModel(
  store: ChatStore,
  resolveModel: (id?: string) => Promise<ResolvedModel>,
  clock: Clock,
): PromptModel {
  return async (id, signal) => {
    // Limited in time, because all other actions on the chat wait for the model.
    const resolution = await modelInTime(resolveModel(id), clock, signal);
    if (resolution === 'aborted') return undefined;
    if (resolution === 'too-slow') {
      store.dispatch({ type: 'notice-changed', notice: tooSlow() });
      return undefined;
    }
    if (resolution.kind === 'model') {
      clearModelNotice(store);
      return resolution.model;
    }
    store.dispatch({ type: 'notice-changed', notice: toNotice(resolution) });
    return undefined;
  };
}

/** Call when the model or its key has changed, or when a model has become usable. */
export function clearModelNotice(store: ChatStore): void {
  if (store.state.notice?.aboutModel) store.dispatch({ type: 'notice-changed', notice: null });
}

function tooSlow(): Notice {
  return modelNotice(chatNoticeTexts.modelTooSlow(), 'select-model');
}

function toNotice({ kind, message }: Exclude<ResolvedModel, { kind: 'model' }>): Notice {
  switch (kind) {
    case 'missing-key':
      return modelNotice(message, 'set-api-key');
    case 'bad-settings':
      return modelNotice(message, 'open-settings');
    default:
      return modelNotice(message, 'select-model');
  }
}

function modelNotice(message: string, action: Notice['action']): Notice {
  return { severity: 'error', message, action, aboutModel: true };
}
