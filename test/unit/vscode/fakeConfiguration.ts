import type * as vscode from 'vscode';
import { Emitter } from '../../../src/extension/base/emitter.ts';
import type { SettingsHost } from '../../../src/extension/vscode/settings.ts';

type Level = 'defaultValue' | 'globalValue' | 'workspaceValue' | 'workspaceFolderValue';
type Levels = Partial<Record<Level, unknown>>;

/** The `premove` settings of VS Code, in memory. The most specific level counts. */
export function createFakeConfiguration(values: Readonly<Record<string, Levels>> = {}) {
  const levels = new Map(Object.entries(values));
  const configurationChange = new Emitter<vscode.ConfigurationChangeEvent>();
  const foldersChange = new Emitter<vscode.WorkspaceFoldersChangeEvent>();
  let listeners = 0;
  const counted =
    <T>(event: Emitter<T>['event']): Emitter<T>['event'] =>
    (listener) => {
      const subscription = event(listener);
      listeners += 1;
      return {
        dispose: () => {
          listeners -= 1;
          subscription.dispose();
        },
      };
    };
  let folders: vscode.WorkspaceFolder[] = [];
  const configuration = {
    get: (key: string, fallback: unknown) => {
      const { workspaceFolderValue, workspaceValue, globalValue, defaultValue } = levels.get(key) ?? {};
      const set = [workspaceFolderValue, workspaceValue, globalValue, defaultValue, fallback];
      return set.find((value) => value !== undefined);
    },
    // VS Code's `inspect` leaves out a user's `null`, although `get` returns it.
    inspect: (key: string) => {
      const { globalValue, ...others } = levels.get(key) ?? {};
      return { key, ...others, ...(globalValue != null && { globalValue }) };
    },
  };
  const host = {
    getConfiguration: () => configuration,
    get workspaceFolders() {
      return folders;
    },
    onDidChangeConfiguration: counted(configurationChange.event),
    onDidChangeWorkspaceFolders: counted(foldersChange.event),
  } as unknown as SettingsHost;
  return {
    host,
    get listeners() {
      return listeners;
    },
    /** Like VS Code, fires the event only after the value has changed. */
    set(key: string, next: Levels): void {
      levels.set(key, next);
      configurationChange.fire({ affectsConfiguration: (section) => `premove.${key}.`.startsWith(`${section}.`) });
    },
    addFolder(name: string, denials: readonly string[]): void {
      folders = [...folders, { name, index: folders.length, uri: { path: `/${name}` } } as vscode.WorkspaceFolder];
      levels.set('deny', { ...levels.get('deny'), workspaceFolderValue: denials });
      foldersChange.fire({ added: folders.slice(-1), removed: [] });
    },
  };
}
