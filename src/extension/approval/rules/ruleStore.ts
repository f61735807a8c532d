import type { Notice } from '../../../shared/chatState.ts';
import { SerialQueue } from '../../base/serialQueue.ts';
import { addAllowed, removeAllowed } from './permissionSettings.ts';
import { ruleTexts } from '../../base/texts/noticeTexts.ts';

export interface RuleStore {
  /** Never rejects. */
  save(rules: readonly string[]): Promise<void>;
  /** Removes the rules that the last `save` added. Never rejects. */
  undo(): Promise<void>;
}

/**
 * Changes `premove.permissions` in the user's settings, never in a workspace's. If `change` returns undefined, the
 * setting is removed.
 */
export type ChangePermissions = (change: (value: unknown) => object | undefined) => Promise<void>;

/**
 * Saves rules to the user's settings, because a repository could bring its own workspace settings. VS Code replaces the
 * whole value of the setting, so comments inside the value are lost.
 */
export function createRuleStore(
  changePermissions: ChangePermissions,
  show: (notice: Notice | null) => void,
): RuleStore {
  const queue = new SerialQueue();
  let undoable: readonly string[] = [];

  return {
    save: (rules) =>
      queue.run(async () => {
        try {
          await changePermissions((value) => {
            const result = addAllowed(value, rules);
            if (!result) throw new Error(ruleTexts.unexpectedSetting());
            undoable = result.added;
            return result.settings;
          });
          show(addedNotice(rules, undoable.length > 0));
        } catch (error) {
          show(failedNotice(ruleTexts.notAdded(reasonOf(error))));
        }
      }),
    undo: () =>
      queue.run(async () => {
        const rules = undoable;
        try {
          await changePermissions((value) => {
            const result = removeAllowed(value, rules);
            if (!result) throw new Error(ruleTexts.unexpectedSetting());
            return result.settings;
          });
          undoable = [];
          show(null);
        } catch (error) {
          show(failedNotice(ruleTexts.notRemoved(reasonOf(error))));
        }
      }),
  };
}

function addedNotice(rules: readonly string[], undo: boolean): Notice {
  return { severity: 'info', message: ruleTexts.added(rules.join(', ')), action: 'open-settings', undo };
}

function failedNotice(message: string): Notice {
  return { severity: 'error', message, action: 'open-settings' };
}

/** Without a period at the end. */
function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
}
