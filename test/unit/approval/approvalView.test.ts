import { expect, test } from 'vitest';
import { describeArguments, toApprovalView } from '../../../src/extension/approval/approvalView.ts';
import { createSaveMemory } from '../../../src/extension/tools/builtin/saveMemory.ts';
import type { ToolPreview } from '../../../src/extension/tools/tool.ts';
import { EDIT_TOOLS } from '../../support/productTools.ts';

const saveMemory = createSaveMemory({ pathOf: () => undefined, displayOf: () => '', problemOf: () => undefined });

test.each<[input: unknown, text: string]>([
  [{ query: 'vscode extension' }, 'query: vscode extension'],
  [{ file_path: '.env', offset: 3, whole: true, limit: undefined }, 'file_path: .env\noffset: 3\nwhole: true'],
  // A value with a line end could look like another argument.
  [{ query: 'a\npath: b' }, '{\n  "query": "a\\npath: b"\n}'],
  [{ query: 'a\u2028path: b' }, '{\n  "query": "a\u2028path: b"\n}'],
  [{ 'a: b\nquery': 'c' }, '{\n  "a: b\\nquery": "c"\n}'],
  [{ list: ['a'] }, '{\n  "list": [\n    "a"\n  ]\n}'],
  [{ none: null }, '{\n  "none": null\n}'],
  [{}, '{}'],
  [['a'], '[\n  "a"\n]'],
])('a card shows simple arguments as lines, and all others as JSON: %j', (input, text) =>
  expect(describeArguments(input)).toBe(text),
);

test('the card of the user’s own memory names the file, and does not warn that it is outside the workspace', () => {
  const outside = { kind: 'outside', detail: '/home/me/.premove/memory.md' } as const;
  const preview = { display: '~/.premove/memory.md', diff: '', added: 1, removed: 0 };
  const viewOf = (shown: ToolPreview) =>
    toApprovalView(
      { tool: saveMemory, input: {}, detail: 'A fact.' },
      { tool: saveMemory, editTools: EDIT_TOOLS, paths: [] },
      { kind: 'ask', reasons: [outside], grants: [] },
      { preview: shown, canOpen: true, isAmended: false, persistent: [], group: undefined },
    );
  expect(viewOf({ ...preview, isUsersMemory: true })).toMatchObject({
    question: 'Remember this for later chats?',
    subject: { file: '~/.premove/memory.md', isUsersMemory: true },
    reasons: [],
  });
  expect(viewOf(preview).reasons).toEqual([outside]);
});
