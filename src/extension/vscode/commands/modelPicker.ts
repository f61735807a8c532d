import * as vscode from 'vscode';
import type { ModelFacts } from '../../model/pricing.ts';
import { SUGGESTED_MODELS, type ListedModel } from '../../model/listModels.ts';
import { rankOf, type ModelCatalog, type ModelGroup } from '../../model/modelCatalog.ts';
import { parseModelId, toLabel } from '../../model/modelId.ts';

export type ModelChoice =
  | { readonly kind: 'model'; readonly id: string }
  | { readonly kind: 'set-key'; readonly provider: string; readonly label: string }
  | { readonly kind: 'reload' }
  | { readonly kind: 'type'; readonly text: string };

export interface ModelPickerOptions {
  readonly title: string;
  readonly catalog: ModelCatalog;
  /** `<provider>/<model>`; empty if no model is selected. */
  readonly current: string;
  /** Initial text in the search field. */
  readonly query: string;
  /** The list has only the models of one provider, of VS Code, or of one local server. */
  readonly isLimited: boolean;
  isProvider(name: string): boolean;
  /** Loads context windows and prices. The list opens without waiting for them. */
  loadFacts(): Promise<(modelId: string) => ModelFacts>;
  onError(error: unknown): void;
}

interface ModelItem extends vscode.QuickPickItem {
  /** Missing for separators and for rows that only inform the user. */
  readonly choice?: ModelChoice;
}

/**
 * Shows all models of the catalog in one list, so that the search text "sonnet" finds the models of every provider.
 * Rows are added as providers answer; closing the list cancels the requests. Undefined if the user closes the list.
 */
export async function pickModel(options: ModelPickerOptions): Promise<ModelChoice | undefined> {
  const { catalog, title, onError } = options;
  const picker = vscode.window.createQuickPick<ModelItem>();
  picker.title = title;
  picker.placeholder = vscode.l10n.t('Search models, or type provider/model');
  picker.matchOnDescription = true;
  picker.value = options.query;
  let factsOf: FactsOf = () => NO_FACTS;
  const refresh = (): void => {
    // New items would move the focus from the user's row to the first row.
    const active = picker.activeItems[0]?.choice ?? { kind: 'model', id: options.current };
    picker.busy = catalog.isLoading;
    picker.items = toItems({ ...options, factsOf }, picker.value);
    const restored = picker.items.find(({ choice }) => isSame(choice, active));
    if (restored) picker.activeItems = [restored];
  };
  // Added rows move other rows down, so the user could click the wrong row. Therefore, until loading ends, updates are
  // at least `SETTLING_TIME` apart. Most providers answer before the first update.
  let pending: NodeJS.Timeout | undefined;
  const refreshSoon = (): void => {
    if (!catalog.isLoading) refresh();
    else
      pending ??= setTimeout(() => {
        pending = undefined;
        refresh();
      }, SETTLING_TIME);
  };
  const abort = new AbortController();
  const subscriptions: vscode.Disposable[] = [
    new vscode.Disposable(() => clearTimeout(pending)),
    new vscode.Disposable(catalog.onDidChange(refreshSoon).dispose),
    picker.onDidChangeValue(() => {
      // Only the last row depends on the typed text. Refreshing the other rows would make them flicker.
      const last = typedRow(options, picker.value, picker.items.slice(0, -1));
      if (last.label !== picker.items.at(-1)?.label) refresh();
    }),
  ];
  try {
    catalog.load(abort.signal).catch(onError);
    options
      .loadFacts()
      .then((loaded) => {
        factsOf = loaded;
        if (!abort.signal.aborted) refreshSoon();
      })
      .catch(onError);
    picker.busy = true;
    picker.show();
    refreshSoon();
    return await new Promise<ModelChoice | undefined>((resolve) => {
      subscriptions.push(
        picker.onDidAccept(() => {
          const choice = picker.selectedItems[0]?.choice;
          if (choice) resolve(choice);
        }),
        picker.onDidHide(() => resolve(undefined)),
      );
    });
  } finally {
    abort.abort();
    for (const subscription of subscriptions) subscription.dispose();
    picker.dispose();
  }
}

type FactsOf = (modelId: string) => ModelFacts;

const NO_FACTS: ModelFacts = { contextWindow: undefined, perMillion: undefined };

type ListOptions = Omit<ModelPickerOptions, 'loadFacts'> & { readonly factsOf: FactsOf };

/** Milliseconds between two updates while providers are asked. */
const SETTLING_TIME = 400;

