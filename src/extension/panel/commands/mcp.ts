import { toDisplayText } from '../../../shared/displayText.ts';
import type { Note, NoteSection } from '../../../shared/note.ts';
import { commandTexts, mcpTexts } from '../../base/texts/commandTexts.ts';
import type { ExternalServer } from '../../ports/externalTools.ts';
import type { CommandPorts, SlashCommand } from './slashCommand.ts';

export const mcpCommand: SlashCommand = {
  name: 'mcp',
  texts: commandTexts.mcp,
  duringAnswer: 'runs',
  run(ports) {
    ports.showNote(toMcpNote(ports));
    return { kind: 'done' };
  },
};

/**
 * Does not show whether a server runs, because VS Code's API lists tools of stopped servers too. Texts of a server or
 * its configuration are not trusted, so they are shown as plain text.
 */
export function toMcpNote({
  external,
  isTrusted,
  store,
}: Pick<CommandPorts, 'external' | 'isTrusted' | 'store'>): Omit<Note, 'id'> {
  const servers = external.servers();
  const problem = external.startProblem;
  const hasOtherNames = servers.some(({ isConfigured }) => !isConfigured);
  const sections: NoteSection[] = servers.map((server) =>
    toSection(server, server.tools.length === 0 && hasOtherNames ? mcpTexts.renamed() : ''),
  );
  // The tour's own workspace needs no trust.
  if (store.state.tour === null && !isTrusted())
    sections.unshift({ heading: '', text: mcpTexts.untrusted(), managesTrust: true, rows: [] });
  else if (servers.length === 0) sections.push({ heading: '', text: mcpTexts.none(), opensServers: true, rows: [] });
  else sections.push({ heading: '', text: mcpTexts.state(), opensServers: true, rows: [] });
  if (problem !== undefined) sections.push({ heading: '', text: mcpTexts.startProblem(problem), rows: [] });
  return { title: mcpTexts.title(), sections };
}

function toSection({ name, tools }: ExternalServer, text: string): NoteSection {
  return {
    heading: `${toDisplayText(name)} · ${mcpTexts.tools(tools.length)}`,
    text,
    rows: tools.map(({ name: tool, description, failure }) => ({
      name: tool,
      detail: failure === undefined ? firstLine(description) : mcpTexts.failure(firstLine(failure)),
    })),
  };
}

const MAX_DETAIL = 200;

function firstLine(text: string): string {
  return (text.trim().split('\n', 1)[0] ?? '').slice(0, MAX_DETAIL);
}
