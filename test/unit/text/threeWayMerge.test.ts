import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { encodeText, type TextEncoding } from '../../../src/extension/text/textFile.ts';
import { hasConflictMarkers, mergeThreeWays } from '../../../src/extension/text/threeWayMerge.ts';

const LABELS = { current: 'Disk', incoming: 'Prepared' };

type Version = string | null;

function toBytes(text: Version, encoding: TextEncoding = 'utf8'): Uint8Array | null {
  return text === null ? null : encodeText(text, encoding);
}

function merge(base: Version, current: Version, incoming: Version): string {
  const result = mergeThreeWays(
    { base: toBytes(base), current: toBytes(current), incoming: toBytes(incoming) },
    LABELS,
  );
  if (result.kind === 'unmergeable') return 'unmergeable';
  return `${result.kind}: ${result.bytes === null ? 'no file' : Buffer.from(result.bytes).toString('utf8')}`;
}

describe('mergeThreeWays merges cleanly', () => {
  test.each<[string, Version, Version, Version, Version]>([
    ['edits of different lines', 'a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n', 'A\nb\nC\n'],
    ['equal edits', 'a\nb\n', 'a\nB\n', 'a\nB\n', 'a\nB\n'],
    ['equal lines among other edits', 'a\nb\nc\nd\ne\n', 'A\nb\nc\nd\nE\n', 'A\nb\nC\nd\ne\n', 'A\nb\nC\nd\nE\n'],
    ['an edit of the disk only', 'a\n', 'b\n', 'a\n', 'b\n'],
    ['a prepared edit only', 'a\n', 'a\n', 'b\n', 'b\n'],
    ['a delete on both sides', 'a\n', null, null, null],
    ['a prepared delete of an unchanged file', 'a\n', 'a\n', null, null],
    ['a new file with equal content', null, 'a\n', 'a\n', 'a\n'],
    ['a new file on one side', null, null, 'a\n', 'a\n'],
    ['lines added at both ends', 'b\n', 'a\nb\n', 'b\nc\n', 'a\nb\nc\n'],
    ['a final line end that one side adds', 'a\nb', 'A\nb', 'a\nb\n', 'A\nb\n'],
    ['a final line end and another edit of the last line', 'a\nb', 'a\nb\n', 'a\nB', 'a\nB\n'],
    ['line ends that the disk converts', 'a\nb\nc\n', 'a\r\nb\r\nc\r\n', 'a\nb\nC\n', 'a\r\nb\r\nC\r\n'],
    ['line ends that the prepared edit converts', 'a\nb\nc\n', 'A\nb\nc\n', 'a\r\nb\r\nc\r\n', 'A\r\nb\r\nc\r\n'],
    ['mixed line ends', 'a\r\nb\nc\nd\n', 'a\r\nb\nc\nD\n', 'a\r\nB\nc\nd\n', 'a\r\nB\nc\nD\n'],
    ['an emptied file', 'a\n', 'a\n', '', ''],
  ])('%s', (_, base, current, incoming, merged) => {
    expect(merge(base, current, incoming)).toBe(`clean: ${merged ?? 'no file'}`);
  });

  test.each<[string, TextEncoding, TextEncoding]>([
    ['a byte order mark that the disk adds', 'utf8-bom', 'utf8'],
    ['a byte order mark that the prepared edit adds', 'utf8', 'utf8-bom'],
    ['UTF-16', 'utf16le', 'utf8'],
  ])('%s', (_, ofDisk, ofPrepared) => {
    const changed = ofDisk === 'utf8' ? ofPrepared : ofDisk;
    const versions = {
      base: toBytes('a\nb\nc\n'),
      current: toBytes('A\nb\nc\n', ofDisk),
      incoming: toBytes('a\nb\nC\n', ofPrepared),
    };
    expect(mergeThreeWays(versions, LABELS)).toEqual({ kind: 'clean', bytes: toBytes('A\nb\nC\n', changed) });
  });
});

describe('mergeThreeWays marks a conflict', () => {
  test.each<[string, Version, Version, Version, string]>([
    [
      'of two edits of one line',
      'a\nb\nc\n',
      'a\nmine\nc\n',
      'a\nprepared\nc\n',
      'a\n<<<<<<< Disk\nmine\n=======\nprepared\n>>>>>>> Prepared\nc\n',
    ],
    [
      'of an edit and a removed line',
      'a\nb\n',
      'a\nmine\n',
      'a\n',
      'a\n<<<<<<< Disk\nmine\n=======\n>>>>>>> Prepared\n',
    ],
    [
      'of two new files, only where they differ',
      null,
      'same\nmine\nend\n',
      'same\nprepared\nend\n',
      'same\n<<<<<<< Disk\nmine\n=======\nprepared\n>>>>>>> Prepared\nend\n',
    ],
    [
      'with the line ends of the file',
      'a\r\n',
      'mine\r\n',
      'prepared\r\n',
      '<<<<<<< Disk\r\nmine\r\n=======\r\nprepared\r\n>>>>>>> Prepared\r\n',
    ],
  ])('%s', (_, base, current, incoming, merged) => {
    expect(merge(base, current, incoming)).toBe(`conflict: ${merged}`);
    expect(hasConflictMarkers(toBytes(merged) as Uint8Array, LABELS)).toBe(true);
  });
});

