import { expect, it } from 'vitest';
import { createOverlay } from '../../../src/extension/speculate/overlay.ts';
import { chooseVersions, type VersionQuestion } from '../../../src/extension/speculate/versionChoice.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { bytes, signal } from './overlay/overlayFiles.ts';

/** Characters that a box of VS Code shows without a cut. */
const WIDTH = 60;

it('the question about a file fits into its box, and says that Apply comes next', async () => {
  const base = createMemoryWorkspace({ 'changed.ts': 'a\n', 'deleted.ts': 'a\n', 'both.ts': 'a\n' });
  const overlay = createOverlay(base);
  await overlay.delete('/ws/changed.ts', {}, signal);
  await overlay.write('/ws/deleted.ts', bytes('b\n'), {}, signal);
  await overlay.write('/ws/both.ts', bytes('b\n'), {}, signal);
  base.put('changed.ts', 'c\n');
  base.remove('deleted.ts');
  base.put('both.ts', 'c\n');
  const asked: VersionQuestion[] = [];
  const decided = await chooseVersions(overlay.changes(), overlay, base, (question) => {
    asked.push(question);
    return Promise.resolve('current');
  }).then((paths) => paths.toSorted());
  expect(decided).toEqual(['/ws/both.ts', '/ws/changed.ts', '/ws/deleted.ts']);
  expect(asked.map(({ title, detail }) => `${title}: ${detail}`).toSorted()).toEqual([
    'both.ts cannot be merged: Changed since, and binary or too large. Choose, then apply.',
    'changed.ts cannot be merged: Changed since, but deleted by the edits. Choose, then apply.',
    'deleted.ts cannot be merged: Deleted since, but changed by the edits. Choose, then apply.',
  ]);
  expect(asked.filter(({ detail }) => detail.length > WIDTH)).toEqual([]);
});
