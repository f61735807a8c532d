import { describe, expect, it } from 'vitest';
import type { EditReview } from '../../../src/extension/ports/editReview.ts';
import { DEFAULT_TOOLS } from '../../../src/extension/tools/builtin/defaultTools.ts';
import { parsePermissions } from '../../../src/extension/approval/rules/permissionRules.ts';
import { remoteSchemas } from '../../../src/extension/approval/remoteSchemas.ts';
import type { ApprovalMode } from '../../../src/shared/chatState.ts';
import { settle } from '../../support/manualClock.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { call, createBatch, textOfResult } from '../../support/toolBatch.ts';

const ADDRESS = 'https://127.0.0.1/s?k=1';

describe('remoteSchemas', () => {
  it.each([
    `{"$schema": "${ADDRESS}"}`,
    `{ "a": 1,\n  "$schema"\n:\n"${ADDRESS}" }`,
    `{"\\u0024sch\\u0065ma": "${ADDRESS}"}`,
    `{"\\u24$schema": "${ADDRESS}"}`,
    `{"$schema": "https:\\/\\/127.0.0.1\\/s?k\\u003d1"}`,
    `{"$schema": "https:\\q//127.0.0.1/s?k=1"}`,
    `{"$schema" /* " */ : // "x"\n "${ADDRESS}"}`,
    `{"$schema" "${ADDRESS}"}`,
    `{$schema: "${ADDRESS}"}`,
    `{'$schema': '${ADDRESS}'}`,
    `{"$schema": "${ADDRESS}`,
    `{"$schema": " ${ADDRESS}\\n"}`,
    `{"$schema": "./local.json", "$schema": "${ADDRESS}"}`,
    `{"/*": 1, "$schema": "${ADDRESS}", "*/": 2}`,
    `{"properties": {"a": {"$ref": "${ADDRESS}"}}}`,
    `# yaml-language-server: $schema=${ADDRESS}\na: 1`,
    `$schema: ${ADDRESS}\na: 1`,
    `a: src/*\n"\\u0024schema": "${ADDRESS}"`,
    `#:schema ${ADDRESS}\na = 1`,
    `"$schema" = '${ADDRESS}'`,
  ])('finds the address in %s', (text) => expect(remoteSchemas(text)).toEqual([ADDRESS]));

  it.each(['HTTP://127.0.0.1/x', '//127.0.0.1/x', 'file://127.0.0.1/x', '\\\\127.0.0.1\\x', 'ftp://127.0.0.1/'])(
    'finds the address %s',
    (address) => expect(remoteSchemas(JSON.stringify({ $schema: address }))).toEqual([address]),
  );

  it.each([
    '{"$schema": "./schema.json"}',
    '{"$schema": "../schema.json", "homepage": "https://127.0.0.1/"}',
    '{"$schema": "file:///home/me/schema.json"}',
    '{"$schema": "vscode://schemas/settings"}',
    '{"$ref": "#/definitions/a"}',
    '{"schema": "https://127.0.0.1/"}',
    `// "$schema": "${ADDRESS}"`.replace('$schema": ', '$schema '),
    '[]',
    '',
  ])('finds no remote address in %s', (text) => expect(remoteSchemas(text)).toEqual([]));

  it('reads long repetitive texts in linear time', () => {
    for (const part of ['/*', '"', '\\u0024', '$schema ', '"$schema":', '//', '{"a":']) {
      expect(remoteSchemas(`$schema${part.repeat(50_000)}`)).toEqual([]);
    }
  });
});

const write = (file_path: string, content: string) => call('write_file', 'w', { file_path, content });

function start(mode: ApprovalMode, lists: { allow?: string[]; deny?: string[] } = {}, files = {}) {
  const { rules } = parsePermissions(lists, [], '/home/me');
  const workspace = createMemoryWorkspace(files);
  const batch = createBatch(DEFAULT_TOOLS, { mode, workspace, policy: { rules: () => rules } });
  return { ...batch, workspace };
}

