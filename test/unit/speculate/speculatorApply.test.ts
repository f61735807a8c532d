import { describe, expect, it, vi } from 'vitest';
import { WorkspaceError } from '../../../src/extension/ports/workspace.ts';
import type { SpeculationView } from '../../../src/shared/chatState.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { edit, shell, write } from './fixtures.ts';
import { read } from './overlay/overlayFiles.ts';
import { signal, bytes, never, EDIT, prepare, idOf, until, ready } from './preparedSpeculation.ts';

describe('accepting in default mode', () => {
  it('opens the diff at the first accept, and at the second applies it as the user has edited it', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared, 'default');
    expect(await prepared.accept({ approvalMode: 'default' })).toEqual({ kind: 'review' });
    expect(prepared.speculator.view?.phase).toBe('review');
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'old\n' });
    prepared.preview.typed = { '/ws/a.ts': 'mine\n' };
    // The next suggestion was made for the edits before the user changed them.
    const amended = { kind: 'applied', amended: ['a.ts'], pipelined: null };
    expect(await prepared.accept({ approvalMode: 'default' })).toMatchObject(amended);
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'mine\n' });
    expect(prepared.preview.events).toEqual(['open Premove: add a changelog entry', 'collect', 'close']);
  });

  it('applies at the first accept if the diff was opened from the bar', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared, 'default');
    await prepared.speculator.preview(idOf(prepared));
    expect(prepared.speculator.view?.phase).toBe('review');
    expect(await prepared.accept({ approvalMode: 'default' })).toMatchObject({ kind: 'applied' });
  });

  it('asks for a review again if the diff was opened while the model was still running', async () => {
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const prepared = prepare([EDIT, { text: 'Added.', hold: held }, 'push it']);
    prepared.start();
    await until(() => prepared.model.requests.length === 2);
    await prepared.speculator.preview(idOf(prepared));
    goOn();
    await until(() => prepared.speculator.view?.phase === 'ready');
    expect(await prepared.accept({ approvalMode: 'default' })).toEqual({ kind: 'review' });
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'old\n' });
    expect(await prepared.accept({ approvalMode: 'default' })).toMatchObject({ kind: 'applied' });
  });

  it('closes a diff that opens after the speculation was aborted', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared, 'default');
    prepared.preview.whileOpening = () => prepared.speculator.discard(idOf(prepared));
    expect(await prepared.accept({ approvalMode: 'default' })).toEqual({ kind: 'not-ready' });
    expect(prepared.preview.events.at(-1)).toBe('close');
  });
});

