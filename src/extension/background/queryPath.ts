import type { SelectedModel } from '../model/chatModel.ts';
import { textOf, toolCallsOf, type Message } from '../model/message.ts';
import type { CacheSafeParams } from './cacheSafeParams.ts';

export interface QuerySituation {
  /** Undefined if there is no snapshot of the conversation's leaf. */
  readonly params: CacheSafeParams | undefined;
  readonly enableCacheSharing: boolean;
  readonly model: SelectedModel;
  /** If missing, the chat's model is used. */
  readonly fastModel?: SelectedModel;
}

export type QueryPath =
  | { readonly kind: 'fork'; readonly params: CacheSafeParams; readonly model: SelectedModel }
  | {
      readonly kind: 'standalone';
      readonly model: SelectedModel;
      readonly reason: 'sharing-off' | 'no-snapshot' | 'other-model' | 'cannot-append';
    };

/** A request is sent as a fork if it can share the snapshot's prefix. */
export function chooseQueryPath({ params, enableCacheSharing, model: main, fastModel }: QuerySituation): QueryPath {
  const model = fastModel ?? main;
  if (!enableCacheSharing) return { kind: 'standalone', model, reason: 'sharing-off' };
  if (!params) return { kind: 'standalone', model, reason: 'no-snapshot' };
  if (params.modelId !== model.id) return { kind: 'standalone', model, reason: 'other-model' };
  if (!canAppendTo(params.answer)) return { kind: 'standalone', model, reason: 'cannot-append' };
  return { kind: 'fork', params, model };
}

/**
 * A user message cannot follow calls without results, or an answer without text. Some providers refuse an answer
 * without text. For other providers, adapters omit the answer. Some adapters then join the user messages around it,
 * which changes the parent's bytes.
 */
export function canAppendTo(answer: Message): boolean {
  return textOf(answer).trim() !== '' && toolCallsOf(answer).length === 0;
}
