import { toDisplayText } from '../../shared/displayText.ts';
import type { ResolvedModel } from './resolveModel.ts';
import type { SelectedModel } from './chatModel.ts';

/** What the setting `premove.fastModel` comes to. */
export type FastModel =
  { readonly kind: 'unset' } | { readonly kind: 'model'; readonly model: SelectedModel } | UnusableModel;

export interface UnusableModel {
  readonly kind: 'unusable';
  /** As it stands in the setting, for people. */
  readonly name: string;
  /** What is wrong and what to do. */
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
 * Who works in the background. The chat's model serves only where no other one is set: somebody who has set one that
 * cannot be used has not agreed to pay the price of the chat's for it.
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
