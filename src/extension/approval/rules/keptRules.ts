import type { Notice } from '../../../shared/chatState.ts';
import { SerialQueue } from '../../base/serialQueue.ts';
import { addAllowed, removeAllowed } from './permissionSettings.ts';

export interface KeptRules {
  /** Adds rules to the `allow` list of the user's settings, and shows a notice. Never rejects. */
  keep(rules: readonly string[]): Promise<void>;
  /** Removes the rules that the last `keep` added. Never rejects. */
  undo(): Promise<void>;
}

/** Replaces the value of `premove.permissions` in the user's settings, never in a workspace's. */
export type ChangePermissions = (change: (value: unknown) => object | undefined) => Promise<void>;

/**
 * Saves the rules that the user picks on cards. They go into the user's settings, because a repository could bring its
 * own workspace settings. An array in the settings keeps its comments and its order; rules are added at its end.
 */
export function createKeptRules(
  changePermissions: ChangePermissions,
  show: (notice: Notice | null) => void,
): KeptRules {
  const queue = new SerialQueue();
  let undoable: readonly string[] = [];

  return {
    keep: (rules) =>
      queue.run(async () => {
        try {
          await changePermissions((value) => {
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
          await changePermissions((value) => removeAllowed(value, rules));
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
