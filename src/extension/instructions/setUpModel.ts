import type { ResolvedModel } from '../model/resolveModel.ts';
import { isTourId } from '../model/tour/tourId.ts';

export interface SetUpModels {
  /** The ids of the models in the user's settings, as `<provider>/<model>`. */
  readonly chosen: () => readonly string[];
  readonly resolve: (id: string) => Promise<ResolvedModel>;
}

/**
 * Finds the model that a file names, among those that the user can use now: `<provider>/<model>`, or the bare name of a
 * model in the user's settings. Ignores a vendor in parentheses, which VS Code adds: `GPT-5 (copilot)`. A file cannot
 * add a provider or a key, so it cannot send anything to a server that the user has not chosen.
 */
export async function findSetUpModel(name: string, models: SetUpModels): Promise<string | undefined> {
  const trimmed = name.trim();
  const vendorAt = trimmed.endsWith(')') ? trimmed.lastIndexOf('(') : -1;
  const wanted = vendorAt < 0 ? trimmed : trimmed.slice(0, vendorAt).trim();
  const isSame = (id: string): boolean => id.slice(id.indexOf('/') + 1).toLowerCase() === wanted.toLowerCase();
  const id = models.chosen().find(isSame) ?? (wanted.includes('/') ? wanted : undefined);
  // The model of the offline tour answers only in chats of its own.
  if (id === undefined || isTourId(id)) return undefined;
  return (await models.resolve(id)).kind === 'model' ? id : undefined;
}

/** Whether the name is `inherit`, Claude Code's word for the model of the chat. */
export function isChatModel(name: string): boolean {
  return name.toLowerCase() === 'inherit';
}
