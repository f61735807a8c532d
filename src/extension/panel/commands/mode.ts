import { toDisplayText } from '../../../shared/displayText.ts';
import { commandOutcomeTexts, commandTexts } from '../../base/texts/commandTexts.ts';
import type { SlashCommand } from './slashCommand.ts';

/** `yolo` is missing, because it can be turned on only in Settings. */
const MODES = ['plan', 'default', 'auto-edit'] as const;

export const modeCommand: SlashCommand = {
  name: 'mode',
  texts: commandTexts.mode,
  duringAnswer: 'runs',
  async run({ store, writer, isTrusted }, { argument: typed }) {
    const list = MODES.join(', ');
    const argument = typed.toLowerCase();
    const texts = commandOutcomeTexts;
    if (argument === '') return { kind: 'refused', message: texts.mode(store.state.approvalMode, list) };
    if (argument === 'yolo') return { kind: 'refused', message: texts.yolo() };
    const mode = MODES.find((name) => name === argument);
    if (!mode) return { kind: 'refused', message: texts.unknownMode(toDisplayText(typed), list) };
    await writer.write('approvalMode', mode);
    const isDeferred = mode !== 'plan' && store.state.tour === null && !isTrusted();
    return { kind: 'done', ...(isDeferred && { message: texts.modeAfterTrust(mode) }) };
  },
};
