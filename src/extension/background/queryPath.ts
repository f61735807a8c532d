import type { SelectedModel } from '../model/chatModel.ts';
import { textOf, toolCallsOf, type Message } from '../model/message.ts';
import type { CacheSafeParams } from './cacheSafeParams.ts';

export interface QuerySituation {
  /** The snapshot of the conversation's leaf, if there is one. */
  readonly params: CacheSafeParams | undefined;
  /** The setting `premove.enableCacheSharing`. */
  readonly enableCacheSharing: boolean;
  /** The chat's model. */
  readonly model: SelectedModel;
  /** The setting `premove.fastModel`; the chat's model serves where it is unset. */
  readonly fastModel?: SelectedModel;
}

export type QueryPath =
  | { readonly kind: 'fork'; readonly params: CacheSafeParams; readonly model: SelectedModel }
  | {
      readonly kind: 'standalone';
      readonly model: SelectedModel;
      readonly reason: 'sharing-off' | 'no-snapshot' | 'other-model' | 'cannot-append';
    };

/**
 * How a background question is asked: over the conversation's prefix wherever it can be shared, else on its
 * own.
 */
export function chooseQueryPath({ params, enableCacheSharing, model: main, fastModel }: QuerySituation): QueryPath {
  const model = fastModel ?? main;
  if (!enableCacheSharing) return { kind: 'standalone', model, reason: 'sharing-off' };
  if (!params) return { kind: 'standalone', model, reason: 'no-snapshot' };
  if (params.modelId !== model.id) return { kind: 'standalone', model, reason: 'other-model' };
  if (!canAppendTo(params.answer)) return { kind: 'standalone', model, reason: 'cannot-append' };
  return { kind: 'fork', params, model };
}

/**
 * Whether a user message can be appended to an answer. Not to calls without their results; and not where no
 * text follows the parent's last message on the wire, be it that there are only thoughts or only white space:
 * adapters leave such an answer out (or are refused), and the two user messages would become one, which
 * rewrites the parent's bytes.
 */
export function canAppendTo(answer: Message): boolean {
  return textOf(answer).trim() !== '' && toolCallsOf(answer).length === 0;
}
