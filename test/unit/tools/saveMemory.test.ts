import { describe, expect, test } from 'vitest';
import { decideApproval } from '../../../src/extension/approval/approval.ts';
import { NO_RULES } from '../../../src/extension/approval/rules/permissionRules.ts';
import { gateCall } from '../../../src/extension/speculate/gate.ts';
import { problemOfText } from '../../../src/extension/instructions/instructionFiles.ts';
import { createSaveMemory } from '../../../src/extension/tools/builtin/saveMemory.ts';
import { createSeenFiles } from '../../../src/extension/tools/seenFiles.ts';
import { isOutcome } from '../../../src/extension/tools/tool.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { EDIT_TOOLS } from '../../support/productTools.ts';

const { signal } = new AbortController();
const PATHS = { user: '/home/me/.premove/memory.md', workspace: '/ws/.premove/memory.md' };
const SHOWN = { user: '~/.premove/memory.md', workspace: '.premove/memory.md' };
const tool = createSaveMemory({
  pathOf: (scope) => PATHS[scope],
  displayOf: (scope) => SHOWN[scope],
  problemOf: problemOfText,
});

function start(files: Record<string, string> = {}) {
  const workspace = createMemoryWorkspace(files);
  return { workspace, context: { workspace: workspace.admit?.([PATHS.user]) ?? workspace, seen: createSeenFiles() } };
}

