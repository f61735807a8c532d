import { parseModelId } from '../model/modelId.ts';
import type { ResolvedModel } from '../model/resolveModel.ts';
import { isTourId } from '../model/tour/tourId.ts';
import type { Log } from '../ports/log.ts';

export interface ConfiguredModels {
  /** The models in the settings, as `<provider>/<model>`. An empty text stands for no model. */
  readonly chosen: () => readonly string[];
  /** The names of the providers in the user's setting `premove.providers`. */
  readonly listed: () => readonly string[];
  /**
   * Whether the user has stored a key for this provider. For `vscode/<vendor>`: whether the user has used a model of
   * this vendor. A key in the environment does not count. Rejects if the stored keys cannot be read.
   */
  readonly isUsed: (server: string) => Promise<boolean>;
  /** Never rejects. */
  readonly resolve: (id: string) => Promise<ResolvedModel>;
}

/**
 * Finds the model that a file names as `<provider>/<model>`, or by the bare name of a model in the settings. Ignores a
 * vendor in parentheses, which VS Code adds: `GPT-5 (copilot)`. Returns the model's id; undefined if no such model is
 * set up, or if it cannot be used. Never rejects.
 *
 * A model is set up if a setting names it, or if its provider is set up. A provider is set up if a setting names one of
 * its models, if `premove.providers` lists it, or if `isUsed` is true for it. So a file cannot send the chat to a
 * server that the user has not chosen for Premove. A key that is only in the environment does not count, because the
 * key may be for another program.
 */
export async function findConfiguredModel(
  name: string,
  models: ConfiguredModels,
  log: Log,
): Promise<string | undefined> {
  const trimmed = name.trim();
  const vendorAt = trimmed.endsWith(')') ? trimmed.lastIndexOf('(') : -1;
  const wanted = vendorAt < 0 ? trimmed : trimmed.slice(0, vendorAt).trim();
  const chosen = models.chosen().filter((id) => id !== '');
  const isSame = (id: string): boolean => id.slice(id.indexOf('/') + 1).toLowerCase() === wanted.toLowerCase();
  const id = chosen.find(isSame) ?? wanted;
  const server = serverOf(id);
  // The model of the offline tour answers only in chats of its own.
  if (server === undefined || isTourId(id)) return undefined;
  const isSetUp =
    chosen.some((each) => serverOf(each) === server) ||
    models.listed().includes(server) ||
    (await isUsed(server, models, log));
  return isSetUp && (await models.resolve(id)).kind === 'model' ? id : undefined;
}

/** False if the stored keys cannot be read. */
async function isUsed(server: string, models: ConfiguredModels, log: Log): Promise<boolean> {
  try {
    return await models.isUsed(server);
  } catch (error) {
    log.error(`The stored keys could not be read, so ${server} counts as not set up`, error);
    return false;
  }
}

/** The provider of `<provider>/<model>`, or `vscode/<vendor>`. Undefined if the id is malformed. */
function serverOf(id: string): string | undefined {
  const parsed = parseModelId(id);
  if (parsed?.provider !== 'vscode') return parsed?.provider;
  const slash = parsed.model.indexOf('/');
  return slash < 1 ? undefined : `vscode/${parsed.model.slice(0, slash)}`;
}

/** Models of one file that are looked up. */
const MAX_MODELS = 10;

/** `unknown`: none of the listed models is set up. */
export type ListedModel<T> =
  { readonly kind: 'model'; readonly model: T } | { readonly kind: 'chat' } | { readonly kind: 'unknown' };

/**
 * Returns the first model that `find` knows. `chat` if there are no names, or if `inherit` comes before the first known
 * model.
 */
export async function firstModel<T>(
  names: readonly string[],
  find: (name: string) => Promise<T | undefined>,
): Promise<ListedModel<T>> {
  for (const name of names.slice(0, MAX_MODELS)) {
    if (isChatModel(name)) return { kind: 'chat' };
    const model = await find(name);
    if (model !== undefined) return { kind: 'model', model };
  }
  return { kind: names.length === 0 ? 'chat' : 'unknown' };
}

/** `inherit` is Claude Code's word for the model of the chat. */
function isChatModel(name: string): boolean {
  return name.toLowerCase() === 'inherit';
}
