import * as vscode from 'vscode';
import type { Notice } from '../../shared/chatState.ts';
import { SerialQueue } from '../base/serialQueue.ts';
import { addAllowed, removeAllowed } from '../approval/permissionSettings.ts';
import { settingsSection } from './contributions.ts';

export interface LastingRules {
  /** Writes rules into what the user's settings allow, and tells of it. Never rejects. */
  keep(rules: readonly string[]): Promise<void>;
  /** Takes out again what the last `keep` has put in. */
  undo(): Promise<void>;
}

/**
 * The rules that the user takes from cards. They are the user's settings, never a workspace's: a repository could bring
 * its own. An array in the settings keeps its comments and its order; rules are put at its end.
 */
export function createLastingRules(show: (notice: Notice | null) => void): LastingRules {
  const queue = new SerialQueue();
  let undoable: readonly string[] = [];

  const write = async (change: (value: unknown) => object | undefined): Promise<void> => {
    const configuration = vscode.workspace.getConfiguration(settingsSection);
    const value: unknown = configuration.inspect('permissions')?.globalValue;
    await configuration.update('permissions', change(value), vscode.ConfigurationTarget.Global);
  };

  return {
    keep: (rules) =>
      queue.run(async () => {
        try {
          await write((value) => {
            const result = addAllowed(value, rules);
            if (!result) throw new Error('premove.permissions has another form than it should have');
            undoable = result.added;
            return result.settings;
          });
          show(keptNotice(rules, undoable.length > 0));
        } catch (error) {
          show(failedNotice('The rule could not be written into your settings, so you will be asked again', error));
        }
      }),
    undo: () =>
      queue.run(async () => {
        const rules = undoable;
        try {
          await write((value) => removeAllowed(value, rules));
          undoable = [];
          show(null);
        } catch (error) {
          show(failedNotice('The rule could not be taken out of your settings', error));
        }
      }),
  };
}

function keptNotice(rules: readonly string[], undo: boolean): Notice {
  const message = `From now on this is not asked for: ${rules.join(', ')}. It stands in your settings.`;
  return { severity: 'info', message, action: 'open-settings', undo };
}

function failedNotice(what: string, error: unknown): Notice {
  const why = error instanceof Error ? error.message : String(error);
  return { severity: 'error', message: `${what}: ${why.replace(/\.$/, '')}.`, action: 'open-settings' };
}
