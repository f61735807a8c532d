import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../../../scripts/tools/paths.ts';
import { withTempFolder } from '../../support/tempFolder.ts';

/** A file, the module that it imports, and the rule of `npm run check` that forbids the import; null if allowed. */
const CASES: readonly (readonly [file: string, imports: string, rule: string | null])[] = [
  ['src/extension/base/a.ts', '../chat/session.ts', 'base-imports-only-lower-folders'],
  ['src/extension/chat/b.ts', '../base/emitter.ts', null],
  ['src/extension/text/a.ts', '../model/message.ts', 'text-imports-only-lower-folders'],
  ['src/extension/tools/a.ts', 'node:fs', 'only-outer-folders-open-files-and-start-processes'],
  ['src/extension/text/webAddress.ts', 'node:fs', 'only-outer-folders-open-files-and-start-processes'],
  ['src/extension/tools/b.ts', 'node:net', 'only-outer-folders-use-sockets'],
  ['src/extension/node/a.ts', 'node:fs', null],
  ['src/extension/chat/conversation/a.ts', '../agent/turn.ts', 'chat-conversation-imports-only-lower-folders'],
  ['src/extension/speculate/a.ts', '../tools/builtin/edit.ts', 'tools-are-built-by-the-app'],
  ['src/extension/approval/rules/pathRules.ts', '../../tools/builtin/edit.ts', 'tools-are-built-by-the-app'],
  ['src/extension/app.ts', './node/systemClock.ts', 'node-is-imported-by-premove-and-vscode'],
  ['src/extension/extension.ts', './node/systemClock.ts', 'node-is-imported-by-premove-and-vscode'],
  ['src/extension/premove.ts', './node/systemClock.ts', null],
  ['src/extension/loose.ts', './base/emitter.ts', 'a-folder-has-its-place-in-the-order'],
  ['src/extension/vscode/a.ts', '../../webview/state/panel.ts', 'host-does-not-import-webview'],
  ['src/extension/extras/a.ts', '../base/emitter.ts', 'a-folder-has-its-place-in-the-order'],
  ['src/shared/a.ts', '../extension/base/emitter.ts', 'shared-imports-only-shared'],
  ['src/webview/a.ts', '../extension/base/emitter.ts', 'webview-imports-only-shared'],
  ['src/webview/b.ts', 'node:path', 'node-not-in-the-browser'],
  ['src/webview/c.ts', '../shared/protocol.ts', null],
  ['src/webview/markdown/a.ts', '../transcript/follower.ts', 'controls-and-markdown-do-not-import-features'],
  ['src/webview/d.ts', './e.ts', 'no-circular-dependencies'],
  // A cycle is reported once.
  ['src/webview/e.ts', './d.ts', null],
  ['src/shared/b.ts', './missing.ts', 'no-unresolvable-imports'],
];

/** Modules that the cases import, besides each other. */
const IMPORTED = [
  'src/extension/base/emitter.ts',
  'src/extension/chat/agent/turn.ts',
  'src/extension/chat/session.ts',
  'src/extension/model/message.ts',
  'src/extension/node/systemClock.ts',
  'src/extension/tools/builtin/edit.ts',
  'src/shared/protocol.ts',
  'src/webview/state/panel.ts',
  'src/webview/transcript/follower.ts',
];

interface Report {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

test('the check reports each forbidden import with its rule, and no allowed import', () => {
  const files = Object.fromEntries([
    ['tsconfig.json', '{}'],
    ...IMPORTED.map((file) => [file, 'export const value = 1;\n'] as const),
    ...CASES.map(([file, imports]) => [file, `import * as it from '${imports}';\nexport const own = it;\n`] as const),
  ]);
  return withTempFolder(files, async (folder) => {
    const program = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs');
    const options = ['--config', join(root, '.dependency-cruiser.cjs'), '--output-type', 'json'];
    // The program fails with an exit code if an import is forbidden.
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...options, 'src'], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    );
    const { violations } = (JSON.parse(stdout) as Report).summary;
    expect(violations.map(({ from, rule }) => `${from}: ${rule.name}`).sort()).toEqual(
      CASES.flatMap(([file, , rule]) => (rule === null ? [] : `${file}: ${rule}`)).sort(),
    );
  });
});
