import type { Chat } from '../chat/createChat.ts';
import { route, type FastFor } from '../chat/agent/routing.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import { modelInTime } from '../model/modelInTime.ts';
import type { Clock } from '../ports/clock.ts';
import type { PromptModel } from './promptModel.ts';

/**
 * Resolves to the model that answers a prompt. `own`: the id of the model that was chosen for the prompt alone. `text`:
 * missing if the prompt has attachments or was sent before. If no model can be used, resolves to undefined and shows a
 * notice. Also resolves to undefined as soon as the signal aborts.
 */
export type RoutedModel = (
  own: string | undefined,
  text: string | undefined,
  signal: AbortSignal,
) => Promise<SelectedModel | undefined>;

export interface RoutingSettings {
  /** `<provider>/<model>`, or empty. */
  readonly fastModel: string;
  readonly routing: { readonly fastFor: FastFor };
}

/** Chooses with the rules of `route`. If the fast model cannot be used, the selected model answers. */
export function createRoutedModel(
  { store, fastModel }: Pick<Chat, 'store' | 'fastModel'>,
  settings: () => RoutingSettings,
  promptModel: PromptModel,
  clock: Clock,
): RoutedModel {
  return async (own, text, signal) => {
    const { model, composerMenu } = store.state;
    const { fastModel: fast, routing } = settings();
    const { reason, ...chosen } = route({
      own,
      selected: model?.id,
      fallback: composerMenu.fallback?.id,
      fast: fast === '' ? undefined : fast,
      fastFor: routing.fastFor,
      text,
    });
    const insteadOf = model?.id ?? '';
    if (reason === 'explore') {
      const resolved = await modelInTime(fastModel(), clock, signal);
      if (typeof resolved === 'object' && resolved.kind === 'model')
        return { ...resolved.model, routed: { reason, insteadOf } };
      return promptModel(undefined, signal);
    }
    const resolved = await promptModel(chosen.model, signal);
    return reason === 'fallback' && resolved ? { ...resolved, routed: { reason, insteadOf } } : resolved;
  };
}
