import { expect, test } from 'vitest';
import { createSeenFork } from '../../../src/extension/speculate/seenFork.ts';
import { createSeenFiles } from '../../../src/extension/tools/seenFiles.ts';

test('a fork of the seen files lists the files of the conversation and of the fork, without files deleted in the fork', () => {
  const conversation = createSeenFiles();
  conversation.set('/ws/a', { hash: '1', text: undefined });
  conversation.set('/ws/b', { hash: '1', text: undefined });
  const fork = createSeenFork(conversation);
  fork.set('/ws/c', { hash: '1', text: undefined });
  fork.set('/ws/a', { hash: '2', text: undefined });
  fork.delete('/ws/b');
  expect([...fork.paths()].sort()).toEqual(['/ws/a', '/ws/c']);
  expect([...conversation.paths()].sort()).toEqual(['/ws/a', '/ws/b']);
});
