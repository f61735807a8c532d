import { describe, expect, test } from 'vitest';
import { toIdeSnapshot } from '../../../../src/extension/chat/context/ideReading.ts';
import { createMemoryWorkspace } from '../../../support/memoryWorkspace.ts';

const { signal } = new AbortController();

function select(path: string, selectedText: string) {
  const cursor = { line: 1, character: 1 };
  return { path, cursor, selectedText, selectedCharacters: selectedText.length, selectedLines: selectedText ? 1 : 0 };
}

describe('reading the editor', () => {
  test('returns paths in the form that tools accept', async () => {
    const workspace = createMemoryWorkspace({ 'src/a.ts': '', 'b.ts': '' });
    const reading = { active: select('/ws/src/a.ts', ''), open: ['/ws/src/a.ts', '/ws/b.ts', '/elsewhere/c.ts'] };
    expect(await toIdeSnapshot(reading, workspace, signal)).toMatchObject({
      activeFile: { path: 'src/a.ts' },
      otherOpenFiles: ['b.ts', '/elsewhere/c.ts'],
    });
  });

  test.each([
    ['is ignored', '/ws/dist/out.js', 'dist/out.js'],
    ['is ignored by its folder’s `.gitignore`', '/ws/pkg/gen/x.ts', 'pkg/gen/x.ts'],
    ['is ignored in this clone only', '/ws/own/notes.md', 'own/notes.md'],
    ['is in a folder that searches skip', '/ws/node_modules/m/index.js', 'node_modules/m/index.js'],
    ['looks secret', '/ws/.env.local', '.env.local'],
    ['looks secret outside the workspace', '/home/u/.aws/config', '/home/u/.aws/config'],
  ])('names a file without its selection if the file %s', async (_title, path, display) => {
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
    'includes the selection in %s',
    async (path) => {
      const workspace = createMemoryWorkspace({ '.gitignore': 'dist/\n!kept/dist/\n' });
      const snapshot = await toIdeSnapshot({ active: select(path, 'words'), open: [] }, workspace, signal);
      expect(snapshot).toMatchObject({ activeFile: { selectedText: 'words' }, nameOnly: false });
    },
  );
});
