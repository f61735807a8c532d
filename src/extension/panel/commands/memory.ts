import type { Note, NoteSection } from '../../../shared/note.ts';
import { commandTexts, memoryNoteTexts } from '../../base/texts/commandTexts.ts';
import { memoryTexts } from '../../base/texts/instructionTexts.ts';
import type { InstructionProblem } from '../../instructions/instructionFiles.ts';
import type { CommandOutcome, CommandPorts, SlashCommand } from './slashCommand.ts';

/**
 * `show` is the default. Without `--workspace`, `add` writes into the file of the home folder, because a file of the
 * workspace may be shared.
 */
export const memoryCommand: SlashCommand = {
  name: 'memory',
  texts: commandTexts.memory,
  duringAnswer: 'runs',
  async run(ports, { argument }) {
    const { store } = ports;
    if (store.state.tour !== null) return { kind: 'refused', message: memoryNoteTexts.notInTour() };
    const [action = ''] = argument.split(/\s/, 1);
    const rest = argument.slice(action.length).trimStart();
    if (action === '' || (action === 'show' && rest === '')) return show(ports);
    if (action === 'add') return add(ports, rest);
    if (action !== 'refresh' || rest !== '') return { kind: 'refused', message: memoryNoteTexts.usage() };
    ports.instructions.refresh();
    return { kind: 'done', message: memoryNoteTexts.refreshed() };
  },
};

async function show(ports: CommandPorts): Promise<CommandOutcome> {
  ports.showNote(await toMemoryNote(ports.instructions));
  return { kind: 'done' };
}

export async function toMemoryNote(
  instructions: Pick<CommandPorts['instructions'], 'memory'>,
): Promise<Omit<Note, 'id'>> {
  const problems: InstructionProblem[] = [];
  const { signal } = new AbortController();
  const texts = await instructions.memory.read(problems, signal);
  const files = await instructions.memory.files(signal);
  const sections = files.map(({ scope, display, exists, isUsed }): NoteSection => {
    if (!isUsed) return { heading: display, text: memoryTexts.untrusted(), rows: [] };
    const text = texts.find((each) => each.scope === scope)?.text.trim() ?? '';
    return { heading: display, text, rows: [], memory: { scope, exists } };
  });
  // Without trust, or if a file has a problem, unread facts may exist.
  const hasNone = texts.length === 0 && problems.length === 0 && files.every(({ isUsed }) => isUsed);
  if (hasNone) sections.unshift({ heading: '', text: memoryNoteTexts.none(), rows: [] });
  for (const { path, what } of problems) sections.push({ heading: '', text: `${path}: ${what}`, rows: [] });
  return { title: memoryNoteTexts.title(), sections };
}

async function add(ports: CommandPorts, text: string): Promise<CommandOutcome> {
  const { instructions } = ports;
  const [flag = ''] = /^--workspace(?=\s|$)/.exec(text) ?? [];
  const fact = text.slice(flag.length).trimStart();
  if (fact.startsWith('--')) return { kind: 'refused', message: memoryNoteTexts.usage() };
  const scope = flag === '' ? 'user' : 'workspace';
  const added = await instructions.memory.add(scope, fact, new AbortController().signal);
  if (added.kind === 'refused') return { kind: 'refused', message: added.problem };
  instructions.refresh();
  ports.refreshNote(await toMemoryNote(ports.instructions));
  const { file, unsaved } = added;
  return { kind: 'done', message: unsaved ? memoryTexts.addedToEditor(file) : memoryTexts.added(file) };
}