describe('mergeThreeWays merges nothing', () => {
  test.each<[string, Version, Version, Version]>([
    ['a delete and an edit', 'a\n', null, 'b\n'],
    ['an edit and a prepared delete', 'a\n', 'b\n', null],
    ['binary content', 'a\0', 'b\0', 'c\0'],
    ['text that became binary', 'a\n', 'b\n', 'c\0'],
  ])('for %s', (_, base, current, incoming) => {
    expect(merge(base, current, incoming)).toBe('unmergeable');
  });

  it('if the comparison would take too long', () => {
    const lines = (first: string, last: string): string => `${first}\n${'}\n'.repeat(20_000)}${last}\n`;
    expect(merge(lines('a', 'b'), lines('A', 'b'), lines('a', 'B'))).toBe('unmergeable');
  });
});

describe('hasConflictMarkers', () => {
  test.each<[string, string, boolean]>([
    ['the beginning of a conflict', 'a\r\n<<<<<<< Disk\r\n', true],
    ['the end of a conflict', '>>>>>>> Prepared', true],
    ['a heading of Markdown', 'Title\n=======\n', false],
    ['a marker of git', '<<<<<<< HEAD\n', false],
  ])('%s: %o', (_, text, expected) => {
    expect(hasConflictMarkers(toBytes(text) as Uint8Array, LABELS)).toBe(expected);
  });
});

describe('a merge of any three versions', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c', '', '}'), { maxLength: 12 });
  const text = fc.tuple(lines, fc.constantFrom('\n', '\r\n'), fc.boolean()).map(([all, end, ends]) => {
    return all.join(end) + (ends && all.length > 0 ? end : '');
  });
  const version = fc.oneof({ weight: 9, arbitrary: text }, { weight: 1, arbitrary: fc.constant(null) });

  it('equals one side if the other side changes nothing', () => {
    fc.assert(
      fc.property(version, version, (base, changed) => {
        expect(merge(base, changed, base)).toBe(`clean: ${changed ?? 'no file'}`);
        expect(merge(base, base, changed)).toBe(`clean: ${changed ?? 'no file'}`);
        expect(merge(base, changed, changed)).toBe(`clean: ${changed ?? 'no file'}`);
      }),
    );
  });

  it('has only lines of the three versions, besides the markers', () => {
    fc.assert(
      fc.property(version, version, version, (base, current, incoming) => {
        const merged = merge(base, current, incoming);
        const known = new Set([base, current, incoming].flatMap((each) => (each ?? '').split(/\r?\n/)));
        const own = merged.startsWith('conflict') ? ['<<<<<<< Disk', '=======', '>>>>>>> Prepared'] : [];
        const found = /^(?:clean|conflict): ([^]*)$/.exec(merged)?.[1] ?? '';
        if (found === 'no file') return;
        for (const line of found.split(/\r?\n/)) expect([...known, ...own]).toContain(line);
      }),
    );
  });

  it('changes only inside the conflicts if the two sides are exchanged', () => {
    const side = (merged: string, keep: 'first' | 'second'): string =>
      merged.replace(/<<<<<<< Disk\n([^]*?)=======\n([^]*?)>>>>>>> Prepared\n?/g, keep === 'first' ? '$1' : '$2');
    const unix = lines.map((all) => all.map((line) => `${line}\n`).join(''));
    fc.assert(
      fc.property(unix, unix, unix, (base, one, other) => {
        const [there, back] = [merge(base, one, other), merge(base, other, one)];
        expect(side(there, 'first')).toBe(side(back, 'second'));
        expect(side(there, 'second')).toBe(side(back, 'first'));
      }),
    );
  });

  it('keeps both of two edits that an unchanged line separates', () => {
    const block = fc.array(fc.constantFrom('x', 'y', 'z'), { maxLength: 4 });
    fc.assert(
      fc.property(block, block, block, block, (first, second, mine, prepared) => {
        const join = (...parts: readonly (readonly string[])[]): string =>
          parts
            .flat()
            .map((line) => `${line}\n`)
            .join('');
        const anchor = ['-- one --', '-- two --', '-- three --'];
        expect(merge(join(first, anchor, second), join(mine, anchor, second), join(first, anchor, prepared))).toBe(
          `clean: ${join(mine, anchor, prepared)}`,
        );
      }),
    );
  });
});
