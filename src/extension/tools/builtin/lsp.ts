import * as z from 'zod';
import { quoteSpaced } from '../../../shared/toolPlace.ts';
import { lspTexts } from '../../base/texts/toolTexts.ts';
import type { CodePosition, CodeProblem, CodeSymbol, LanguageFeatures } from '../../ports/languageFeatures.ts';
import type { Workspace } from '../../ports/workspace.ts';
import { capLines, counted } from '../../text/capLines.ts';
import { describeLocations, type DescribedLocation } from '../codeLocations.ts';
import { decodeText } from '../../text/textFile.ts';
import { failed, succeeded, type Tool, type ToolOutcome } from '../tool.ts';
import { resolveToolPath } from '../toolPath.ts';
import { resultTexts } from '../../base/texts/resultTexts.ts';

const MAX_ENTRIES = 200;
/** Characters. */
const MAX_OUTPUT = 50 * 1024;
/** Characters. */
const MAX_MESSAGE = 1000;

const schema = z.object({
  operation: z
    .enum(['definition', 'references', 'hover', 'symbols', 'diagnostics'])
    .describe(
      'definition, references and hover look up the name at a position. symbols lists the symbols of the file or, with ' +
        'query, searches the whole project. diagnostics lists the problems of the file, or of all files in a folder.',
    ),
  file_path: z.string().min(1).describe('Path of the file: absolute, or relative to the workspace.'),
  line: z.int().min(1).optional().describe('The line of the name, starting at 1.'),
  character: z.int().min(1).optional().describe('The column of the name, starting at 1.'),
  query: z
    .string()
    .min(1)
    .optional()
    .describe('For symbols: a name or part of one. Otherwise: the name on that line, if you do not give character.'),
});
type Input = z.infer<typeof schema>;

/**
 * The language extensions never see a speculation's overlay, so the gate runs this tool only while the overlay is
 * empty.
 */
export function createLspTool(features: LanguageFeatures): Tool<Input> {
  return {
    name: 'lsp',
    description:
      'Asks the editor’s language extensions for definitions, references, hover texts, symbols and problems. Unlike a ' +
      'text search, they know scopes, imports and types. If nothing is found, the language may have no extension: use grep. ' +
      'After an edit, diagnostics shows new problems without running a command.',
    kind: 'read',
    record: { rendering: 'symbol', texts: lspTexts, speculation: 'read-disk' },
    schema,
    describe: toDetail,
    paths: ({ file_path }) => [file_path],
    async execute(input, { workspace }, signal) {
      const target = await resolveToolPath(workspace, input.file_path);
      if (target.kind === 'refused') return target.outcome;
      const { path, display } = target;
      const found = await workspace.stat(path, signal);
      if (!found) return failed(`${display} does not exist.`, resultTexts.notFound());
      if (found.type === 'directory') {
        if (input.operation !== 'diagnostics')
          return failed(`${display} is a folder. Name a file.`, resultTexts.isFolder());
        return toProblems(workspace, features.knownDiagnostics(path), path, signal);
      }
      switch (input.operation) {
        case 'diagnostics':
          return toProblems(workspace, await features.diagnostics(path, signal), path, signal);
        case 'symbols':
          return input.query === undefined
            ? toSymbols(workspace, await features.documentSymbols(path, signal), path, signal)
            : toSymbols(workspace, await features.workspaceSymbols(input.query, path, signal), path, signal);
        case 'definition':
        case 'references':
        case 'hover': {
          const at = await toPosition(workspace, path, display, input, signal);
          return 'ok' in at ? at : ask(features, workspace, input.operation, at, signal);
        }
      }
    },
  };
}

function toDetail({ operation, file_path, line, query }: Input): string {
  const where = quoteSpaced(line === undefined ? file_path : `${file_path}:${line}`);
  return query === undefined ? `${operation} ${where}` : `${operation} ${query} ${where}`;
}

async function ask(
  features: LanguageFeatures,
  workspace: Workspace,
  operation: 'definition' | 'references' | 'hover',
  at: CodePosition,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  if (operation === 'hover') {
    const texts = (await features.hover(at, signal)).map((text) => text.trim()).filter((text) => text !== '');
    if (texts.length === 0) return emptyResult('The language extension has no information about this position.');
    const text = texts.join('\n\n---\n\n');
    const isCut = text.length > MAX_OUTPUT;
    return succeeded(isCut ? `${text.slice(0, MAX_OUTPUT)}\n[The rest was left out.]` : text, resultTexts.found());
  }
  const locations = await features[operation](at, signal);
  if (locations.length === 0) {
    return emptyResult(operation === 'definition' ? 'No definition was found.' : 'No references were found.');
  }
  const described = await describeLocations(workspace, locations.slice(0, MAX_ENTRIES), at.path, signal);
  const lines = described.map(({ place, text }) => (text === '' ? place : `${place}: ${text}`));
  const summary = resultTexts.matches(locations.length, false, new Set(locations.map(({ path }) => path)).size);
  return capped(lines, locations.length, summary);
}

