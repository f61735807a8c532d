import type { CommandView } from '../../../shared/slashCommand.ts';
import { commandTexts, helpTexts } from '../../base/texts/commandTexts.ts';
import type { SlashCommand } from './slashCommand.ts';

export const helpCommand: SlashCommand = {
  name: 'help',
  texts: commandTexts.help,
  duringAnswer: 'runs',
  run({ commands, showNote }) {
    const [builtIn, files] = [commands().filter(isBuiltIn), commands().filter((command) => !isBuiltIn(command))];
    const sections = [{ heading: '', text: '', rows: builtIn.map(toRow) }];
    if (files.length > 0) sections.push({ heading: helpTexts.promptFiles(), text: '', rows: files.map(toRow) });
    showNote({ title: helpTexts.title(), sections: [...sections, { heading: '', text: helpTexts.hint(), rows: [] }] });
    return { kind: 'done' };
  },
};

function isBuiltIn({ folder }: CommandView): boolean {
  return folder === undefined;
}

function toRow({ name, aliases, description, argument }: CommandView): { name: string; detail: string } {
  const also = aliases.length === 0 ? '' : ` (${helpTexts.aliases(aliases.map((alias) => `/${alias}`).join(', '))})`;
  return { name: `/${name} ${argument}`.trim(), detail: `${description}${also}` };
}
