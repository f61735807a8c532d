import * as vscode from 'vscode';
import { keyVariableOf } from '../../model/providerSettings.ts';
import { secretKey } from '../contributions.ts';

/** API keys in SecretStorage, else in the environment. Keys are never in settings or a log. */
export class ApiKeys {
  private readonly secrets: vscode.SecretStorage;
  private readonly environment: NodeJS.ProcessEnv;
  /** `get` waits for the last change, so that a request directly after it gets the new key. */
  private changing: Promise<unknown> = Promise.resolve();

  constructor(secrets: vscode.SecretStorage, environment: NodeJS.ProcessEnv) {
    this.secrets = secrets;
    this.environment = environment;
  }

  /**
   * Not cached, so that every window gets a changed key. Rejects if SecretStorage cannot be read: the environment's key
   * may belong to another account.
   */
  async get(provider: string): Promise<string | undefined> {
    await this.changing;
    return (await this.secrets.get(secretKey(provider))) ?? this.environment[keyVariableOf(provider)];
  }

  /** Returns the providers whose key is in SecretStorage. */
  async withStoredKey<T extends { readonly name: string }>(providers: readonly T[]): Promise<T[]> {
    const keys = await Promise.all(providers.map(({ name }) => this.secrets.get(secretKey(name))));
    return providers.filter((_, index) => keys[index] !== undefined);
  }

  /** Resolves to the name of the environment variable that still provides a key, if any. */
  async remove(provider: string): Promise<string | undefined> {
    await this.change(() => this.secrets.delete(secretKey(provider)));
    const variable = keyVariableOf(provider);
    return this.environment[variable] ? variable : undefined;
  }

  /** Resolves to false if the user cancels. */
  async ask(provider: string, label: string): Promise<boolean> {
    const key = await vscode.window.showInputBox({
      title: vscode.l10n.t('API key for {0}', label),
      prompt: vscode.l10n.t('Stored in VS Code’s secret storage on this machine.'),
      password: true,
      ignoreFocusOut: true,
      validateInput: (text) => (text.trim() ? undefined : vscode.l10n.t('Paste the key, or press Escape.')),
    });
    if (!key) return false;
    await this.change(() => this.secrets.store(secretKey(provider), key.trim()));
    return true;
  }

  /** Rejects if the secret storage fails, but does not make a later `get` fail. */
  private async change(write: () => Thenable<void>): Promise<void> {
    const writing = Promise.resolve(write());
    this.changing = writing.catch(() => {});
    await writing;
  }
}
