import { readFile } from 'node:fs/promises';
import { toFigure, type Figure, type Measurement } from './figure.ts';

const PIECES = 6;
const LIMIT = 3_000_000;

/** The size of the package that users download, and of its largest files, compressed. */
export const vsixSize: Measurement = { name: 'vsix', run: measure };

async function measure(): Promise<Figure[]> {
  const archive = await readFile(process.env.PREMOVE_VSIX ?? 'premove.vsix');
  const total = toFigure({
    name: 'VSIX',
    unit: 'bytes',
    statistic: 'exact',
    samples: [archive.length],
    target: { text: 'at most 3 MB', isMet: (bytes) => bytes <= LIMIT },
  });
  const pieces = entriesOf(archive)
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, PIECES)
    .map(({ name, bytes }) => toFigure({ name: `\`${name}\``, unit: 'bytes', statistic: 'exact', samples: [bytes] }));
  return [total, ...pieces];
}

interface Entry {
  /** Without the content hash in a chunk's name. */
  readonly name: string;
  /** Compressed size. */
  readonly bytes: number;
}

const END_OF_DIRECTORY = 0x06054b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;

/** The central directory of a ZIP archive (APPNOTE 4.3.12 and 4.3.16). Assumes no comment and less than 4 GB. */
function entriesOf(archive: Buffer): Entry[] {
  const end = archive.length - END_LENGTH;
  if (archive.readUInt32LE(end) !== END_OF_DIRECTORY)
    throw new Error('The package is not a ZIP archive as vsce writes it.');
  const entries: Entry[] = [];
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const nameEnd = at + ENTRY_LENGTH + (nameLength ?? 0);
    const name = archive.toString('utf8', at + ENTRY_LENGTH, nameEnd).replace(/^extension\//, '');
    entries.push({ name: name.replace(/-[A-Z0-9]{8}(?=\.js$)/, ''), bytes: archive.readUInt32LE(at + 20) });
    at = nameEnd + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return entries;
}
