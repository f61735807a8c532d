import type { CommandView } from '../../../shared/slashCommand.ts';
import { commandTexts, helpTexts } from '../../base/texts/commandTexts.ts';
import type { SlashCommand } from './slashCommand.ts';

export const helpCommand: SlashCommand = {
  name: 'help',
  texts: commandTexts.help,
  duringAnswer: 'runs',
  run({ commands, showNote }) {
    const section = { heading: '', text: '', rows: commands().map(toRow) };
    showNote({ title: helpTexts.title(), sections: [section, { heading: '', text: helpTexts.hint(), rows: [] }] });
    return { kind: 'done' };
  },
};

function toRow({ name, aliases, description, argument }: CommandView): { name: string; detail: string } {
  const also = aliases.length === 0 ? '' : ` (${helpTexts.aliases(aliases.map((alias) => `/${alias}`).join(', '))})`;
  return { name: `/${name} ${argument}`.trim(), detail: `${description}${also}` };
}
