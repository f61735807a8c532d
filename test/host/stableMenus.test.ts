import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { STABLE_MENUS } from '../../scripts/tools/stableContributions.ts';

/** The workbench bundles of the desktop and of VS Code's server. */
const WORKBENCHES = ['out/vs/workbench/workbench.desktop.main.js', 'out/vs/code/browser/workbench/workbench.js'];

describe('STABLE_MENUS', () => {
  it('does not contain a menu that is proposed API in this VS Code', async () => {
    const file = WORKBENCHES.map((path) => join(vscode.env.appRoot, path)).find(existsSync);
    assert.ok(file, `there is no workbench below ${vscode.env.appRoot}`);
    const menus = menusIn(await readFile(file, 'utf8'));
    // VS Code's source shows the status of these two menus, so they show whether the parsing works.
    assert.equal(menus.get('view/title'), 'stable');
    assert.equal(menus.get('editor/content'), 'proposed');
    assert.deepEqual(
      STABLE_MENUS.filter((menu) => menus.get(menu) === 'proposed'),
      [],
    );
  });
});

/** Parses `apiMenus` from the bundled code: `{key:"view/title",id:…,description:…,proposed:"…"}`. */
function menusIn(workbench: string): Map<string, 'stable' | 'proposed'> {
  const list = workbench.slice(workbench.indexOf('[{key:"commandPalette",id:')).slice(0, 20_000);
  const entries = list.split('{key:"').slice(1);
  return new Map(
    entries.map((entry) => [
      entry.slice(0, entry.indexOf('"')),
      /^[^{}]*,proposed:/.test(entry) ? 'proposed' : 'stable',
    ]),
  );
}
