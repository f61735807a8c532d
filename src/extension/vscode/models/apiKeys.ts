import * as vscode from 'vscode';
import { keyVariableOf } from '../../model/providerSettings.ts';
import { secretKey } from '../contributions.ts';

/** API keys in SecretStorage or, if none is stored there, in the environment. Keys are never in settings or a log. */
export class ApiKeys {
  private readonly secrets: vscode.SecretStorage;
  private readonly environment: NodeJS.ProcessEnv;
  /** The last change. `get` waits for it, so that a request directly after a change gets the new key. */
  private changing: Promise<unknown> = Promise.resolve();

  constructor(secrets: vscode.SecretStorage, environment: NodeJS.ProcessEnv) {
    this.secrets = secrets;
    this.environment = environment;
  }

  /**
   * Does not cache the key, so that the next call gets a changed key, in every window. Rejects if SecretStorage cannot be
   * read. Then the environment is not used, because its key may belong to another account than the stored key.
   */
  async get(provider: string): Promise<string | undefined> {
    await this.changing;
    return (await this.secrets.get(secretKey(provider))) ?? this.environment[keyVariableOf(provider)];
  }

  /** Returns those of the given providers whose key is in SecretStorage. */
  async stored<T extends { readonly name: string }>(providers: readonly T[]): Promise<T[]> {
    const keys = await Promise.all(providers.map(({ name }) => this.secrets.get(secretKey(name))));
    return providers.filter((_, index) => keys[index] !== undefined);
  }

  /** Removes the stored key. Resolves to the name of the environment variable that still provides a key, if any. */
  async remove(provider: string): Promise<string | undefined> {
    await this.change(() => this.secrets.delete(secretKey(provider)));
    const variable = keyVariableOf(provider);
    return this.environment[variable] ? variable : undefined;
  }

  /** Asks the user for a provider's key and stores it. Resolves to false if the user cancels. */
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

  /** Rejects if the secret storage fails. That failure does not make a later `get` fail. */
  private async change(write: () => Thenable<void>): Promise<void> {
    const writing = Promise.resolve(write());
    this.changing = writing.catch(() => {});
    await writing;
  }
}