/**
 * Returns the position of the name: the given column, else the first occurrence of `query` in the line. If there is no
 * such position, returns the failure of the call.
 */
async function toPosition(
  workspace: Workspace,
  path: string,
  display: string,
  { line, character, query }: Input,
  signal: AbortSignal,
): Promise<CodePosition | ToolOutcome> {
  if (line === undefined || (character === undefined && query === undefined)) {
    return failed(
      'The position is missing. Give line, and either character or the name as query.',
      resultTexts.noPosition(),
    );
  }
  const decoded = decodeText((await workspace.read(path, signal)).bytes);
  if (decoded.kind === 'binary') return failed(`${display} is a binary file.`, resultTexts.binary());
  const lines = decoded.text.split(/\r?\n/);
  const text = lines[line - 1];
  if (text === undefined) {
    return failed(
      `${display} has only ${counted(lines.length, 'line')}, so line ${line} does not exist.`,
      resultTexts.beyondEnd(),
    );
  }
  if (character !== undefined) {
    if (character <= text.length + 1) return { path, line, character };
    return failed(
      `Line ${line} of ${display} has only ${counted(text.length, 'character')}.`,
      resultTexts.beyondLineEnd(),
    );
  }
  const index = text.indexOf(query ?? '');
  if (index < 0)
    return failed(
      `"${query}" is not on this line. Line ${line} of ${display} is: ${text.trim()}`,
      resultTexts.notThere(),
    );
  return { path, line, character: index + 1 };
}

async function toSymbols(
  workspace: Workspace,
  symbols: readonly CodeSymbol[],
  own: string,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  if (symbols.length === 0) return emptyResult('No symbols were found.');
  const shown = symbols.slice(0, MAX_ENTRIES);
  const described = await describeLocations(workspace, shown, own, signal);
  const lines = shown.flatMap(({ name, kind, depth, container }, index) => {
    const { place = '', text = '', isWithheld = false } = described[index] ?? {};
    if (isWithheld) return [];
    const inside = container === '' ? '' : ` in ${oneLine(container)}`;
    return [`${'  '.repeat(depth)}${kind} ${oneLine(name)}${inside} ${place}${text === '' ? '' : `: ${text}`}`];
  });
  return capped(lines, symbols.length, counted(symbols.length, 'symbol'), withheldNote(described));
}

async function toProblems(
  workspace: Workspace,
  problems: readonly CodeProblem[],
  own: string,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  if (problems.length === 0) {
    return succeeded(
      'No problems are reported. Files that no language extension has checked are not included.',
      resultTexts.none(),
    );
  }
  const sorted = problems.toSorted((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity));
  const shown = sorted.slice(0, MAX_ENTRIES);
  const described = await describeLocations(workspace, shown, own, signal);
  const lines = shown.flatMap(({ severity, message, source }, index) => {
    const { place = '', text = '', isWithheld = false } = described[index] ?? {};
    if (isWithheld) return [];
    const by = source === '' ? '' : ` [${oneLine(source)}]`;
    const line = text === '' ? '' : `\n    ${text}`;
    return [`${place}: ${severity}: ${oneLine(message).slice(0, MAX_MESSAGE)}${by}${line}`];
  });
  return capped(lines, problems.length, counted(problems.length, 'problem'), withheldNote(described));
}

function withheldNote(described: readonly DescribedLocation[]): string {
  const isAny = described.some(({ isWithheld }) => isWithheld);
  return isAny
    ? ' Entries in files that look secret are left out unless you name the file. Entries in files that a rule denies or that no longer exist are always left out.'
    : '';
}

const SEVERITIES: readonly CodeProblem['severity'][] = ['error', 'warning', 'information', 'hint'];

/**
 * Returns the entries as a successful result, cut to `MAX_OUTPUT`. `withheld`: a sentence with another reason for
 * missing entries.
 */
function capped(entries: readonly string[], total: number, summary: string, withheld = ''): ToolOutcome {
  const { text, count } = capLines(entries, MAX_OUTPUT);
  const note = count < total ? `\n[${count} of ${total} are shown.${withheld}]` : '';
  return succeeded(`${text}${note}`, summary);
}

/** Returns a success, because an empty result is an answer. */
function emptyResult(text: string): ToolOutcome {
  const why = 'If no language extension for this kind of file is installed, use grep instead.';
  return succeeded(`${text} ${why}`, resultTexts.nothingFound());
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
