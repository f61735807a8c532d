import type { Note, NoteSection } from '../../../shared/note.ts';
import { toScriptRow, type ProjectRules } from '../../approval/rules/projectRules.ts';
import { commandTexts, initTexts, projectRuleTexts } from '../../base/texts/commandTexts.ts';
import { isForTour } from '../tourChats.ts';
import type { SlashCommand } from './slashCommand.ts';

/** Writes only the rules that the user picks, into the user's settings. */
export const initPermissionsCommand: SlashCommand = {
  name: 'init-permissions',
  texts: commandTexts.initPermissions,
  duringAnswer: 'runs',
  async run({ store, dialogs, projectRules, isTrusted, showNote, closeNote }) {
    if (isForTour(store.state)) return { kind: 'refused', message: initTexts.noRulesInTour() };
    if (!isTrusted()) return { kind: 'refused', message: initTexts.untrustedRules() };
    const found = await projectRules.offer();
    const { offers, leftOut } = found;
    const note = toRulesNote(found);
    if (note.sections.length > 0) showNote(note);
    if (offers.length === 0 && leftOut.length > 0) return { kind: 'done' };
    if (offers.length === 0) return { kind: 'refused', message: initTexts.noRules() };
    const choose = async (): Promise<void> => {
      const picked = await dialogs.chooseRules(offers);
      // The note belongs to the dialog with the rules, so the note closes if the user cancels that dialog.
      if (picked === undefined) closeNote(note.title);
      // Only offered rules are saved, whatever the dialog returns.
      const rules = offers.map(({ rule }) => rule).filter((rule) => picked?.includes(rule));
      if (rules.length > 0) await projectRules.save(rules);
    };
    return { kind: 'done', opens: choose };
  },
};

/** Lists what the list of rules cannot show: long scripts, and commands without a rule. */
function toRulesNote({ offers, leftOut }: ProjectRules): Omit<Note, 'id'> {
  const whole = offers.flatMap(({ command, script }): NoteSection[] =>
    toScriptRow(script).isCut
      ? [{ heading: command, text: `${projectRuleTexts.wholeScript()}\n\n${script}`, rows: [] }]
      : [],
  );
  const rows = leftOut.map(({ command, reason, cause }) => ({
    name: command,
    detail: projectRuleTexts.leftOut(reason, cause),
  }));
  const without: NoteSection[] = rows.length > 0 ? [{ heading: projectRuleTexts.withoutRule(), text: '', rows }] : [];
  return { title: projectRuleTexts.title(), sections: [...without, ...whole] };
}
