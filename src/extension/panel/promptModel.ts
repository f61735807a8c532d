import type { Notice } from '../../shared/chatState.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { ResolvedModel } from '../model/resolveModel.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { Clock } from '../ports/clock.ts';
import { within } from '../base/timers.ts';
import { chatNoticeTexts } from '../base/texts/noticeTexts.ts';

/** The model for the next prompt. If there is none, resolves to undefined and shows a notice in the panel. */
export type PromptModel = () => Promise<SelectedModel | undefined>;

/**
 * Milliseconds. Another extension's model or the system's key store may never answer, and all other actions on the chat
 * wait until the model is resolved.
 */
const TIMEOUT = 10_000;

export function createPromptModel(
  store: ChatStore,
  resolveModel: () => Promise<ResolvedModel>,
  clock: Clock,
): PromptModel {
  return async () => {
    const resolution = await within(TIMEOUT, resolveModel(), clock);
    if (resolution === undefined) {
      store.dispatch({ type: 'notice-changed', notice: tooSlow() });
      return undefined;
    }
    if (resolution.kind === 'model') {
      // A notice about a missing model or key always has an action, so notices without an action stay.
      if (store.state.notice?.action) store.dispatch({ type: 'notice-changed', notice: null });
      return resolution.model;
    }
    store.dispatch({ type: 'notice-changed', notice: toNotice(resolution) });
    return undefined;
  };
}

function tooSlow(): Notice {
  return { severity: 'error', message: chatNoticeTexts.modelTooSlow(), action: 'select-model' };
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
