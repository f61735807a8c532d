import { fallbackTexts } from '../base/texts/fallbackTexts.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import { toLabel } from '../model/modelId.ts';
import { TOUR_ID } from '../model/tour/tourId.ts';
import { isUnavailable } from './agent/routing.ts';
import type { AnswerNode, ConversationNode } from './conversation/conversationNode.ts';
import type { ChatStore } from './view/chatStore.ts';

export interface FallbackPorts {
  /** The setting `premove.routing.fallback`: `<provider>/<model>`, or empty for none. */
  readonly id: () => string;
  /** Resolves to undefined if the model cannot be used. */
  readonly resolve: (id: string) => Promise<SelectedModel | undefined>;
}

/** Switches to the fallback model if the selected model is not available. */
export class Fallback {
  private readonly store: ChatStore;
  private readonly ports: FallbackPorts;

  constructor(store: ChatStore, ports: FallbackPorts) {
    this.store = store;
    this.ports = ports;
  }

  /**
   * Whether the fallback model may answer because `last` failed. False if the failed model was chosen for this prompt
   * alone, by the user or by a prompt file.
   */
  mayFollow(last: AnswerNode | undefined, path: readonly ConversationNode[]): boolean {
    const id = this.ports.id();
    if (id === '' || id === TOUR_ID || !last || last.modelId === id || last.modelId === TOUR_ID) return false;
    const prompt = path.findLast((node) => node.kind === 'prompt' && !node.steers);
    const isOwn = prompt?.kind === 'prompt' && prompt.ownModel?.id === last.modelId;
    const isFailed = last.close?.outcome === 'failed' && isUnavailable(last.close.error.kind);
    return isFailed && !isOwn && last.continues === null;
  }

  /** Shows the fallback model in the panel and returns it. Undefined if the fallback model cannot be used. */
  async switchFrom(failed: AnswerNode): Promise<SelectedModel | undefined> {
    const id = this.ports.id();
    const model = await this.ports.resolve(id);
    if (!model) {
      const message = fallbackTexts.unusable(toDisplayText(id));
      const notice = { severity: 'warning', message, action: 'open-settings', untilNextAnswer: true } as const;
      this.store.dispatch({ type: 'notice-changed', notice });
      return undefined;
    }
    const insteadOf = failed.modelId;
    // If the failed model is a fast model that answers only this prompt, the input keeps the selected model, which may
    // be available.
    if (insteadOf === this.store.state.model?.id) {
      this.store.dispatch({ type: 'composer-menu-changed', patch: { fallback: { id, label: toLabel(id) } } });
    }
    const message = fallbackTexts.changed(toDisplayText(toLabel(insteadOf)), toDisplayText(model.label));
    this.store.dispatch({ type: 'notice-changed', notice: { severity: 'info', message, action: 'end-fallback' } });
    return { ...model, routed: { reason: 'fallback', insteadOf } };
  }
}

export function endFallback(store: ChatStore): void {
  if (store.state.composerMenu.fallback) {
    store.dispatch({ type: 'composer-menu-changed', patch: { fallback: null } });
  }
  if (store.state.notice?.action === 'end-fallback') store.dispatch({ type: 'notice-changed', notice: null });
}
