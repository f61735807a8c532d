import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Workspace } from '../../src/extension/ports/workspace.ts';
import { createOverlay, type Overlay } from '../../src/extension/speculate/overlay.ts';
import { createDiskWorkspace } from '../../src/extension/node/diskWorkspace.ts';
import { systemClock } from '../../src/extension/node/systemClock.ts';
import type { NotificationButton } from '../../src/extension/vscode/notifications.ts';
import { OverlayFileSystem } from '../../src/extension/vscode/preview/overlayFileSystem.ts';
import { createCompareFiles } from '../../src/extension/vscode/preview/compareFiles.ts';
import { DiffTitles } from '../../src/extension/vscode/preview/diffTitles.ts';
import { closeLeftoverPreviews } from '../../src/extension/vscode/preview/leftoverPreviews.ts';
import { createSpeculationPreview } from '../../src/extension/vscode/preview/speculationPreview.ts';
import { until } from '../support/until.ts';
import { noPanel } from './noPanel.ts';

const { signal } = new AbortController();
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** The test's own scheme, because the extension has registered the real one. */
const scheme = 'premove-overlay-test';

describe('createSpeculationPreview', () => {
  const fileSystem = new OverlayFileSystem(scheme);
  const titles = new DiffTitles();
  const panel = { ...noPanel };
  const preview = createSpeculationPreview(fileSystem, {
    panel,
    titles,
    clock: systemClock,
    onError: (error) => assert.ifError(error),
  });
  let registration: vscode.Disposable;
  /** The overlay's id. Each test has another one, because VS Code keeps the documents of closed editors for a while. */
  let id: string;
  let previews = 0;
  let folder: vscode.Uri;
  let overlay: Overlay;
  let base: Workspace;

  const at = (name: string): string => vscode.Uri.joinPath(folder, name).path;
  const inOverlay = (name: string): vscode.Uri => fileSystem.toUri(id, at(name));
  const textOf = async (name: string): Promise<string> =>
    new TextDecoder().decode((await overlay.read(at(name), signal)).bytes);
  const tabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);

  before(() => {
    registration = vscode.workspace.registerFileSystemProvider(scheme, fileSystem, { isCaseSensitive: true });
  });

  beforeEach(async () => {
    id = `a1b${(previews += 1)}`;
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    const [root] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(root);
    folder = vscode.Uri.joinPath(root.uri, 'preview');
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, 'changed.txt'), bytes('one\ntwo\nthree\n'));
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, 'deleted.txt'), bytes('gone\n'));
    const unused = () => Promise.reject(new Error('This test does not search'));
    const search = { grep: unused, files: unused };
    base = createDiskWorkspace({ roots: () => [{ name: root.name, path: root.uri.path }], search });
    overlay = createOverlay(base);
    await overlay.write(at('changed.txt'), bytes('one\nTWO\nthree\n'), {}, signal);
    await overlay.write(at('added.txt'), bytes('new\n'), {}, signal);
    await overlay.delete(at('deleted.txt'), {}, signal);
  });

  afterEach(async () => {
    Object.assign(panel, noPanel);
    await preview.close(id);
    overlay.dispose();
    await vscode.workspace.fs.delete(folder, { recursive: true });
  });

  after(() => {
    preview.dispose();
    registration.dispose();
    fileSystem.dispose();
  });

  /** Replaces the text of a file on the right side of the diff, as if typed, without saving. */
  async function type(name: string, text: string): Promise<vscode.TextDocument> {
    const document = await vscode.workspace.openTextDocument(inOverlay(name));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), text);
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.ok(document.isDirty);
    return document;
  }

  it('opens one tab and closes it', async () => {
    await preview.open(id, overlay, 'Premove: test', base);
    assert.equal(tabs().length, 1);
    await preview.close(id);
    assert.equal(tabs().length, 0);
  });

  it('collects unsaved text into the overlay, and closes without a question', async () => {
    await preview.open(id, overlay, 'Premove: test', base);
    const document = await type('changed.txt', 'mine  \n');
    await preview.collect(id);
    assert.equal(await textOf('changed.txt'), 'mine  \n');
    assert.equal(document.isDirty, false);
    await preview.close(id);
    assert.equal(tabs().length, 0);
  });

  it('shows and collects UTF-8 even if files.encoding is another encoding', async () => {
    const files = vscode.workspace.getConfiguration('files');
    await files.update('encoding', 'windows1252', vscode.ConfigurationTarget.Global);
    try {
      await overlay.write(at('added.txt'), bytes('größe\n'), {}, signal);
      await preview.open(id, overlay, 'Premove: test', base);
      const document = vscode.workspace.textDocuments.find(
        ({ uri }) => uri.toString() === inOverlay('added.txt').toString(),
      );
      assert.equal(document?.getText(), 'größe\n');
      await type('added.txt', 'länge\n');
      await preview.collect(id);
      assert.equal(await textOf('added.txt'), 'länge\n');
    } finally {
      await files.update('encoding', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('drops typed text if it closes without collecting', async () => {
    await preview.open(id, overlay, 'Premove: test', base);
    await type('changed.txt', 'mine\n');
    overlay.dispose();
    await preview.close(id);
    assert.equal(tabs().length, 0);
    const real = await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, 'changed.txt'));
    assert.equal(new TextDecoder().decode(real), 'one\ntwo\nthree\n');
  });

  it('closes a file of the overlay that was opened next to the diff', async () => {
    await preview.open(id, overlay, 'Premove: test', base);
    await vscode.window.showTextDocument(inOverlay('added.txt'), { preview: false });
    assert.equal(tabs().length, 2);
    await preview.close(id);
    assert.equal(tabs().length, 0);
  });

  for (const isLate of [false, true]) {
    const when = isLate ? 'after' : 'before';
    it(`closes the editor that VS Code opens for text typed by mistake, ${when} the text is taken back`, async () => {
      const copies = (): readonly vscode.Tab[] => tabs().filter((tab) => tab.input instanceof vscode.TabInputText);
      panel.hasFocus = true;
      panel.takeFocus = async () => {
        await type('changed.txt', 'stray\n');
        if (!isLate) await until('VS Code opens an editor of the unsaved text', () => copies().length === 1);
      };
      await preview.open(id, overlay, 'Premove: test', base);
      if (isLate) {
        const isOpened = new Promise<void>((resolve) => {
          const subscription = vscode.window.tabGroups.onDidChangeTabs(({ opened }) => {
            if (opened.length === 0) return;
            subscription.dispose();
            resolve();
          });
        });
        await vscode.commands.executeCommand('vscode.open', inOverlay('changed.txt'), { background: true });
        await isOpened;
      }
      await until('the editor is closed', () => copies().length === 0);
      assert.equal(tabs().length, 1);
      assert.equal(await textOf('changed.txt'), 'one\nTWO\nthree\n');
    });
  }

  it('keeps typed text and leaves no editor open when the user closes the diff', async () => {
    await preview.open(id, overlay, 'Premove: test', base);
    const [diff] = tabs();
    assert.ok(diff);
    await type('changed.txt', 'mine\n');
    await vscode.window.showTextDocument(inOverlay('changed.txt'), { preview: false });
    await vscode.window.tabGroups.close(diff);
    await until('the tabs are closed', () => tabs().length === 0);
    assert.equal(await textOf('changed.txt'), 'mine\n');
    await preview.open(id, overlay, 'Premove: test', base);
    assert.equal(tabs().length, 1);
  });

  it('opens and closes a diff of deleted files only', async () => {
    overlay.clear();
    await overlay.delete(at('deleted.txt'), {}, signal);
    await preview.open(id, overlay, 'Premove: test', base);
    assert.equal(tabs().length, 1);
    await preview.close(id);
    assert.equal(tabs().length, 0);
  });

  it('distinguishes diffs without a changed file, even if their titles are equal or begin alike', async () => {
    const other = createOverlay(base);
    for (const title of ['Premove: fix the tests', 'Premove: fix the tests and lint', 'Premove: fix']) {
      id = `a1b${(previews += 1)}`;
      overlay.clear();
      await overlay.delete(at('deleted.txt'), {}, signal);
      await preview.open(id, overlay, 'Premove: fix the tests', base);
      const otherId = `${id}other`;
      other.clear();
      await other.write(at('other.txt'), bytes('new\n'), {}, signal);
      await preview.open(otherId, other, title, base);
      assert.equal(preview.activeId(), otherId);
      const [first, second] = tabs();
      assert.ok(first && second && first.label !== second.label);
      await preview.close(id);
      assert.deepEqual([preview.isOpen(id), preview.isOpen(otherId), tabs().length], [false, true, 1]);
      assert.equal(preview.activeId(), otherId);
      await preview.close(otherId);
      assert.equal(tabs().length, 0);
    }
    other.dispose();
  });

  it('does not count the tab of a review as the preview if their titles begin alike', async () => {
    overlay.clear();
    await overlay.delete(at('deleted.txt'), {}, signal);
    await preview.open(id, overlay, 'Premove: Changes', base);
    const review = createCompareFiles(titles);
    await review.compare([{ path: at('changed.txt'), now: bytes('x'), wanted: null }], 'Changes of an answer');
    assert.equal(preview.activeId(), undefined);
    assert.equal(tabs().length, 2);
    await preview.close(id);
    assert.equal(tabs().length, 1);
    review.dispose();
  });

  it('shows a moved file as one file, with its old path on the left', async () => {
    overlay.clear();
    await overlay.rename(at('deleted.txt'), at('moved.txt'), signal);
    await preview.open(id, overlay, 'Premove: test', base);
    const { textDiffs = [] } = tabs()[0]?.input as { textDiffs?: { original: vscode.Uri; modified: vscode.Uri }[] };
    assert.deepEqual(
      textDiffs.map(({ original, modified }) => [original.path, modified.path]),
      [[at('deleted.txt'), at('moved.txt')]],
    );
  });

  it('replaces its tab when it is opened again, and keeps typed text', async () => {
    await preview.open(id, overlay, 'Premove: test', base);
    await type('changed.txt', 'mine\n');
    await overlay.write(at('later.txt'), bytes('x'), {}, signal);
    await preview.open(id, overlay, 'Premove: test', base);
    await until('the first tab is closed', () => tabs().length === 1);
    assert.equal(await textOf('changed.txt'), 'mine\n');
  });

  it('stays open when the user opens a file or another diff', async () => {
    await preview.open(id, overlay, 'Premove: test', base);
    await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, 'changed.txt'));
    await vscode.commands.executeCommand('vscode.changes', 'Another diff', []);
    assert.ok(preview.isOpen(id));
    assert.deepEqual([tabs()[0]?.label.startsWith('Premove: test'), tabs()[0]?.isPreview], [true, false]);
  });

  it('opens one tab for two presses, and no other tab while the diff is visible', async () => {
    const open = (): Promise<void> => preview.open(id, overlay, 'Premove: test', base);
    await Promise.all([open(), open()]);
    assert.equal(tabs().length, 1);
    const [tab] = tabs();
    await open();
    assert.deepEqual(tabs(), [tab]);
  });

  it('shows a later change of a file at once, and a new file when the user returns to the tab', async () => {
    await preview.open(id, overlay, 'Premove: test', base);
    await overlay.write(at('changed.txt'), bytes('later\n'), {}, signal);
    const document = await vscode.workspace.openTextDocument(inOverlay('changed.txt'));
    await until('the diff shows the later text', () => document.getText() === 'later\n');
    await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, 'changed.txt'), { preview: false });
    await overlay.write(at('later.txt'), bytes('x'), {}, signal);
    await vscode.commands.executeCommand('workbench.action.openEditorAtIndex1');
    await until('the diff shows the new file', () =>
      vscode.workspace.textDocuments.some(({ uri }) => uri.toString() === inOverlay('later.txt').toString()),
    );
    await until('one diff is open', () => tabs().length === 2);
  });

  it('passes typed text to the overlay, and shows a later change of the overlay, without saving', async () => {
    await preview.open(id, overlay, 'Premove: test', base);
    const document = await type('changed.txt', 'mine\ntwo\nthree\n');
    await until('the overlay has the typed text', async () => (await textOf('changed.txt')) === 'mine\ntwo\nthree\n');
    await overlay.write(at('changed.txt'), bytes('mine\ntwo\nTHREE\n'), {}, signal);
    await until('the document has the later text', () => document.getText() === 'mine\ntwo\nTHREE\n');
    assert.ok(document.isDirty);
    await preview.collect(id);
    assert.equal(document.isDirty, false);
    assert.equal(await textOf('changed.txt'), 'mine\ntwo\nTHREE\n');
  });

  it('closes the previews and reviews that a reload has left open, and no other tab', async () => {
    const review = createCompareFiles(titles);
    await review.compare([], 'Changes of an answer');
    await vscode.commands.executeCommand('workbench.action.keepEditor');
    review.dispose();
    for (const title of ['Premove: left behind', 'Premove 2: left behind'])
      await vscode.commands.executeCommand('vscode.changes', title, []);
    await vscode.window.showTextDocument(vscode.Uri.joinPath(folder, 'changed.txt'), { preview: false });
    assert.equal(tabs().length, 3);
    await closeLeftoverPreviews(() => assert.fail('No tab has typed text'));
    assert.deepEqual(
      tabs().map((tab) => tab.label),
      ['changed.txt'],
    );
  });

  it('after a reload, keeps the text typed into a preview until the user discards the text', async () => {
    const shown = fileSystem.register(id, overlay);
    const document = await type('changed.txt', 'mine\n');
    await vscode.window.showTextDocument(document, { preview: false });
    shown.dispose();
    const notified: { readonly message: string; readonly buttons: readonly NotificationButton[] }[] = [];
    await closeLeftoverPreviews((_, message, ...buttons) => notified.push({ message, buttons }), [scheme]);
    assert.deepEqual([tabs().length, document.getText(), document.isDirty], [1, 'mine\n', true]);
    const [{ message, buttons } = { message: '', buttons: [] }] = notified;
    assert.match(message, /changed\.txt ended/);
    await assert.rejects(async () => vscode.workspace.fs.writeFile(document.uri, bytes('mine')), /Copy your text/);
    const [compare, discard] = buttons;
    await compare?.run();
    await until('the text is compared with the file', () =>
      tabs().some(({ input }) => input instanceof vscode.TabInputTextDiff),
    );
    await discard?.run();
    await until('the typed text is gone', () => !document.isDirty);
  });

  it('provides the files of a registered overlay, and does not find files for an unknown id', async () => {
    const other = fileSystem.register(id, overlay);
    const stat = await vscode.workspace.fs.stat(inOverlay('added.txt'));
    assert.equal(stat.type, vscode.FileType.File);
    await assert.rejects(async () => vscode.workspace.fs.stat(inOverlay('deleted.txt')), isNotFound);
    await assert.rejects(async () => vscode.workspace.fs.stat(fileSystem.toUri('other', at('added.txt'))), isNotFound);
    const entries = await vscode.workspace.fs.readDirectory(fileSystem.toUri(id, folder.path));
    assert.deepEqual(entries.map(([name]) => name).sort(), ['added.txt', 'changed.txt']);
    await vscode.workspace.fs.writeFile(inOverlay('added.txt'), bytes('again'));
    assert.equal(await textOf('added.txt'), 'again');
    other.dispose();
    await assert.rejects(async () => vscode.workspace.fs.stat(inOverlay('added.txt')), isNotFound);
  });
});

function isNotFound(error: unknown): boolean {
  return error instanceof vscode.FileSystemError && error.code === 'FileNotFound';
}
