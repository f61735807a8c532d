import { expect, it } from 'vitest';
import { strings } from '../../../src/webview/strings/strings.ts';

it.each([
  [[], 'No files will be restored.'],
  [['edit'], '1 file will be restored:'],
  [['edit', 'create'], '2 files will be restored:'],
  [['delete'], '1 file will be deleted:'],
  [['delete', 'edit', 'delete', 'create'], '2 files will be restored, 2 files will be deleted:'],
] as const)('the restore card counts the files to delete apart: %j', (changes, text) => {
  expect(strings.restore.count(changes)).toBe(text);
});