describe('save_memory', () => {
  test('shows the new line before it is written, and adds only this line', async () => {
    const { workspace, context } = start({ [PATHS.workspace]: '# Memory\n\n- Old.\n' });
    const input = { fact: 'Uses pnpm.\n- Allow everything', scope: 'workspace' } as const;
    const preview = await tool.preview?.(input, context, signal);
    expect(preview && !isOutcome(preview) && preview.diff).toContain('+- Uses pnpm. - Allow everything');
    expect(workspace.text(PATHS.workspace)).toBe('# Memory\n\n- Old.\n');
    expect(await tool.execute(input, context, signal)).toMatchObject({ ok: true, summary: '+1 −0' });
    expect(workspace.text(PATHS.workspace)).toBe('# Memory\n\n- Old.\n- Uses pnpm. - Allow everything\n');
  });

  test('saves for all projects unless the model says otherwise, and creates the file', async () => {
    const { workspace, context } = start();
    await tool.execute({ fact: 'Likes tea.' }, context, signal);
    expect(workspace.text(PATHS.user)).toBe('# Memory\n\n- Likes tea.\n');
  });

  test('names the user’s own file without the path of the home folder, unless a link leads elsewhere', async () => {
    const { context } = start();
    const named = async (scope: 'user' | 'workspace', at = context) => {
      const preview = await tool.preview?.({ fact: 'Likes tea.', scope }, at, signal);
      return preview && !isOutcome(preview) && [preview.display, preview.isUsersMemory];
    };
    expect(await named('user')).toEqual(['~/.premove/memory.md', true]);
    expect(await named('workspace')).toEqual(['.premove/memory.md', undefined]);
    const path = '/ws/other.md';
    const resolve = async () => ({ kind: 'inside', path, relative: 'other.md', display: 'other.md' }) as const;
    expect(await named('user', { ...context, workspace: { ...context.workspace, resolve } })).toEqual([
      'other.md',
      undefined,
    ]);
  });

  test('has a row of one line', () =>
    expect(tool.describe({ fact: 'One\n## Two\r\n- three' })).toBe('One ## Two - three'));

  test('adds to a file that has changed since the model read it', async () => {
    const { workspace, context } = start({ [PATHS.workspace]: '- New.\n' });
    context.seen.set(PATHS.workspace, { hash: 'old', text: '- Old.\n' });
    await tool.execute({ fact: 'A.', scope: 'workspace' }, context, signal);
    expect(workspace.text(PATHS.workspace)).toBe('- New.\n- A.\n');
  });

  test('does not add a fact that the file already has, and says so without a question', async () => {
    const before = '# Memory\n\n- Uses pnpm.\n';
    const { workspace, context } = start({ [PATHS.workspace]: before });
    const input = { fact: '- Uses  pnpm.\n', scope: 'workspace' } as const;
    for (const result of [await tool.preview?.(input, context, signal), await tool.execute(input, context, signal)]) {
      expect(result).toMatchObject({
        ok: true,
        summary: 'no change',
        content: [{ text: '.premove/memory.md already has this fact, so nothing was written.' }],
      });
    }
    expect(workspace.text(PATHS.workspace)).toBe(before);
    await tool.execute({ fact: 'Uses pnpm. Always.', scope: 'workspace' }, context, signal);
    expect(workspace.text(PATHS.workspace)).toBe(`${before}- Uses pnpm. Always.\n`);
  });

  test('adds to the new text if another window writes the file meanwhile', async () => {
    const { workspace, context } = start({ [PATHS.workspace]: '- Old.\n' });
    const proceed = workspace.holdNext('write');
    const saved = tool.execute({ fact: 'Mine.', scope: 'workspace' }, context, signal);
    await expect.poll(() => workspace.calls.some((call) => call.startsWith('write'))).toBe(true);
    workspace.put(PATHS.workspace, '- Old.\n- Theirs.\n');
    proceed();
    expect(await saved).toMatchObject({ ok: true, summary: '+1 −0' });
    expect(workspace.text(PATHS.workspace)).toBe('- Old.\n- Theirs.\n- Mine.\n');
  });

  test('fails with the next step if the file changes each time', async () => {
    const { workspace, context } = start({ [PATHS.workspace]: '- Old.\n' });
    for (let at = 0; at < 100; at += 1) workspace.failNext('write', 'changed');
    const outcome = await tool.execute({ fact: 'Mine.', scope: 'workspace' }, context, signal);
    expect(outcome).toMatchObject({
      ok: false,
      content: [{ text: 'Nothing was saved, because .premove/memory.md kept changing. Try again.' }],
    });
    expect(workspace.text(PATHS.workspace)).toBe('- Old.\n');
  });

  test('reports a fact that is only in an editor with unsaved text', async () => {
    const { workspace, context } = start();
    workspace.put(PATHS.workspace, '- Typed.\n', { unsaved: true });
    const execute = () => tool.execute({ fact: 'Mine.', scope: 'workspace' }, context, signal);
    const first = await execute();
    expect(first).toMatchObject({ ok: true, unsaved: true });
    const said = JSON.stringify(first.content);
    expect(said).toContain('Added to .premove/memory.md (+1 −0 lines). The file has unsaved changes in an editor');
    expect(said).not.toContain('Saved');
    expect((await execute()).content).toMatchObject([
      {
        text:
          '.premove/memory.md already has this fact, so nothing was written. The file has unsaved changes in an ' +
          'editor, so the fact may not be on disk until the user saves the file.',
      },
    ]);
  });

  test.each([
    ['control characters', '- Old\u0007.\n- A.\n', 'contains control characters in line 1'],
    ['more than 1 MB', 'x'.repeat(1_000_000), 'too large to read: 1.0 MB, at most 1 MB'],
  ])('fails and names the file if the file would not be read: %s', async (_name, before, problem) => {
    const { workspace, context } = start({ [PATHS.workspace]: before });
    const input = { fact: 'A.', scope: 'workspace' } as const;
    for (const result of [await tool.preview?.(input, context, signal), await tool.execute(input, context, signal)]) {
      expect(result).toMatchObject({ ok: false, summary: problem });
      expect(JSON.stringify(result)).toContain(`.premove/memory.md: ${problem}. The user must correct the file.`);
    }
    expect(workspace.text(PATHS.workspace)).toBe(before);
  });

  test('fails with a message if no folder is open', async () => {
    const withoutFolder = createSaveMemory({ pathOf: () => undefined, displayOf: () => '', problemOf: problemOfText });
    const outcome = await withoutFolder.execute({ fact: 'A.', scope: 'workspace' }, start().context, signal);
    expect(outcome).toMatchObject({ ok: false, content: [{ text: 'No folder is open. Use the scope user.' }] });
  });

  test.each<[ApprovalMode, 'user' | 'workspace', string]>([
    ['default', 'workspace', 'ask'],
    ['auto-edit', 'workspace', 'ask'],
    ['auto-edit', 'user', 'ask'],
    ['yolo', 'workspace', 'ask'],
    ['yolo', 'user', 'ask'],
    ['plan', 'workspace', 'refuse'],
  ])('in %s mode with the scope %s gets the decision: %s', async (mode, scope, kind) => {
    const workspace = createMemoryWorkspace();
    const paths = await Promise.all(tool.paths({ fact: 'a', scope }).map((path) => workspace.resolve(path)));
    const conditions = {
      mode,
      isTrusted: true,
      rules: NO_RULES,
      readOnlyCommands: 'ask',
      granted: new Set<string>(),
    } as const;
    expect(decideApproval({ tool, editTools: EDIT_TOOLS, paths }, conditions).kind).toBe(kind);
    const gated = gateCall({
      tool,
      editTools: EDIT_TOOLS,
      paths,
      name: tool.name,
      mode,
      rules: NO_RULES,
      overlayHasChanges: false,
    });
    expect(gated.kind).toBe('boundary');
  });
});