describe('an apply with a conflict or a failure', () => {
  it('shows that the user has changed a file, and later that the file has its earlier content again', async () => {
    const { base, filesChanged, speculator, ...prepared } = prepare([EDIT, 'Added.', 'push it']);
    await ready({ base, filesChanged, speculator, ...prepared });
    for (const [text, expected] of [['by the user\n', ['a.ts']] as const, ['old\n', []] as const]) {
      base.put('a.ts', text);
      filesChanged.fire(['/ws/a.ts']);
      await until(() => speculator.view?.changedFiles?.length === expected.length);
      expect(speculator.view?.changedFiles).toEqual(expected);
    }
  });

  it('shows that the user has deleted a file, before and after Apply', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    const { base, filesChanged, speculator } = prepared;
    await ready(prepared);
    base.remove('a.ts');
    filesChanged.fire(['/ws/a.ts']);
    await until(() => speculator.view?.deletedFiles !== undefined);
    expect(speculator.view).toMatchObject({ changedFiles: [], deletedFiles: ['a.ts'] });
    expect(await prepared.accept()).toEqual({ kind: 'conflict', paths: ['a.ts'] });
    expect(speculator.view?.problem).toBe(
      'a.ts has been deleted since. Nothing was applied. Press Review merge to choose a version.',
    );
    expect(base.snapshot()).toEqual({});
  });

  it('does not show the speculation’s own writes as changes by somebody else', async () => {
    const calls = [edit('a.ts', 'old', 'new'), edit('b.ts', 'old', 'new')];
    const prepared = prepare([{ calls }, 'Added.', 'push it'], { 'a.ts': 'old\n', 'b.ts': 'old\n' });
    const { base, filesChanged, speculator } = prepared;
    await ready(prepared);
    const shown: (readonly string[] | undefined)[] = [];
    speculator.onDidChange((view) => shown.push(view?.changedFiles));
    const goOn = base.holdNext('write', '/ws/b.ts');
    const accepted = prepared.accept({});
    await until(() => base.text('a.ts') === 'new\n');
    const before = base.calls.length;
    filesChanged.fire(['/ws/a.ts']);
    for (let round = 0; round < 50; round += 1) await Promise.resolve();
    expect(base.calls.slice(before).filter((call) => call === 'read /ws/a.ts')).toEqual([]);
    goOn();
    expect(await accepted).toMatchObject({ kind: 'applied' });
    expect(shown.flatMap((files) => files ?? [])).toEqual([]);
  });

  it('shows a change by the user during an apply that failed', async () => {
    const calls = [edit('a.ts', 'old', 'new'), edit('b.ts', 'old', 'new')];
    const prepared = prepare([{ calls }, 'Added.', 'push it'], { 'a.ts': 'old\n', 'b.ts': 'old\n' });
    const { base, filesChanged, speculator } = prepared;
    await ready(prepared);
    base.failNext('write', 'no-space', '/ws/a.ts');
    const goOn = base.holdNext('read', '/ws/a.ts');
    const accepted = prepared.accept({});
    await until(() => base.calls.includes('read /ws/b.ts'));
    for (let round = 0; round < 50; round += 1) await Promise.resolve();
    base.put('b.ts', 'by the user\n');
    filesChanged.fire(['/ws/b.ts']);
    goOn();
    expect(await accepted).toMatchObject({ kind: 'failed' });
    await until(() => speculator.view?.changedFiles?.length === 1);
    expect(speculator.view?.changedFiles).toEqual(['b.ts']);
  });

  it('merges the edits with the user’s changes of the file, and applies both', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it'], { 'a.ts': 'old\ntwo\nthree\n' });
    await ready(prepared);
    prepared.base.put('a.ts', 'old\ntwo\nby the user\n');
    expect(await prepared.accept()).toMatchObject({ kind: 'applied', amended: ['a.ts'], pipelined: null });
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'new\ntwo\nby the user\n' });
  });

  it('shows in the diff what Apply would write, but marks conflicts only on Apply', async () => {
    const steps = [{ calls: [edit('a.ts', 'old', 'new'), edit('b.ts', 'old', 'new')] }, 'Changed.', 'push it'];
    const prepared = prepare(steps, { 'a.ts': 'old\ntwo\nthree\n', 'b.ts': 'old\n' });
    await ready(prepared);
    prepared.base.put('a.ts', 'old\ntwo\nby the user\n');
    prepared.base.put('b.ts', 'by the user\n');
    await prepared.speculator.preview(idOf(prepared));
    const { overlay } = prepared.preview;
    expect(await read(overlay!, '/ws/a.ts')).toBe('new\ntwo\nby the user\n');
    expect(await read(overlay!, '/ws/b.ts')).toBe('new\n');
    expect(await prepared.accept()).toEqual({ kind: 'conflict', paths: ['b.ts'] });
    expect(await read(overlay!, '/ws/b.ts')).toContain('<<<<<<< Your file');
  });

  it('writes nothing if the user changed the same line, and opens the diff with conflict markers', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    prepared.base.put('a.ts', 'by the user\n');
    expect(await prepared.accept()).toEqual({ kind: 'conflict', paths: ['a.ts'] });
    const conflict =
      'conflict: a.ts has changed since, and the changes could not be merged. Nothing was applied. ' +
      'Edit the right side of the diff until no conflict markers are left, then apply.';
    expect(prepared.phases.at(-1)).toBe(conflict);
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'by the user\n' });
    expect(prepared.preview.events.at(-1)).toBe('open Premove: add a changelog entry');
    const content = await prepared.preview.overlay?.read('/ws/a.ts', signal);
    expect(new TextDecoder().decode(content?.bytes)).toBe(
      '<<<<<<< Your file\nby the user\n=======\nnew\n>>>>>>> Prepared edits\n',
    );
    expect(await prepared.accept()).toEqual({ kind: 'conflict', paths: ['a.ts'] });
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'by the user\n' });
  });

  it('ends the conflict when the user has removed the markers, and applies that text', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    prepared.base.put('a.ts', 'by the user\n');
    await prepared.accept();
    await prepared.preview.overlay?.write('/ws/a.ts', bytes('new, by the user\n'), {}, signal);
    await until(() => prepared.phases.at(-1) === 'review');
    expect(await prepared.accept()).toMatchObject({ kind: 'applied' });
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'new, by the user\n' });
  });

  it('gives up if the file changes at each attempt, and can be retried', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it'], { 'a.ts': 'old\ntwo\nthree\n' });
    const { base } = prepared;
    await ready(prepared);
    let writes = 0;
    const write = vi.spyOn(base, 'write').mockImplementation((path) => {
      base.put('a.ts', `old\ntwo\n${(writes += 1)}\n`);
      return Promise.reject(new WorkspaceError('changed', path, 'It has changed.'));
    });
    const message = 'a.ts changed while the edits were being applied.';
    expect(await prepared.accept()).toEqual({ kind: 'failed', message });
    expect(prepared.phases.at(-1)).toBe(`ready: Nothing was applied. ${message} Try again, or discard the edits.`);
    write.mockRestore();
    expect(await prepared.accept()).toMatchObject({ kind: 'applied' });
    expect(base.text('a.ts')).toBe(`new\ntwo\n${writes}\n`);
  });

  it('does not merge a deleted file with an edit, and can be retried', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    prepared.base.remove('a.ts');
    expect(await prepared.accept()).toEqual({ kind: 'conflict', paths: ['a.ts'] });
    expect(await prepared.accept()).toEqual({ kind: 'conflict', paths: ['a.ts'] });
    expect(prepared.base.snapshot()).toEqual({});
    prepared.base.put('a.ts', 'old\n');
    expect(await prepared.accept()).toMatchObject({ kind: 'applied' });
  });

  it('reports a failed apply, reverts it, and can be retried', async () => {
    const prepared = prepare([{ calls: [edit('a.ts', 'old', 'new'), write('b.ts', 'B')] }, 'Done.', 'push it']);
    await ready(prepared);
    prepared.base.failNext('write', 'no-space', 'b.ts');
    expect(await prepared.accept()).toEqual({ kind: 'failed', message: 'The disk is full.' });
    expect(prepared.phases.at(-1)).toBe(
      'ready: Nothing was applied. The disk is full. Try again, or discard the edits.',
    );
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'old\n' });
    expect(await prepared.accept()).toMatchObject({ kind: 'applied' });
    expect(prepared.base.snapshot()).toEqual({ 'a.ts': 'new\n', 'b.ts': 'B' });
  });

  it.each([
    ['apply fails', 'Nothing was applied. The disk is full. Try again, or discard the edits.'],
    ['a conflict is resolved', undefined],
  ])('after %s, still shows the call for which a paused speculation waits', async (title, problem) => {
    const prepared = prepare([EDIT, { calls: [shell('npm test')] }]);
    prepared.start();
    await until(() => prepared.speculator.view?.phase === 'stopped');
    if (title === 'apply fails') {
      prepared.base.failNext('write', 'no-space', 'a.ts');
      await prepared.accept();
    } else {
      prepared.base.put('a.ts', 'by the user\n');
      await prepared.accept();
      await prepared.preview.overlay?.write('/ws/a.ts', bytes('new, by the user\n'), {}, signal);
      await until(() => prepared.speculator.view?.phase === 'review');
    }
    const paused = { activity: 'needs approval', waitsFor: 'run_shell_command', resumes: true, files: ['a.ts'] };
    expect(prepared.speculator.view).toMatchObject(paused);
    expect(prepared.speculator.view?.problem).toBe(problem);
    expect(await prepared.accept()).toMatchObject({ kind: 'applied', continues: true });
  });

  it('fails if applied changes could not be reverted', async () => {
    const prepared = prepare([{ calls: [edit('a.ts', 'old', 'new'), write('b.ts', 'B')] }, 'Done.', 'push it']);
    const { base } = prepared;
    await ready(prepared);
    const release = base.holdNext('write', 'b.ts');
    const accepted = prepared.accept();
    await until(() => base.calls.includes('write /ws/b.ts'));
    base.put('a.ts', 'by the user\n');
    base.put('b.ts/now a folder', '');
    release();
    expect(await accepted).toMatchObject({ kind: 'failed' });
    expect(prepared.phases.at(-1)).toMatch(/^failed: .*Could not be restored: a\.ts \(changed since\)/);
    expect(base.text('a.ts')).toBe('by the user\n');
  });

  it('applies once if it is accepted twice', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    const kinds = (await Promise.all([prepared.accept(), prepared.accept()])).map((result) => result.kind);
    expect(kinds).toEqual(['applied', 'not-ready']);
  });
});

