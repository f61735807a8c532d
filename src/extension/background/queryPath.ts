import type { SelectedModel } from '../model/chatModel.ts';
import { textOf, toolCallsOf, type Message } from '../model/message.ts';
import type { CacheSafeParams } from './cacheSafeParams.ts';

export interface QuerySituation {
  /** The snapshot of the conversation's leaf; undefined if there is none. */
  readonly params: CacheSafeParams | undefined;
  /** The setting `premove.enableCacheSharing`. */
  readonly enableCacheSharing: boolean;
  /** The chat's model. */
  readonly model: SelectedModel;
  /** The setting `premove.fastModel`. If it is unset, the chat's model is used. */
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
 * Decides how a background request is sent: as a fork if it can share the snapshot's prefix, otherwise as a standalone
 * request.
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
 * Whether a user message can be appended to an answer. A user message cannot follow calls without results. It also
 * cannot follow an answer without text (only thoughts or white space), because some providers refuse such an answer.
 * For other providers, adapters leave such an answer out and join the two user messages, which changes the parent's
 * bytes.
 */
export function canAppendTo(answer: Message): boolean {
  return textOf(answer).trim() !== '' && toolCallsOf(answer).length === 0;
}
