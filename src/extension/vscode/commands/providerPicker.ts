import * as vscode from 'vscode';

export interface KeyHolder {
  readonly name: string;
  readonly label: string;
  /** The state of the provider's key, in a few words. */
  readonly note: string;
}

/** Lets the user choose the provider whose key a command sets or removes. Undefined if the user cancels. */
export async function pickProvider(title: string, providers: readonly KeyHolder[]): Promise<KeyHolder | undefined> {
  const items = providers.map((provider) => ({ label: provider.label, description: provider.note, provider }));
  const picked = await vscode.window.showQuickPick(items, { title, placeHolder: vscode.l10n.t('Select a provider') });
  return picked?.provider;
}
