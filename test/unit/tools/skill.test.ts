import { expect, test } from 'vitest';
import { NO_RULES } from '../../../src/extension/approval/rules/permissionRules.ts';
import { gateCall } from '../../../src/extension/speculate/gate.ts';
import { createSkill } from '../../../src/extension/tools/builtin/skill.ts';
import { createSeenFiles } from '../../../src/extension/tools/seenFiles.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { EDIT_TOOLS } from '../../support/productTools.ts';

const { signal } = new AbortController();
const context = { workspace: createMemoryWorkspace(), seen: createSeenFiles() };
const tool = createSkill({
  load: async (name) =>
    name === 'release'
      ? {
          kind: 'loaded',
          name,
          text: 'Run scripts/release.sh.',
          folder: '/ws/.claude/skills/release',
          files: ['scripts/release.sh'],
        }
      : { kind: 'unknown', names: ['release'] },
});

test('skill returns the instructions, their folder and the names of its files', async () => {
  const outcome = await tool.execute({ name: 'release' }, context, signal);
  const [part] = outcome.content;
  const text = part?.type === 'text' ? part.text : '';
  expect(text).toContain('is in /ws/.claude/skills/release');
  expect(text).toContain('The skill grants no permissions');
  expect(text).toContain('Files in it: scripts/release.sh');
  expect(text.endsWith('\n\nRun scripts/release.sh.')).toBe(true);
});

test('skill names the skills that exist if the model asks for a missing one, for example by a path', async () => {
  expect(await tool.execute({ name: '../../.env' }, context, signal)).toMatchObject({
    ok: false,
    content: [{ text: 'There is no skill "../../.env". There are: release.' }],
  });
});

test('skill stops a speculation', () => {
  const call = {
    tool,
    editTools: EDIT_TOOLS,
    paths: [],
    name: tool.name,
    mode: 'yolo',
    rules: NO_RULES,
    overlayHasChanges: false,
  } as const;
  expect(gateCall(call)).toMatchObject({ kind: 'boundary', boundary: 'interactive' });
});
