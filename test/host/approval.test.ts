import * as assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Workspace } from '../../src/extension/ports/workspace.ts';
import { DEFAULT_TOOLS } from '../../src/extension/tools/builtin/defaultTools.ts';
import { createDiskWorkspace } from '../../src/extension/node/diskWorkspace.ts';
import { walkSearch } from '../../src/extension/node/search/walkSearch.ts';
import { createEditorWorkspace } from '../../src/extension/vscode/editor/editorWorkspace.ts';
import { createEditReview } from '../../src/extension/vscode/preview/editReview.ts';
import { OverlayFileSystem } from '../../src/extension/vscode/preview/overlayFileSystem.ts';
import { call, createBatch, textOfResult } from '../support/toolBatch.ts';
import { until } from '../support/until.ts';
import { makeTempFolder } from '../support/tempFolder.ts';
import { openInEditor, insertInto } from './editing.ts';

/** The test's own scheme, because the extension has registered the real one. */
const scheme = 'premove-review-test';

describe('an edit that needs approval', () => {
  const fileSystem = new OverlayFileSystem(scheme);
  let registration: vscode.Disposable;
  let folder: string;
  let workspace: Workspace;
  let review: ReturnType<typeof createEditReview>;

  before(() => {
    registration = vscode.workspace.registerFileSystemProvider(scheme, fileSystem, { isCaseSensitive: true });
  });
  beforeEach(async () => {
    folder = (await makeTempFolder()).replaceAll('\\', '/');
    const disk = createDiskWorkspace({ roots: () => [{ name: 'ws', path: folder }], search: walkSearch });
    workspace = createEditorWorkspace(disk);
    review = createEditReview(fileSystem, { onError: (error) => assert.ifError(error) });
    await writeFile(join(folder, 'a.ts'), 'one\ntwo\n');
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    review.dispose();
    await rm(folder, { recursive: true, force: true });
  });
  after(() => {
    registration.dispose();
    fileSystem.dispose();
  });

  const onDisk = (): Promise<string> => readFile(join(folder, 'a.ts'), 'utf8');
  /** Calls the edit tool. Resolves when the edit waits for the user. */
  const ask = async (before = 'one\ntwo\n') => {
    const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', workspace, policy: { review } });
    const edit = { file_path: 'a.ts', old_string: 'two', new_string: 'three' };
    const done = batch.run([call('edit', 'e', edit)]);
    await until('the edit waits for approval', () => batch.last('e')?.status === 'awaiting-approval');
    assert.equal(new TextDecoder('windows-1252').decode(await readFile(join(folder, 'a.ts'))), before);
    const decide = async (answer: Parameters<typeof batch.desk.decide>[1]): Promise<string> => {
      assert.ok(batch.desk.decide('e', answer));
      await done;
      return textOfResult(batch.last('e')) ?? '';
    };
    return { batch, decide };
  };
  const openEditor = (): Promise<vscode.TextDocument> => openInEditor(join(folder, 'a.ts'));
  const diffs = (): readonly vscode.TabInputTextDiff[] =>
    vscode.window.tabGroups.all
      .flatMap((group) => group.tabs.map(({ input }) => input))
      .filter((input) => input instanceof vscode.TabInputTextDiff)
      .filter(({ modified }) => modified.scheme === scheme);
  /** Waits for one side of the open diff. */
  const shownSide = (side: 'original' | 'modified'): Promise<vscode.TextDocument> =>
    until(`the diff's ${side} document is open`, () =>
      vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === diffs()[0]?.[side].toString()),
    );

  it('is written when it is approved, through the open editor, so that undo reverts it', async () => {
    const document = await openEditor();
    const { decide } = await ask();
    assert.match(await decide({ decision: 'allow-once' }), /^Edited a\.ts/);
    assert.equal(await onDisk(), 'one\nthree\n');
    assert.equal(document.isDirty, false);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'one\ntwo\n');
  });

  it('is not written if it is denied, and the model gets the reason', async () => {
    const { batch, decide } = await ask();
    const result = await decide({ decision: 'deny', reason: 'Leave the two alone.' });
    assert.match(result, /was not run.* The user says: Leave the two alone\./);
    assert.equal(batch.last('e')?.status, 'cancelled');
    assert.equal(await onDisk(), 'one\ntwo\n');
  });

  it('is written as the user amended it in the diff, and the model gets the amendment', async () => {
    const { batch, decide } = await ask();
    assert.ok(await batch.desk.openDiff('e'));
    assert.equal(diffs().length, 1);
    await insertInto(await shownSide('modified'), 'four\n', 2);
    await until('the card shows the amendment', () => {
      const subject = batch.last('e')?.approval?.subject;
      return subject?.kind === 'edit' && subject.amended && subject.diff.includes('+four');
    });
    const result = await decide({ decision: 'allow-once' });
    assert.equal(await onDisk(), 'one\nthree\nfour\n');
    assert.match(result, /^Wrote the user’s version of a\.ts/);
    const [, note] = batch.last('e')?.result?.content ?? [];
    assert.match(note?.type === 'text' ? note.text : '', /The user changed your edit[\s\S]*\+four/);
    await until('the diff is closed', () => diffs().length === 0);
  });

  it('leaves no trace of an amendment if it is denied', async () => {
    const { batch, decide } = await ask();
    assert.ok(await batch.desk.openDiff('e'));
    await insertInto(await shownSide('modified'), 'mine\n');
    await decide({ decision: 'deny' });
    assert.equal(await onDisk(), 'one\ntwo\n');
    await until('the diff is closed', () => diffs().length === 0);
  });

  it('still waits for approval if the user closes the diff, and is written as proposed when approved', async () => {
    const { batch, decide } = await ask();
    assert.ok(await batch.desk.openDiff('e'));
    await shownSide('modified');
    await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
    await until('the diff is closed', () => diffs().length === 0);
    assert.equal(batch.last('e')?.status, 'awaiting-approval');
    assert.match(await decide({ decision: 'allow-once' }), /^Edited a\.ts/);
    assert.equal(await onDisk(), 'one\nthree\n');
  });

  it('is not written if the file has changed on disk meanwhile', async () => {
    const { decide } = await ask();
    await writeFile(join(folder, 'a.ts'), 'one\ntwo\ntheirs\n');
    assert.match(
      await decide({ decision: 'allow-once' }),
      /has changed since the user was asked, so the call did not run/,
    );
    assert.equal(await onDisk(), 'one\ntwo\ntheirs\n');
  });

  it('is not written if the user has typed in the file meanwhile', async () => {
    const document = await openEditor();
    const { decide } = await ask();
    await insertInto(document, 'mine\n');
    assert.match(
      await decide({ decision: 'allow-once' }),
      /has changed since the user was asked, so the call did not run/,
    );
    assert.equal(document.getText(), 'mine\none\ntwo\n');
    assert.equal(await onDisk(), 'one\ntwo\n');
  });

  it('is written into an unsaved editor, which stays unsaved', async () => {
    const document = await openEditor();
    await insertInto(document, 'mine\n');
    const { batch, decide } = await ask();
    const subject = batch.last('e')?.approval?.subject;
    assert.match(subject?.kind === 'edit' ? subject.diff : '', /^ mine$/m);
    assert.match(await decide({ decision: 'allow-once' }), /unsaved changes in an editor/);
    assert.equal(document.getText(), 'mine\none\nthree\n');
    assert.equal(document.isDirty, true);
    assert.equal(await onDisk(), 'one\ntwo\n');
  });

  describe('if files are in another encoding', () => {
    const files = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('files');
    const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

    beforeEach(async () => {
      await files().update('encoding', 'windows1252', vscode.ConfigurationTarget.Global);
      await writeFile(join(folder, 'a.ts'), latin('größe\ntwo\n'));
    });
    afterEach(() => files().update('encoding', undefined, vscode.ConfigurationTarget.Global));

    it('shows the file’s characters in the diff, and accepts what the user types there', async () => {
      const { batch, decide } = await ask('größe\ntwo\n');
      assert.ok(await batch.desk.openDiff('e'));
      const right = await shownSide('modified');
      const left = await shownSide('original');
      assert.deepEqual([left.getText(), right.getText()], ['größe\ntwo\n', 'größe\nthree\n']);
      await insertInto(right, 'länge\n', 2);
      assert.match(await decide({ decision: 'allow-once' }), /^Wrote the user’s version of a\.ts/);
      assert.deepEqual(await readFile(join(folder, 'a.ts')), latin('größe\nthree\nlänge\n'));
    });

    it('is written as proposed if the user only opens the diff', async () => {
      const { batch, decide } = await ask('größe\ntwo\n');
      assert.ok(await batch.desk.openDiff('e'));
      assert.match(await decide({ decision: 'allow-once' }), /^Edited a\.ts/);
      assert.deepEqual(await readFile(join(folder, 'a.ts')), latin('größe\nthree\n'));
    });
  });
});
