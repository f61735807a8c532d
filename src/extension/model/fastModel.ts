import { toDisplayText } from '../../shared/displayText.ts';
import type { ResolvedModel } from './resolveModel.ts';
import type { SelectedModel } from './chatModel.ts';

/** The result of resolving the setting `premove.fastModel`. */
export type FastModel =
  { readonly kind: 'unset' } | { readonly kind: 'model'; readonly model: SelectedModel } | UnusableModel;

export interface UnusableModel {
  readonly kind: 'unusable';
  /** The setting's value, safe to display. */
  readonly name: string;
  /** For users: what is wrong and what to do. */
  readonly message: string;
  readonly needsKey: boolean;
}

export function toFastModel(id: string, resolved: ResolvedModel): FastModel {
  if (resolved.kind === 'model') return resolved;
  return toUnusable(id, resolved.message, resolved.kind === 'missing-key');
}

export function toUnusable(id: string, message: string, needsKey: boolean): UnusableModel {
  return { kind: 'unusable', name: toDisplayText(id), message, needsKey };
}

/**
 * The model for background requests. Undefined if the fast model is unusable, because the user has not agreed to pay
 * for the chat's model instead.
 */
export function toBackgroundModel(fast: FastModel, main: SelectedModel): SelectedModel | undefined {
  switch (fast.kind) {
    case 'unset':
      return main;
    case 'model':
      return fast.model;
    case 'unusable':
      return undefined;
  }
}