describe('an edit that adds a remote schema', () => {
  const content = `{"$schema": "${ADDRESS}"}`;
  const reasons = [{ kind: 'remote-schema', detail: ADDRESS }];

  it.each(['x.json', 'x.jsonc', 'site.webmanifest', 'a.har', '.babelrc', 'x', 'x.yaml', 'x.toml', 'notes.txt'])(
    'needs approval in auto-edit mode, and its card shows the address: %s',
    async (path) => {
      const { run, last, desk, workspace } = start('auto-edit');
      const done = run([write(path, content)]);
      await settle();
      expect(last('w')?.approval).toMatchObject({ subject: { kind: 'edit' }, persistent: [] });
      expect(last('w')?.approval?.reasons).toContainEqual(reasons[0]);
      desk.decide('w', { decision: 'deny' });
      await done;
      expect(workspace.snapshot()).toEqual({});
    },
  );

  it('runs in yolo mode, and runs in auto-edit mode if the file already had the address', async () => {
    const yolo = start('yolo');
    await yolo.run([write('x.json', content)]);
    expect(yolo.last('w')?.status).toBe('success');
    const known = start('auto-edit', {}, { 'x.json': `${content}\n` });
    await known.run([call('edit', 'w', { file_path: 'x.json', old_string: '}', new_string: ', "a": 1}' })]);
    expect(known.last('w')?.status).toBe('success');
  });

  it('needs approval if it completes or changes an address', async () => {
    const files = { 'x.json': '{"$schema": "./127.0.0.1/s"}\n' };
    const { run, last, desk } = start('auto-edit', {}, files);
    const done = run([call('edit', 'w', { file_path: 'x.json', old_string: './', new_string: 'https://' })]);
    await settle();
    expect(last('w')?.approval?.reasons).toEqual([{ kind: 'remote-schema', detail: 'https://127.0.0.1/s' }]);
    desk.decide('w', { decision: 'allow-once' });
    await done;
    expect(last('w')?.status).toBe('success');
  });

  it('needs approval if it is a move to a name for which VS Code downloads the schema', async () => {
    const files = { 'a.md': content, 'b.json': content };
    const { run, last, desk, workspace } = start('auto-edit', {}, files);
    await run([call('move_file', 'w', { file_path: 'b.json', new_path: 'c.json' })]);
    expect(last('w')?.status).toBe('success');
    const done = run([call('move_file', 'w', { file_path: 'a.md', new_path: 'a.json' })]);
    await settle();
    expect(last('w')?.approval?.reasons).toEqual(reasons);
    desk.decide('w', { decision: 'deny' });
    await done;
    expect(Object.keys(workspace.snapshot())).toEqual(['a.md', 'c.json']);
  });

  it('does not need approval if the file is prose or source code', async () => {
    const { run, last } = start('auto-edit');
    await run([write('README.md', content)]);
    expect(last('w')?.status).toBe('success');
  });

  it('needs approval once per address, even if edits are allowed for the chat', async () => {
    const { run, last, desk } = start('default');
    const plain = run([write('a.json', '{}')]);
    await settle();
    desk.decide('w', { decision: 'allow-for-chat' });
    await plain;
    const first = run([write('b.json', content)]);
    await settle();
    expect(last('w')?.approval?.reasons).toEqual(reasons);
    desk.decide('w', { decision: 'allow-for-chat' });
    await first;
    await run([write('c.json', content)]);
    expect(last('w')?.status).toBe('success');
    const other = run([write('d.json', content.replace('k=1', 'k=2'))]);
    await settle();
    expect(last('w')?.status).toBe('awaiting-approval');
    desk.decide('w', { decision: 'deny' });
    await other;
  });

  it('follows the rules about web pages, but not the allow rules about edits', async () => {
    const allowed = start('auto-edit', { allow: ['web_fetch(https://127.0.0.1/**)'] });
    await allowed.run([write('x.json', content)]);
    expect(allowed.last('w')?.status).toBe('success');
    const denied = start('yolo', { deny: ['web_fetch(https://127.0.0.1/**)'] });
    await denied.run([write('x.json', content)]);
    expect(textOfResult(denied.last('w'))).toMatch(/^A rule in the settings denies this/);
    const edits = start('auto-edit', { allow: ['edit', 'edit(**)', 'edit(x.json)'] });
    const done = edits.run([write('x.json', content)]);
    await settle();
    expect(edits.last('w')?.approval?.reasons).toEqual(reasons);
    edits.desk.decide('w', { decision: 'deny' });
    await done;
  });

  it('is not opened in an editor before approval, because VS Code would download the schema', async () => {
    const opened: string[] = [];
    const review: EditReview = {
      open: async (_id, { display }) => void opened.push(display),
      collect: async () => undefined,
      close: async () => {},
    };
    const batch = createBatch(DEFAULT_TOOLS, { mode: 'default', policy: { review } });
    const done = batch.run([write('x.json', content)]);
    await settle();
    expect(batch.last('w')?.approval?.subject).toMatchObject({ kind: 'edit', canOpen: false });
    expect(await batch.desk.openDiff('w')).toBe(false);
    expect(opened).toEqual([]);
    batch.desk.decide('w', { decision: 'deny' });
    await done;
  });

  it('gets its own card if it adds the schema only together with the edits before it', async () => {
    const files = { 'x.json': '{}\n', 'a.ts': '1\n', 'b.ts': '1\n' };
    const { run, last, desk, workspace } = start('default', {}, files);
    const edit = (id: string, file_path: string, old_string: string, new_string: string) =>
      call('edit', id, { file_path, old_string, new_string });
    const done = run([
      edit('1', 'x.json', '{}', '{"$schema": "./x"}'),
      edit('2', 'a.ts', '1', '2'),
      edit('3', 'x.json', './x', ADDRESS),
    ]);
    await settle();
    expect([last('1')?.status, last('2')?.status]).toEqual(['awaiting-approval', 'awaiting-approval']);
    expect(last('3')?.status).toBe('validating');
    for (const id of ['1', '2']) {
      desk.decide(id, { decision: 'allow-once' });
      await settle();
    }
    expect(last('3')?.approval?.reasons).toEqual(reasons);
    desk.decide('3', { decision: 'deny' });
    await done;
    expect(workspace.text('x.json')).toBe('{"$schema": "./x"}\n');
  });

  it('fails if its file changed after the model read it, because a preview is not a read by the model', async () => {
    const { run, last, workspace, context } = start('yolo', {}, { 'x.json': '{"a": 1}\n' });
    await run([call('read_file', 'r', { file_path: 'x.json' })]);
    workspace.put('x.json', '{"a": 2}\n');
    await run([write('x.json', '{}')]);
    expect(textOfResult(last('w'))).toMatch(/has changed since you last read it/);
    expect(context.seen.get('/ws/x.json')).toBeDefined();
  });
});