/** Resolves to `<provider>/<model>`; undefined if the user cancels. */
export async function typeModel(
  title: string,
  text: string,
  isProvider: (name: string) => boolean,
): Promise<string | undefined> {
  const id = await vscode.window.showInputBox({
    title,
    prompt: vscode.l10n.t('The provider’s name, a slash, and the model’s name as the provider writes it.'),
    placeHolder: 'openrouter/z-ai/glm-5',
    value: text,
    validateInput: (value) => {
      const parsed = parseModelId(value);
      if (!parsed) return vscode.l10n.t('Write it as <provider>/<model>.');
      if (isProvider(parsed.provider)) return undefined;
      return vscode.l10n.t('There is no provider "{0}". Add it to "premove.providers".', parsed.provider);
    },
  });
  return id?.trim();
}

function toItems(options: ListOptions, typed: string): ModelItem[] {
  const { catalog, current, isLimited, factsOf } = options;
  const ranked = (rank: ReturnType<typeof rankOf>): ModelGroup[] =>
    catalog.groups.filter((group) => rankOf(group) === rank);
  const locked = ranked('locked');
  const models = [
    ...ranked('open').flatMap((group) => toGroupRows(group, current, factsOf)),
    ...(isLimited ? [] : generalRows(catalog, current)),
    ...ranked('troubled').flatMap((group) => toGroupRows(group, current, factsOf)),
    ...(locked.length > 0 ? [separator(vscode.l10n.t('Requires an API key')), ...locked.flatMap(toStateRows)] : []),
  ];
  const isKnown = models.some(({ choice }) => choice?.kind === 'model' && choice.id === current);
  const isListed = !current || isLimited || isKnown || catalog.isLoading;
  const rows = isListed ? models : [...currentRows(current, factsOf), ...models];
  return [
    ...rows,
    separator(''),
    ...(catalog.isLoading
      ? [{ label: vscode.l10n.t('Still looking…'), alwaysShow: true, ...icon('loading~spin') }]
      : []),
    typedRow(options, typed, rows),
  ];
}

/** The rows of a selected model that no provider lists. */
function currentRows(current: string, factsOf: FactsOf): ModelItem[] {
  const row = toRow({ id: current, label: '' }, '', '', factsOf(current));
  return [separator(vscode.l10n.t('Current')), { ...row, ...icon('check') }];
}

function toGroupRows(group: ModelGroup, current: string, factsOf: FactsOf): ModelItem[] {
  const { label, state } = group;
  const models = state.kind === 'models' ? state.models : suggestionsFor(group);
  return [
    separator(titleOf(group)),
    ...toStateRows(group),
    ...models.map((model) => toRow(model, label, current, factsOf(model.id))),
  ];
}

function titleOf({ kind, label }: ModelGroup): string {
  switch (kind) {
    case 'vscode':
      return label ? vscode.l10n.t('VS Code: {0}', label) : vscode.l10n.t('VS Code');
    case 'local':
      return vscode.l10n.t('{0}, on this machine', label);
    case 'provider':
      return label;
  }
}

/** The group's state, and what the user can do about it. */
function toStateRows({ kind, name, label, state }: ModelGroup): ModelItem[] {
  const setKey: ModelChoice = { kind: 'set-key', provider: name, label };
  switch (state.kind) {
    case 'loading':
      return [{ label: vscode.l10n.t('Loading models…'), description: label, ...icon('loading~spin') }];
    case 'needs-key':
      return [{ label, description: vscode.l10n.t('enter a key'), choice: setKey }];
    case 'unreadable-key': {
      const description = vscode.l10n.t('the key can’t be read; unlock your system’s keyring, then select to retry');
      return [{ label, description, choice: { kind: 'reload' } }];
    }
    case 'refused-key': {
      const title = vscode.l10n.t('{0} refused the API key', label);
      return [{ label: title, description: vscode.l10n.t('enter another'), ...icon('key'), choice: setKey }];
    }
    case 'failed': {
      const title = vscode.l10n.t('Couldn’t load the models');
      const detail = vscode.l10n.t('{0} Select to retry.', toSentence(state.message));
      return [{ label: title, description: label, detail, ...icon('warning'), choice: { kind: 'reload' } }];
    }
    case 'models': {
      if (state.models.length > 0) return [];
      const detail =
        kind === 'local'
          ? vscode.l10n.t('Load or download a model there, then select this to refresh.')
          : vscode.l10n.t('No models listed. Select to refresh, or type a model’s name.');
      return [{ label: vscode.l10n.t('{0} has no models', label), detail, choice: { kind: 'reload' } }];
    }
  }
}

/** Adds a period if one is missing, because messages come from servers. */
function toSentence(text: string): string {
  return /[.!?…]$/.test(text) ? text : `${text.trim().replace(/:$/, '')}.`;
}

