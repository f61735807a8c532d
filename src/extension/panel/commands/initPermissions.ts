import { commandTexts, initTexts } from '../../base/texts/commandTexts.ts';
import { isForTour } from '../tourChats.ts';
import type { SlashCommand } from './slashCommand.ts';

/** Writes only the rules that the user picks, into the user's settings. */
export const initPermissionsCommand: SlashCommand = {
  name: 'init-permissions',
  texts: commandTexts.initPermissions,
  duringAnswer: 'runs',
  async run({ store, dialogs, projectRules, isTrusted }) {
    if (isForTour(store.state)) return { kind: 'refused', message: initTexts.noRulesInTour() };
    if (!isTrusted()) return { kind: 'refused', message: initTexts.untrustedRules() };
    const offers = await projectRules.offer();
    if (offers.length === 0) return { kind: 'refused', message: initTexts.noRules() };
    const choose = async (): Promise<void> => {
      const picked = await dialogs.chooseRules(offers);
      // Only offered rules are saved, whatever the dialog returns.
      const rules = offers.map(({ rule }) => rule).filter((rule) => picked?.includes(rule));
      if (rules.length > 0) await projectRules.save(rules);
    };
    return { kind: 'done', opens: choose };
  },
};
