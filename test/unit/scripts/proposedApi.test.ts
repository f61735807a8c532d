import { describe, expect, test } from 'vitest';
import { findInCode, findInManifest, isProposalTypes, type Manifest } from '../../../scripts/tools/proposedApi.ts';

const GOOD: Manifest = { engines: { vscode: '^1.104.0' }, devDependencies: { '@types/vscode': '1.104.0' } };

describe('a manifest', () => {
  test('may contribute to stable menus and to its own submenus', () => {
    const menus = { 'view/title': [], 'editor/title': [], 'premove.more': [] };
    const submenus = [{ id: 'premove.more' }];
    const walkthroughs: unknown[] = [];
    expect(findInManifest({ ...GOOD, contributes: { menus, submenus, walkthroughs } })).toEqual([]);
  });

  test.each([
    'multiDiffEditor/content',
    'multiDiffEditor/resource/title',
    'diffEditor/gutter/hunk',
    'diffEditor/gutter/selection',
    'editor/content',
    'viewContainer/title',
    'no/such/menu',
  ])('is refused for the menu %s', (menu) => {
    expect(findInManifest({ ...GOOD, contributes: { menus: { [menu]: [] } } })).toEqual([
      `contributes.menus: "${menu}" is not a stable menu`,
    ]);
  });

  test.each<[string, Partial<Manifest>]>([
    ['enabledApiProposals', { enabledApiProposals: [] }],
    ['contributes.chatSessions', { contributes: { chatSessions: [] } }],
    ['contributes.viewsContainers', { contributes: { viewsContainers: { secondarySidebar: [] } } }],
    ['@types/vscode is 1.139.0', { devDependencies: { '@types/vscode': '1.139.0' } }],
    ['@types/vscode is ^1.104.0', { devDependencies: { '@types/vscode': '^1.104.0' } }],
    ['@types/vscode is missing', { devDependencies: {} }],
  ])('is refused for %s', (named, change) => {
    expect(findInManifest({ ...GOOD, ...change })).toEqual([expect.stringContaining(named)]);
  });
});

describe('code', () => {
  test.each([
    'vscode.window.showErrorMessage("Oh")',
    'const uri: vscode.Uri = vscode.Uri.file("/a")',
    'const document = (await vscode.workspace.openTextDocument(uri)) as Document',
    'const side = vscode.ViewColumn.One as const',
    'const first = vscode.workspace.workspaceFolders?.find(Boolean)',
    'function f(api: typeof vscode.window): void {}',
    'class Provider implements vscode.Disposable { dispose() {} }',
    'const names = { vscode: 1 }',
  ])('may contain %s', (code) => {
    expect(findInCode('a.ts', `import * as vscode from 'vscode';\n${code}`)).toEqual([]);
  });

  test.each([
    ['(vscode as any).chat', 'casts'],
    ['(vscode.window as unknown as Proposed).createStatus()', 'casts'],
    ['(<any>vscode.window).createStatus()', 'casts'],
    ["vscode['chat']", 'by a string'],
    ["vscode.window['onDidStart']", 'by a string'],
    ['vscode.window[name]', 'by a string'],
    ['const api: any = vscode', 'the whole API'],
    ['Reflect.get(vscode, name)', 'the whole API'],
    ['const { window } = vscode', 'the whole API'],
    ['const all = { vscode }', 'the whole API'],
    ['const all = { ...vscode }', 'the whole API'],
    ["import('vscode')", 'without its types'],
    ["require('vscode')", 'without its types'],
    ["declare module 'vscode' { }", 'adds to the types'],
    ['terminals.onDidWriteTerminalData(() => {})', 'onDidWriteTerminalData is proposed'],
    ['const { onDidWriteTerminalData } = terminals', 'onDidWriteTerminalData is proposed'],
  ])('is refused for %s', (code, problem) => {
    expect(findInCode('a.ts', `import * as vscode from 'vscode';\n${code}`)).toEqual([
      expect.stringMatching(new RegExp(`^a\\.ts:2: .*${problem}`)),
    ]);
  });

  test('is refused for a cast of a named import', () => {
    expect(findInCode('a.ts', "import { window as w } from 'vscode';\n\n(w as any).createStatus()")).toEqual([
      'a.ts:3: casts a part of the API to another type',
    ]);
  });

  test('is refused for a reference to proposed types', () => {
    expect(findInCode('a.ts', '/// <reference path="./vscode.proposed.chat.d.ts" />\n')).toHaveLength(1);
  });
});

test('isProposalTypes recognizes files with proposed types by their names', () => {
  expect(
    ['src/vscode.proposed.terminalDataWriteEvent.d.ts', 'src\\vscode.proposed.x.d.ts'].every(isProposalTypes),
  ).toBe(true);
  expect(isProposalTypes('src/vscode.d.ts')).toBe(false);
});