describe('the exchange of an applied speculation', () => {
  it('is recorded when the files are written, before the batch ends and the diff closes', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    const { base, preview, files, speculator } = prepared;
    await ready(prepared);
    const result = await prepared.accept({}, async (exchange) => {
      prepared.exchanges.push(exchange);
      expect(base.snapshot()).toEqual({ 'a.ts': 'new\n' });
      const journals = [...files.files].filter(([name]) => name.startsWith('changes/open/') && name.endsWith('.jsonl'));
      const lines = journals.flatMap(([, text]) => text.split('\n').filter(Boolean));
      expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
        { kind: 'begin', chat: 'chat', prompt: 'prompt' },
        { kind: 'plan', turn: prepared.exchanges[0], files: [{ path: '/ws/a.ts' }] },
        { kind: 'written' },
      ]);
      expect([preview.events, speculator.view?.phase]).toEqual([['collect'], 'applying']);
      return true;
    });
    expect(result).toMatchObject({ kind: 'applied' });
    expect([prepared.exchanges.length, await prepared.openBatches(), preview.events.at(-1)]).toEqual([1, 0, 'close']);
  });

  it('does not wait until the diff is closed', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    prepared.preview.close = () => never;
    expect(await prepared.accept()).toMatchObject({ kind: 'applied' });
    expect(prepared.speculator.view).toBeNull();
  });

  it('stays in the batch if the conversation could not be written', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    expect(await prepared.accept({}, async () => false)).toMatchObject({ kind: 'applied' });
    expect(await prepared.openBatches()).toBeGreaterThan(0);
  });

  it('stays in the batch if recording it fails', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    expect(await prepared.accept({}, () => Promise.reject(new Error('a defect')))).toEqual({ kind: 'unrecorded' });
    expect([prepared.base.text('a.ts'), prepared.speculator.view]).toEqual(['new\n', null]);
    expect(await prepared.openBatches()).toBeGreaterThan(0);
  });

  it('is recorded even if the batch cannot note that the files are written', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    const release = prepared.base.holdNext('write', 'a.ts');
    const accepted = prepared.accept();
    await until(() => prepared.base.calls.includes('write /ws/a.ts'));
    const repair = prepared.files.failAlways('append', new Error('disk full'));
    release();
    expect(await accepted).toMatchObject({ kind: 'applied' });
    repair();
    expect([prepared.exchanges.length, await prepared.openBatches()]).toEqual([1, 2]);
  });

  it('is not recorded, and no file is written, if the batch cannot begin', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    const repair = prepared.files.failAlways('append', Object.assign(new Error('write'), { code: 'ENOSPC' }));
    expect(await prepared.accept()).toEqual({ kind: 'failed', message: 'The disk is full.' });
    repair();
    expect([prepared.base.snapshot(), prepared.exchanges]).toEqual([{ 'a.ts': 'old\n' }, []]);
    expect(await prepared.openBatches()).toBe(0);
    expect(await prepared.accept()).toMatchObject({ kind: 'applied' });
  });

  it('has no batch if no file changes', async () => {
    const prepared = prepare(['It is in src.', 'run the tests']);
    await ready(prepared);
    expect(await prepared.accept()).toMatchObject({ kind: 'applied' });
    expect([prepared.exchanges.length, prepared.files.files.size]).toEqual([1, 0]);
  });
});

