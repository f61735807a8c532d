import { expect, test } from 'vitest';
import { createSeenFiles, toSeenFile } from '../../../src/extension/tools/seenFiles.ts';

const seen = (text: string): ReturnType<typeof toSeenFile> => toSeenFile(new TextEncoder().encode(text));

test('the list of seen files keeps the texts of the files that were seen last, and the hashes of all files', () => {
  const files = createSeenFiles(10);
  files.set('/a', seen('aaaa'));
  files.set('/b', seen('bbbb'));
  files.set('/a', seen('AAAA'));
  files.set('/c', seen('cccc'));
  expect(['/a', '/b', '/c'].map((path) => files.get(path)?.text)).toEqual(['AAAA', undefined, 'cccc']);
  expect(files.get('/b')?.hash).toBe(seen('bbbb').hash);
});

test('the list of seen files reuses the room of a deleted entry', () => {
  const files = createSeenFiles(8);
  files.set('/a', seen('aaaaaaaa'));
  files.delete('/a');
  files.set('/b', seen('bbbbbbbb'));
  expect([files.get('/a'), files.get('/b')?.text]).toEqual([undefined, 'bbbbbbbb']);
});

test('the list of seen files does not keep the text of a file that is larger than the limit or binary', () => {
  const files = createSeenFiles(3);
  files.set('/a', seen('aaaa'));
  expect(files.get('/a')).toEqual({ hash: seen('aaaa').hash, text: undefined });
  expect(toSeenFile(Uint8Array.from([0, 1])).text).toBeUndefined();
});
