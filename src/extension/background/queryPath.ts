import type { SelectedModel } from '../model/selectedModel.ts';
import { toolCallsOf } from '../model/message.ts';
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
  // A user message cannot follow calls without their results, nor an answer that is empty on the wire.
  const canAppend = params.answer.parts.length > 0 && toolCallsOf(params.answer).length === 0;
  if (!canAppend) return { kind: 'standalone', model, reason: 'cannot-append' };
  return { kind: 'fork', params, model };
}
