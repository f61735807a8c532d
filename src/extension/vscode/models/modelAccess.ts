import * as vscode from 'vscode';
import type { SelectedModel } from '../../model/chatModel.ts';
import { toFastModel, type FastModel } from '../../model/fastModel.ts';
import { resolveModel, type ResolvedModel, type ResolveOptions } from '../../model/resolveModel.ts';
import { createTourModel } from '../../model/tour/tourModel.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import { ApiKeys } from './apiKeys.ts';
import { createLanguageModels, type LanguageModels } from './languageModels.ts';
import type { Settings } from '../settings.ts';

/** The models of the settings and of other extensions, with the user's keys. */
export interface ModelAccess {
  readonly keys: ApiKeys;
  readonly languageModels: LanguageModels;
  options(): ResolveOptions;
  /** The model with this id, or the model of the settings if no id is given. */
  selected(id?: string): Promise<ResolvedModel>;
  fast(): Promise<FastModel>;
  /**
   * Whether the user has stored a key for this provider or, for `vscode/<vendor>`, has sent a message to the vendor.
   */
  isUsed(server: string): Promise<boolean>;
  /** Undefined if `premove.compression.model` is not set or cannot be used. Never rejects. */
  compression(): Promise<SelectedModel | undefined>;
}

export function createModelAccess(
  context: Pick<vscode.ExtensionContext, 'secrets' | 'languageModelAccessInformation' | 'globalState'>,
  readSettings: () => Settings,
  clock: Clock,
  log: Log,
): ModelAccess {
  const keys = new ApiKeys(context.secrets, process.env);
  const languageModels = createLanguageModels({
    access: context.languageModelAccessInformation,
    memento: context.globalState,
    clock,
    log,
    stallTimeout: () => stallTimeoutIn(readSettings()),
  });
  const options = (): ResolveOptions => {
    const settings = readSettings();
    const stallTimeout = stallTimeoutIn(settings);
    return {
      providers: settings.providers,
      thinkingEffort: settings.thinkingEffort,
      getKey: (provider) => keys.get(provider),
      clock,
      log,
      ...(stallTimeout !== undefined && { stallTimeout }),
      special: {
        tour: () => Promise.resolve({ kind: 'model', chatModel: createTourModel({ clock }), isFree: true }),
        vscode: languageModels.resolve,
      },
    };
  };
  return {
    keys,
    languageModels,
    options,
    async selected(model = readSettings().model) {
      return model ? resolveModel(model, options()) : noModel();
    },
    async fast() {
      const { fastModel } = readSettings();
      if (!fastModel) return { kind: 'unset' };
      const fast = toFastModel(fastModel, await resolveModel(fastModel, options()));
      if (fast.kind === 'unusable') log.warn(`The fast model cannot be used: ${fast.message}`);
      return fast;
    },
    async isUsed(server) {
      const vendor = /^vscode\/(.+)$/.exec(server)?.[1];
      return vendor === undefined
        ? (await keys.withStoredKey([{ name: server }])).length > 0
        : languageModels.usedVendors().includes(vendor);
    },
    async compression() {
      const { compressionModel } = readSettings();
      if (!compressionModel) return undefined;
      const resolved = await resolveModel(compressionModel, options());
      if (resolved.kind === 'model') return resolved.model;
      log.warn(`The chat's own model writes summaries, because the summary model cannot be used: ${resolved.message}`);
      return undefined;
    },
  };
}

function noModel(): ResolvedModel {
  const message = vscode.l10n.t('Select a model first: from a provider, on this machine, or the offline tour.');
  return { kind: 'bad-id', message };
}

function stallTimeoutIn({ stallTimeout }: Settings): number | undefined {
  return stallTimeout.kind === 'set' ? stallTimeout.ms : undefined;
}