describe('an open preview', () => {
  async function kept(steps: readonly ScriptedStep[] = [EDIT, 'Added.', 'push it']) {
    const prepared = prepare(steps);
    const views: (readonly SpeculationView[])[] = [];
    prepared.speculator.onDidChangeKept((all) => views.push(all));
    await ready(prepared);
    const id = idOf(prepared);
    await prepared.speculator.preview(id);
    await prepared.speculator.abort('chat-continued');
    const acceptKept = (leaf: string) =>
      prepared.speculator.acceptKept(id, { leaf, approvalMode: 'default' }, prepared.recorder);
    return { ...prepared, id, views, acceptKept };
  }

  it('is kept when its speculation ends, also if another speculation replaces it', async () => {
    const { speculator, preview, views, start, id, usage } = await kept();
    expect(speculator.view).toBeNull();
    expect(views.at(-1)).toMatchObject([{ id, phase: 'review', kept: true, files: ['a.ts'], added: 1, removed: 1 }]);
    start();
    await until(() => usage.length > 3);
    expect(speculator.isKept(id)).toBe(true);
    expect(preview.events).not.toContain('close');
  });

  it('is applied with its exchange if the conversation has not continued', async () => {
    const { acceptKept, params, base, exchanges, views, preview } = await kept();
    expect(await acceptKept(params.leaf)).toMatchObject({ kind: 'applied' });
    expect([base.text('a.ts'), exchanges.length, views.at(-1)]).toEqual(['new\n', 1, []]);
    expect(preview.events.at(-1)).toBe('close');
  });

  it('is applied without its exchange if the conversation has continued, with the user’s edits', async () => {
    const { acceptKept, base, exchanges, preview, openBatches } = await kept();
    preview.typed = { '/ws/a.ts': 'mine\n' };
    expect(await acceptKept('another leaf')).toMatchObject({ kind: 'written' });
    expect([base.text('a.ts'), exchanges.length, await openBatches()]).toEqual(['mine\n', 0, 0]);
  });

  it('counts the user’s later edits', async () => {
    const { preview, views } = await kept();
    await preview.overlay?.write('/ws/a.ts', bytes('mine\nand more\n'), {}, signal);
    expect(views.at(-1)).toMatchObject([{ added: 2, removed: 1 }]);
  });

  it('can be discarded', async () => {
    const { speculator, preview, views, id, base } = await kept();
    await speculator.discard(id);
    expect([views.at(-1), base.text('a.ts'), preview.events.at(-1)]).toEqual([[], 'old\n', 'close']);
  });

  it('is kept with the edits so far, and the reason, if the run fails', async () => {
    let fail = (): void => {};
    const hold = new Promise<void>((resolve) => (fail = resolve));
    const prepared = prepare([EDIT, { text: 'x', stopReason: 'length', hold }]);
    const views: (readonly SpeculationView[])[] = [];
    prepared.speculator.onDidChangeKept((all) => views.push(all));
    prepared.start();
    await until(() => prepared.model.requests.length === 2);
    await prepared.speculator.preview(idOf(prepared));
    fail();
    await until(() => prepared.speculator.view === null);
    expect(views.at(-1)).toMatchObject([{ files: ['a.ts'], activity: 'The answer reached the output limit.' }]);
  });

  it('is shown again before it is applied in default mode if it was opened during the run', async () => {
    const prepared = prepare([EDIT, { text: 'x', hold: new Promise<never>(() => {}) }]);
    const { speculator, model, recorder, base } = prepared;
    prepared.start();
    await until(() => model.requests.length === 2);
    const id = idOf(prepared);
    await speculator.preview(id);
    await speculator.abort('chat-continued');
    const accept = () => speculator.acceptKept(id, { leaf: 'another leaf', approvalMode: 'default' }, recorder);
    expect([await accept(), base.text('a.ts')]).toEqual([{ kind: 'review' }, 'old\n']);
    expect([await accept(), base.text('a.ts')]).toMatchObject([{ kind: 'written' }, 'new\n']);
  });

  it('closes with the window', async () => {
    const { speculator, preview, views } = await kept();
    await speculator.discardAll('window-closed');
    expect([views.at(-1), preview.events.at(-1)]).toEqual([[], 'close']);
  });

  it('is not kept if the user has closed it', async () => {
    const prepared = prepare([EDIT, 'Added.', 'push it']);
    await ready(prepared);
    const id = idOf(prepared);
    await prepared.speculator.preview(id);
    prepared.preview.openIds.clear();
    await prepared.speculator.abort('chat-continued');
    expect(prepared.speculator.isKept(id)).toBe(false);
  });
});