/**
 * If a provider's list of models could not be loaded, returns its suggested models, because the provider may still
 * answer prompts.
 */
function suggestionsFor({ kind, name, state }: ModelGroup): readonly ListedModel[] {
  if (kind !== 'provider' || state.kind !== 'failed') return [];
  return SUGGESTED_MODELS.filter((id) => id.startsWith(`${name}/`)).map((id) => ({ id, label: '' }));
}

function generalRows(catalog: ModelCatalog, current: string): ModelItem[] {
  const detail = vscode.l10n.t('Start Ollama, LM Studio or llama.cpp, then select this to refresh.');
  const none: ModelItem = { label: vscode.l10n.t('No model server found'), detail, choice: { kind: 'reload' } };
  return [
    ...(catalog.hasNoLocalServer ? [separator(vscode.l10n.t('On this machine')), none] : []),
    separator(vscode.l10n.t('Offline')),
    {
      ...toRow({ id: 'tour/tour', label: '' }, vscode.l10n.t('scripted; no key, no network'), current, NO_FACTS),
      label: vscode.l10n.t('Offline tour'),
    },
  ];
}

function toRow({ id, label }: ListedModel, group: string, current: string, facts: ModelFacts): ModelItem {
  const name = toLabel(id);
  const isCurrent = id === current;
  const described = label !== name ? [label] : [];
  const parts = [...(isCurrent ? [vscode.l10n.t('current')] : []), ...described, group, ...describeFacts(facts)];
  return {
    label: withoutIcons(name),
    description: withoutIcons(parts.filter(Boolean).join(' · ')),
    ...(isCurrent && icon('check')),
    choice: { kind: 'model', id },
  };
}

function describeFacts({ contextWindow, perMillion }: ModelFacts): string[] {
  const window = contextWindow === undefined ? [] : [vscode.l10n.t('{0} context', toShortCount(contextWindow))];
  if (!perMillion) return window;
  const { input, output } = perMillion;
  const price =
    input + output === 0
      ? vscode.l10n.t('free')
      : vscode.l10n.t('{0} / {1} per million tokens', toPrice(input), toPrice(output));
  return [...window, price];
}

/** "200k", "1M". */
function toShortCount(tokens: number): string {
  return tokens < 999_500 ? `${Math.round(tokens / 1_000)}k` : `${Number((tokens / 1_000_000).toFixed(1))}M`;
}

/** US dollars: "$3", "$0.25". */
function toPrice(dollars: number): string {
  return `$${Number(dollars.toFixed(dollars < 0.1 ? 3 : 2))}`;
}

/** Names come from servers, so icon syntax is shown as text. */
function withoutIcons(text: string): string {
  return text.replaceAll('$(', '$\u200b(');
}

function icon(name: string): { readonly iconPath: vscode.ThemeIcon } {
  return { iconPath: new vscode.ThemeIcon(name) };
}

/**
 * Returns the last row. If the typed text is a model's full name, the row selects this model. Otherwise, the row lets
 * the user type a name. If none of `rows` matches the typed text, the row also reports that.
 */
function typedRow({ catalog, isProvider }: TypedOptions, typed: string, rows: readonly ModelItem[]): ModelItem {
  const parsed = parseModelId(typed);
  if (parsed && isProvider(parsed.provider)) {
    const id = typed.trim();
    return { label: vscode.l10n.t('Use {0}', id), alwaysShow: true, choice: { kind: 'model', id } };
  }
  const choice: ModelChoice = { kind: 'type', text: typed };
  if (catalog.isLoading || typed.trim() === '' || rows.some((row) => isFound(row, typed))) {
    return { label: vscode.l10n.t('Type a model’s name…'), alwaysShow: true, choice };
  }
  return {
    label: withoutIcons(vscode.l10n.t('No model in the list is named “{0}”', typed.trim())),
    detail: vscode.l10n.t('Delete the text to see all models, or select this to type a full name: provider/model.'),
    alwaysShow: true,
    choice,
  };
}

type TypedOptions = Pick<ModelPickerOptions, 'catalog' | 'isProvider'>;

/** Whether VS Code's search finds a row. */
function isFound({ choice, label, description = '' }: ModelItem, typed: string): boolean {
  const text = typed.trim().toLowerCase();
  return choice !== undefined && [label, description].some((each) => each.toLowerCase().includes(text));
}

function separator(label: string): ModelItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function isSame(left: ModelChoice | undefined, right: ModelChoice): boolean {
  if (left?.kind !== right.kind) return false;
  if (left.kind === 'model' && right.kind === 'model') return left.id === right.id;
  if (left.kind === 'set-key' && right.kind === 'set-key') return left.provider === right.provider;
  return true;
}
