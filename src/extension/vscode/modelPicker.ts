import * as vscode from 'vscode';

export interface ProviderChoice {
  readonly name: string;
  readonly label: string;
  /** True where it can be asked now: it has a key, or needs none. */
  readonly ready: boolean;
  readonly hasKey: boolean;
}

export type ModelListing =
  | { readonly kind: 'models'; readonly names: readonly string[] }
  | { readonly kind: 'failed'; readonly message: string };

export interface ModelPickerOptions {
  providers(): Promise<readonly ProviderChoice[]>;
  /** The models that a provider really offers, asked of the provider. */
  listModels(provider: string, signal: AbortSignal): Promise<ModelListing>;
  askForKey(provider: string): Promise<boolean>;
}

interface ProviderItem extends vscode.QuickPickItem {
  readonly provider?: ProviderChoice;
  readonly id?: string;
}

/** Lets the user choose a model. Resolves to `<provider>/<model>`, or undefined where the user backs out. */
export async function pickModel(options: ModelPickerOptions): Promise<string | undefined> {
  const providers = await options.providers();
  const items: ProviderItem[] = [
    {
      label: vscode.l10n.t('Offline tour'),
      description: vscode.l10n.t('scripted; no key, no network'),
      id: 'tour/tour',
    },
    ...providers.map((provider) => ({
      label: provider.label,
      description: provider.ready ? '' : vscode.l10n.t('needs an API key'),
      provider,
    })),
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Select Model'),
    placeHolder: vscode.l10n.t('Who should answer?'),
  });
  if (!picked) return undefined;
  if (picked.id) return picked.id;
  const provider = picked.provider;
  if (!provider) return undefined;
  if (!provider.ready && !(await options.askForKey(provider.name))) return undefined;
  return pickFromProvider(provider, options);
}

/** Lets the user choose a provider, for its key. */
export async function pickProvider(providers: readonly ProviderChoice[]): Promise<ProviderChoice | undefined> {
  const items = providers.map((provider) => ({
    label: provider.label,
    description: provider.hasKey ? vscode.l10n.t('has a key') : provider.ready ? vscode.l10n.t('needs none') : '',
    provider,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Set API Key'),
    placeHolder: vscode.l10n.t('Whose key?'),
  });
  return picked?.provider;
}

async function pickFromProvider(provider: ProviderChoice, options: ModelPickerOptions): Promise<string | undefined> {
  const abort = new AbortController();
  const listing = options.listModels(provider.name, abort.signal);
  const typeIt: vscode.QuickPickItem = { label: vscode.l10n.t('Type a model’s name…'), alwaysShow: true };
  const items = listing.then((result): vscode.QuickPickItem[] => {
    if (result.kind === 'models') return [...result.names.map((label) => ({ label })), typeIt];
    typeIt.detail = result.message;
    return [typeIt];
  });
  const picked = await vscode.window.showQuickPick(items, {
    title: provider.label,
    placeHolder: vscode.l10n.t('Which model?'),
  });
  abort.abort();
  if (!picked) return undefined;
  const name = picked === typeIt ? await askForName(provider) : picked.label;
  return name ? `${provider.name}/${name}` : undefined;
}

async function askForName(provider: ProviderChoice): Promise<string | undefined> {
  const name = await vscode.window.showInputBox({
    title: provider.label,
    prompt: vscode.l10n.t('The model’s name, as the provider writes it.'),
  });
  return name?.trim();
}
