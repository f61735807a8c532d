import * as vscode from 'vscode';
import { keyVariableOf } from '../../model/providerSettings.ts';
import { secretKey } from '../contributions.ts';

/** Keys live in SecretStorage, else in the environment; never in settings, never in a log. */
export class ApiKeys {
  private readonly secrets: vscode.SecretStorage;
  private readonly environment: NodeJS.ProcessEnv;
  /** The last change; who asks for a key waits for it, so that a request right after it has the new one. */
  private changing: Promise<unknown> = Promise.resolve();

  constructor(secrets: vscode.SecretStorage, environment: NodeJS.ProcessEnv) {
    this.secrets = secrets;
    this.environment = environment;
  }

  /** Read anew for each request, so that a key that was set or removed counts at once, in every window. */
  async get(provider: string): Promise<string | undefined> {
    await this.changing;
    return (await this.secrets.get(secretKey(provider))) ?? this.environment[keyVariableOf(provider)];
  }

  /** Those of the given providers whose key is in SecretStorage. */
  async stored<T extends { readonly name: string }>(providers: readonly T[]): Promise<T[]> {
    const keys = await Promise.all(providers.map(({ name }) => this.secrets.get(secretKey(name))));
    return providers.filter((_, index) => keys[index] !== undefined);
  }

  /** Forgets the stored key; resolves to the name of the environment variable that still gives one, if any does. */
  async remove(provider: string): Promise<string | undefined> {
    await this.change(() => this.secrets.delete(secretKey(provider)));
    const variable = keyVariableOf(provider);
    return this.environment[variable] ? variable : undefined;
  }

  /** Asks for a provider's key and keeps it. Resolves to false where the user backs out. */
  async ask(provider: string, label: string): Promise<boolean> {
    const key = await vscode.window.showInputBox({
      title: vscode.l10n.t('API key for {0}', label),
      prompt: vscode.l10n.t('Kept in VS Code’s secret storage on this machine.'),
      password: true,
      ignoreFocusOut: true,
      validateInput: (text) => (text.trim() ? undefined : vscode.l10n.t('Paste the key, or press Escape.')),
    });
    if (!key) return false;
    await this.change(() => this.secrets.store(secretKey(provider), key.trim()));
    return true;
  }

  /** Rejects where the secret storage does not take the change; that is no reason to refuse later questions. */
  private async change(write: () => Thenable<void>): Promise<void> {
    const writing = Promise.resolve(write());
    this.changing = writing.catch(() => {});
    await writing;
  }
}
