import * as z from 'zod';
import { readFileTexts } from '../../base/texts/toolTexts.ts';
import { describeBinary } from '../../text/binaryFile.ts';
import { capLines, counted } from '../../text/capLines.ts';
import { readMedia } from '../mediaFile.ts';
import { linesOutside, NO_LINE_SHOWN, toSeenFile } from '../seenFiles.ts';
import { decodeText, linesOf } from '../../text/textFile.ts';
import { failed, succeeded, type LineRange, type Tool, type ToolOutcome } from '../tool.ts';
import { resolveToolPath } from '../toolPath.ts';
import { resultTexts } from '../../base/texts/resultTexts.ts';

const MAX_LINES = 2000;
/** Characters. */
const MAX_OUTPUT = 100 * 1024;
/** Characters. */
export const MAX_LINE_LENGTH = 2000;
/** Characters for the notes around a shortened result. */
const NOTE_ROOM = 200;

const schema = z.object({
  file_path: z.string().min(1).describe('Path of the file: absolute, or relative to the workspace.'),
  offset: z.int().min(1).optional().describe('The first line to read, starting at 1.'),
  limit: z.int().min(1).optional().describe(`Number of lines to read, at most ${MAX_LINES}.`),
});
type Input = z.infer<typeof schema>;

export const readFileTool: Tool<Input> = {
  name: 'read_file',
  description:
    'Reads a text file, an image or a PDF. Each line of text begins with its number and a tab, which are not part of ' +
    'the file. Returns long files in parts; the result says how to read the next part. Read several files in one message.',
  kind: 'read',
  record: { rendering: 'read-file', texts: readFileTexts, speculation: 'read', showsFileRules: true },
  schema,
  describe: ({ file_path, offset = 1 }) => (offset > 1 ? `${file_path}:${offset}` : file_path),
  paths: (input) => [input.file_path],
  async execute(input, { workspace, seen }, signal) {
    const target = await resolveToolPath(workspace, input.file_path);
    if (target.kind === 'refused') return target.outcome;
    const { path, display } = target;
    const found = await workspace.stat(path, signal);
    if (!found) return failed(`${display} does not exist.`, resultTexts.notFound());
    if (found.type === 'directory')
      return failed(`${display} is a folder. Use list_directory.`, resultTexts.isFolder());

    const { bytes, unsaved } = await workspace.read(path, signal);
    const remember = (unshown: readonly LineRange[]): void => seen.set(path, { ...toSeenFile(bytes), unshown });
    // Images and PDFs are checked before text, because a PDF may be valid text.
    const media = readMedia(display, bytes);
    const decoded = decodeText(bytes);
    if (media || decoded.kind === 'binary') {
      remember([]);
      return media ?? failed(`${display} ${describeBinary(bytes)}`, resultTexts.binary());
    }
    const note = unsaved ? '[This is the unsaved text of an open editor. The file on disk differs.]\n' : '';
    const lines = linesOf(decoded.text);
    const first = input.offset ?? 1;
    if (first > Math.max(1, lines.length)) {
      remember(NO_LINE_SHOWN);
      const text = `${display} has only ${counted(lines.length, 'line')}, so offset ${first} is past the end.`;
      return failed(text, resultTexts.beyondEnd());
    }
    const before = seen.get(path);
    const show = (maxCharacters: number): ToolOutcome => {
      const shown = { ...input, offset: first, maxCharacters };
      const { outcome, last, cutLines } = toOutcome(display, lines, shown, note);
      const unshown = [...linesOutside({ first, last }, lines.length), ...cutLines];
      remember(unshown.sort((one, other) => one.first - other.first));
      return outcome;
    };
    const shorten = (maxCharacters: number): ToolOutcome => {
      // Restores the record, because the first attempt recorded more lines than the shorter result shows. Deletes the
      // record first, because `set` adds to a record of the same content.
      seen.delete(path);
      if (before) seen.set(path, before);
      return show(Math.min(maxCharacters - NOTE_ROOM, MAX_OUTPUT));
    };
    return { ...show(MAX_OUTPUT), shorten };
  },
};

interface Slice {
  readonly offset: number;
  readonly limit?: number | undefined;
  readonly maxCharacters: number;
}

/**
 * Returns the lines of the slice as the result of the call. `last`: the last line shown; 0 if the file is empty.
 * `cutLines`: the lines of which only a part is shown.
 */
function toOutcome(
  display: string,
  lines: readonly string[],
  { offset: first, limit, maxCharacters }: Slice,
  note: string,
): { outcome: ToolOutcome; last: number; cutLines: readonly LineRange[] } {
  if (lines.length === 0) {
    return { outcome: succeeded(`${note}[${display} is empty.]`, resultTexts.empty()), last: 0, cutLines: [] };
  }
  const wanted = lines.slice(first - 1, first - 1 + Math.min(limit ?? MAX_LINES, MAX_LINES));
  const numbered = wanted.map((line, index) => `${first + index}\t${cutLine(line)}`);
  const { text, count } = capLines(numbered, maxCharacters);
  const last = first + count - 1;
  const rest =
    last < lines.length ? `\n[Lines ${first} to ${last} of ${lines.length}. Continue with offset ${last + 1}.]` : '';
  const summary = rest ? resultTexts.linesOf(first, last, lines.length) : resultTexts.lines(count);
  const cutLines = wanted.slice(0, count).flatMap((line, index) => {
    const isCut = line.length > MAX_LINE_LENGTH || (numbered[index] ?? '').length > maxCharacters;
    return isCut ? [{ first: first + index, last: first + index }] : [];
  });
  return { outcome: succeeded(`${note}${text}${rest}`, summary), last, cutLines };
}

function cutLine(line: string): string {
  if (line.length <= MAX_LINE_LENGTH) return line;
  return `${line.slice(0, MAX_LINE_LENGTH)} [${line.length - MAX_LINE_LENGTH} more characters in this line]`;
}
