import { describe, expect, test } from 'vitest';
import { toIdeSnapshot } from '../../../../src/extension/chat/context/ideReading.ts';
import { createMemoryWorkspace } from '../../../support/memoryWorkspace.ts';

const { signal } = new AbortController();

function select(path: string, selectedText: string) {
  const cursor = { line: 1, character: 1 };
  return { path, cursor, selectedText, selectedCharacters: selectedText.length, selectedLines: selectedText ? 1 : 0 };
}

describe('reading the editor', () => {
  test('writes paths as tools take them', async () => {
    const workspace = createMemoryWorkspace({ 'src/a.ts': '', 'b.ts': '' });
    const reading = { active: select('/ws/src/a.ts', ''), open: ['/ws/src/a.ts', '/ws/b.ts', '/elsewhere/c.ts'] };
    expect(await toIdeSnapshot(reading, workspace, signal)).toMatchObject({
      activeFile: { path: 'src/a.ts' },
      otherOpenFiles: ['b.ts', '/elsewhere/c.ts'],
    });
  });

  test.each([
    ['is ignored', '/ws/dist/out.js', 'dist/out.js'],
    ['is ignored in its folder', '/ws/pkg/gen/x.ts', 'pkg/gen/x.ts'],
    ['is ignored in this clone only', '/ws/own/notes.md', 'own/notes.md'],
    ['lies in what searches pass over', '/ws/node_modules/m/index.js', 'node_modules/m/index.js'],
    ['looks like it holds secrets', '/ws/.env.local', '.env.local'],
    ['holds secrets outside', '/home/u/.aws/config', '/home/u/.aws/config'],
  ])('names a file that %s, and gives nothing of it', async (_title, path, display) => {
    const workspace = createMemoryWorkspace({
      '.gitignore': 'dist/\n',
      '.git/info/exclude': 'own/\n',
      'pkg/.gitignore': '/gen\n',
    });
    const snapshot = await toIdeSnapshot({ active: select(path, 'hunter2'), open: [] }, workspace, signal);
    expect(snapshot).toMatchObject({ activeFile: { path: display, selectedText: '' }, nameOnly: true });
    expect(JSON.stringify(snapshot)).not.toContain('hunter2');
  });

  test.each(['/ws/src/secrets.ts', '/ws/.env.example', '/ws/keys.pub', '/ws/kept/dist/a.js'])(
    'gives what is selected in %s',
    async (path) => {
      const workspace = createMemoryWorkspace({ '.gitignore': 'dist/\n!kept/dist/\n' });
      const snapshot = await toIdeSnapshot({ active: select(path, 'words'), open: [] }, workspace, signal);
      expect(snapshot).toMatchObject({ activeFile: { selectedText: 'words' }, nameOnly: false });
    },
  );
});
