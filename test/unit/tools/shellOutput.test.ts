import { mkdir, readdir, readFile, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import type { Log } from '../../../src/extension/ports/log.ts';
import { KeptOutputFolder } from '../../../src/extension/node/keptOutput.ts';
import { MAX_SHELL_OUTPUT, ShellOutput } from '../../../src/extension/tools/shellOutput.ts';
import { withoutColors } from '../../../src/extension/text/terminalText.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

const line = (number: number): string => `${String(number).padStart(7, '0')} ${'.'.repeat(91)}\n`;

test('ShellOutput returns a short output as a whole, and does not write a file', async () => {
  await withTempFolder({}, async (folder) => {
    const output = new ShellOutput(new KeptOutputFolder(join(folder, 'kept'), silentLog));
    await output.push('one\n\x1b[32mtwo');
    expect(await output.end()).toEqual({ text: 'one\ntwo', painted: 'one\n\x1b[32mtwo', total: 7, isCut: false });
    expect(await readdir(folder)).toEqual([]);
  });
});

test('ShellOutput returns beginning and end of a long output, and keeps the whole output in a file', async () => {
  await withTempFolder({}, async (folder) => {
    const output = new ShellOutput(new KeptOutputFolder(folder, silentLog));
    const lines = Array.from({ length: 3000 }, (_, index) => line(index));
    for (const each of lines) await output.push(each);
    const { text, total, isCut, outputFile } = await output.end();
    expect(text.length).toBeLessThanOrEqual(MAX_SHELL_OUTPUT);
    expect(text.startsWith(line(0))).toBe(true);
    expect(text.endsWith(line(2999))).toBe(true);
    expect({ total, isCut, isWhole: outputFile?.isWhole }).toEqual({ total: 300_000, isCut: true, isWhole: true });
    expect(await readFile(outputFile?.path ?? '', 'utf8')).toBe(lines.join(''));
  });
});

test('a deleted output leaves no file, and ignores later output of its command', async () => {
  await withTempFolder({}, async (folder) => {
    const errors: string[] = [];
    const log: Log = { ...silentLog, error: (message) => void errors.push(message) };
    const kept = await new KeptOutputFolder(folder, log).create();
    await kept?.write(line(0));
    await kept?.delete();
    await kept?.write(line(1));
    await kept?.close();
    expect([await readdir(folder), errors]).toEqual([[], []]);
  });
});

test('ShellOutput makes a command wait while its output is written to the file', async () => {
  await withTempFolder({}, async (folder) => {
    const output = new ShellOutput(new KeptOutputFolder(folder, silentLog));
    expect(output.push('short\n')).toBeUndefined();
    const piece = line(0).repeat(10_000);
    const waits: (Promise<void> | undefined)[] = [];
    for (let count = 0; count < 5; count += 1) {
      const wait = output.push(piece);
      waits.push(wait);
      await wait;
    }
    expect(waits.every((wait) => wait instanceof Promise)).toBe(true);
    const { outputFile, total } = await output.end();
    expect((await readFile(outputFile?.path ?? '')).length).toBe(total);
  });
});

test('ShellOutput returns a cut output without a file, and logs one error, if the file cannot be created', async () => {
  await withTempFolder({ file: '' }, async (folder) => {
    const errors: string[] = [];
    const log: Log = { ...silentLog, error: (message) => void errors.push(message) };
    const output = new ShellOutput(new KeptOutputFolder(join(folder, 'file'), log));
    for (let count = 0; count < 1000; count += 1) await output.push(line(count));
    const collected = await output.end();
    expect(collected).toMatchObject({ total: 100_000, isCut: true });
    expect(collected.outputFile).toBeUndefined();
    expect(errors).toHaveLength(1);
  });
});

test('ShellOutput shows the last lines of a running command, including an unfinished line', async () => {
  await withTempFolder({}, async (folder) => {
    const output = new ShellOutput(new KeptOutputFolder(folder, silentLog));
    expect(output.live()).toBe('');
    for (let count = 1; count <= 50; count += 1) await output.push(`step ${count}\n`);
    await output.push('10%\r20%');
    expect(output.live().split('\n')).toEqual([
      ...Array.from({ length: 11 }, (_, index) => `step ${index + 40}`),
      '20%',
    ]);
    await output.push(`\n${'x'.repeat(10_000)}`);
    expect(output.live().length).toBeLessThanOrEqual(2000);
  });
});

test('ShellOutput removes outputs older than a week when it creates a new file', async () => {
  await withTempFolder({ 'old.log': 'old', 'new.log': 'new', 'other.txt': '' }, async (folder) => {
    const longAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
    await utimes(join(folder, 'old.log'), longAgo, longAgo);
    await utimes(join(folder, 'other.txt'), longAgo, longAgo);
    const keep = new KeptOutputFolder(folder, silentLog);
    const file = await keep.create();
    await file?.write('text');
    await file?.close();
    expect((await readdir(folder)).filter((name) => join(folder, name) !== file?.path)).toEqual([
      'new.log',
      'other.txt',
    ]);
    await writeFile(join(folder, 'old.log'), '');
  });
});

test('KeptOutputFolder removes the other old outputs if one disappears or cannot be removed', async () => {
  await withTempFolder({ 'old.log': 'old' }, async (folder) => {
    const longAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
    await utimes(join(folder, 'old.log'), longAgo, longAgo);
    // `stat` fails as it does for a file that another window has just removed.
    await symlink(join(folder, 'nowhere'), join(folder, 'gone.log'));
    // `unlink` fails for a folder. The folder is younger, so it fails before `old.log` is removed.
    const younger = new Date(longAgo.getTime() + 60_000);
    await mkdir(join(folder, 'folder.log'));
    await utimes(join(folder, 'folder.log'), younger, younger);
    const errors: string[] = [];
    const log: Log = { ...silentLog, error: (message) => void errors.push(message) };
    const file = await new KeptOutputFolder(folder, log).create();
    await file?.delete();
    expect((await readdir(folder)).sort()).toEqual(['folder.log', 'gone.log']);
    expect(errors).toEqual(['Old output could not be removed']);
  });
});

test('ShellOutput keeps colors for display, but not in the text for the model or in the file', async () => {
  await withTempFolder({}, async (folder) => {
    const output = new ShellOutput(new KeptOutputFolder(folder, silentLog));
    const green = Array.from({ length: 5000 }, (_, index) => `\x1b[32;1mok\x1b[0m ${index} 5m\n`).join('');
    await output.push(`\x1b]0;title\x07${green}`);
    expect(output.live().split('\n')[1]).toBe('\x1b[32;1mok\x1b[0m 4989 5m');
    const { text, painted = '', outputFile } = await output.end();
    expect(text).not.toContain('\x1b');
    expect(await readFile(outputFile?.path ?? '', 'utf8')).not.toContain('\x1b');
    expect(painted.length).toBeLessThanOrEqual(20_000);
    // A cut never leaves a part of an escape sequence.
    for (const line of painted.split('\n').filter((each) => !each.startsWith('[…'))) {
      expect(withoutColors(line)).toMatch(/^(?:(?:o?k)? ?)?(?:ok? ?)?\d*(?: 5?m?)?$/);
    }
  });
});

test('ShellOutput has no colored text if the output has no colors', async () => {
  await withTempFolder({}, async (folder) => {
    const output = new ShellOutput(new KeptOutputFolder(folder, silentLog));
    await output.push('plain \x1b[2K\x1b]8;;http://a\x1b\\text\x1b]8;;\x1b\\\n');
    expect(await output.end()).toEqual({ text: 'plain text\n', total: 11, isCut: false });
  });
});
