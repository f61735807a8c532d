import { describe, expect, test } from 'vitest';
import { createSources, createTestInstructions } from '../../support/instructionSources.ts';

const { signal } = new AbortController();
const FILE = '.premove/memory.md';
const SCOPES = [
  ['user', `~/${FILE}`],
  ['workspace', FILE],
] as const;

function start(text: string) {
  const sources = createSources({ [FILE]: text }, { [FILE]: text });
  const { memory } = createTestInstructions(sources);
  return { memory, folders: { user: sources.home, workspace: sources.workspace } };
}

describe('a fact that the user adds', () => {
  test('is reported as unsaved if it is only in an editor with unsaved text', async () => {
    const { memory, folders } = start('');
    folders.workspace.put(FILE, '- Typed.\n', { unsaved: true });
    expect(await memory.add('workspace', 'Uses pnpm.', signal)).toEqual({ kind: 'added', file: FILE, unsaved: true });
    expect(folders.workspace.text(FILE)).toBe('- Typed.\n- Uses pnpm.\n');
    expect(await memory.add('workspace', 'Uses pnpm.', signal)).toEqual({
      kind: 'refused',
      problem: `This fact is already in ${FILE}, but an editor has unsaved changes of this file. Save the file.`,
    });
  });

  test.each(SCOPES)('is added to the new text if another window writes the file meanwhile: %s', async (scope, file) => {
    const { memory, folders } = start('- Old.\n');
    const proceed = folders[scope].holdNext('write');
    const added = memory.add(scope, 'Mine.', signal);
    await expect.poll(() => folders[scope].calls.some((call) => call.startsWith('write'))).toBe(true);
    folders[scope].put(FILE, '- Old.\n- Theirs.\n');
    proceed();
    expect(await added).toEqual({ kind: 'added', file, unsaved: false });
    expect(folders[scope].text(FILE)).toBe('- Old.\n- Theirs.\n- Mine.\n');
  });

  test.each(SCOPES)('is refused with the next step if the file changes each time: %s', async (scope, file) => {
    const { memory, folders } = start('- Old.\n');
    for (let at = 0; at < 100; at += 1) folders[scope].failNext('write', 'changed');
    expect(await memory.add(scope, 'Mine.', signal)).toEqual({
      kind: 'refused',
      problem: `The fact was not saved, because ${file} kept changing. Try again.`,
    });
    expect(folders[scope].text(FILE)).toBe('- Old.\n');
    expect(folders[scope].calls.filter((call) => call.startsWith('write'))).toHaveLength(5);
  });

  test.each([
    ['permission', `Premove has no permission to change ~/${FILE}.`],
    ['no-space', 'The disk is full.'],
    ['io', `~/${FILE} could not be read or written. Check the file and its folder, then try again.`],
  ] as const)('is refused with a sentence that states the reason: %s', async (kind, problem) => {
    const { memory, folders } = start('- Old.\n');
    folders.user.failNext('write', kind);
    expect(await memory.add('user', 'Mine.', signal)).toEqual({ kind: 'refused', problem });
  });
});

test('a memory file that another window creates meanwhile is opened as it is', async () => {
  const { memory, folders } = start('');
  folders.user.remove(FILE);
  folders.user.failNext('write', 'changed');
  expect(await memory.prepare('user', signal)).toMatchObject({ kind: 'ready' });
});
