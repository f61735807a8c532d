import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { startModelServer, type Answer, type ModelServer } from '../support/modelServer.ts';
import { openChat, type ChatPanel } from '../support/vscode/chatPanel.ts';
import { startWorkbench, type Workbench } from '../support/vscode/workbench.ts';

let server: ModelServer;
let workbench: Workbench;
let chat: ChatPanel;

beforeAll(async () => {
  server = await startModelServer();
  workbench = await startWorkbench({
    files: {
      'reason.ts': 'export const reason = 1;\n',
      'amended.ts': 'export const amended = 1;\n',
      'meanwhile.ts': 'export const meanwhile = 1;\n',
      'unsaved.ts': 'export const unsaved = 1;\n',
      'plan.ts': 'export const plan = 1;\n',
      '.npmrc': 'color=true\n',
    },
    settings: {
      'premove.model': 'local/test',
      'premove.providers': { local: { kind: 'openai-chat', baseUrl: server.openaiUrl } },
      'premove.enableFollowupSuggestions': false,
    },
  });
  chat = await openChat(workbench);
});
beforeEach(() => server.reset());
afterAll(async () => {
  await workbench.close();
  await server.close();
});

const onDisk = (path: string): Promise<string> => readFile(join(workbench.workspaceDir, path), 'utf8');
const call = (name: string, input: object): Answer => ({ tools: [{ name, arguments: input }] });
const increase = (name: string): Answer =>
  call('edit', { file_path: `${name}.ts`, old_string: `${name} = 1`, new_string: `${name} = 2` });
const card = (tool = 'edit') => workbench.panel.getByRole('group', { name: `Approve ${tool}` });
const allow = (tool = 'edit') => card(tool).getByRole('button', { name: 'Allow once' }).click();
const answered = (text: string) => expect.poll(() => chat.answers.last().textContent()).toContain(text);
const toldModel = (prompt: string) => server.requests(prompt).at(-1)?.text ?? '';

it('takes a reason with a denial to the model', async () => {
  server.on('Raise the reason', increase('reason'), { text: 'I will ask first.' });
  await chat.send('Raise the reason');
  await card().getByRole('button', { name: 'Say why…' }).click();
  await card().getByRole('textbox').fill('Ask Ada first.');
  await card().getByRole('button', { name: 'Deny' }).click();
  await answered('I will ask first.');
  expect(toldModel('Raise the reason')).toContain('The user says: Ask Ada first.');
  expect(await onDisk('reason.ts')).toContain('= 1');
});

it('writes what the user has made of the edit in the diff editor, and tells the model', async () => {
  server.on('Raise it as I like', increase('amended'), { text: 'Yours is better.' });
  await chat.send('Raise it as I like');
  await card().getByRole('button', { name: 'Open Diff' }).click();
  const modified = workbench.page.locator('.editor.modified .view-lines');
  await modified.getByText('amended').click();
  await workbench.page.keyboard.press('End');
  await workbench.page.keyboard.type(' // by hand');
  await expect.poll(() => card().textContent()).toContain('by hand');
  expect(await onDisk('amended.ts')).toBe('export const amended = 1;\n');
  await allow();
  await answered('Yours is better.');
  expect(await onDisk('amended.ts')).toBe('export const amended = 2; // by hand\n');
  expect(toldModel('Raise it as I like')).toContain('The user changed your edit before it was written');
  await expect.poll(() => workbench.page.locator('.editor.modified').count()).toBe(0);
});

it('writes nothing where the file has changed while the card stood', async () => {
  server.on('Raise it meanwhile', increase('meanwhile'), { text: 'Somebody was faster.' });
  await chat.send('Raise it meanwhile');
  await card().waitFor();
  await writeFile(join(workbench.workspaceDir, 'meanwhile.ts'), 'export const meanwhile = 1; // theirs\n');
  await allow();
  await answered('Somebody was faster.');
  expect(await onDisk('meanwhile.ts')).toBe('export const meanwhile = 1; // theirs\n');
  expect(toldModel('Raise it meanwhile')).toContain('changed while the user was asked');
});

it('edits the unsaved text of an editor, and leaves it unsaved', async () => {
  await workbench.openFile('unsaved.ts');
  const editor = workbench.page.locator('.editor-instance .view-lines').last();
  await editor.getByText('unsaved').click();
  await workbench.page.keyboard.press('End');
  await workbench.page.keyboard.type(' // mine');
  server.on('Raise what is unsaved', increase('unsaved'), { text: 'Raised in the editor.' });
  await chat.send('Raise what is unsaved');
  await expect.poll(() => card().textContent()).toContain('mine');
  await allow();
  await answered('Raised in the editor.');
  await expect.poll(async () => (await editor.textContent())?.replaceAll('\u00a0', ' ')).toContain('= 2; // mine');
  expect(await onDisk('unsaved.ts')).toBe('export const unsaved = 1;\n');
  await workbench.executeCommand('workbench.action.files.save');
  await expect.poll(() => onDisk('unsaved.ts')).toBe('export const unsaved = 2; // mine\n');
});

it('plans first in plan mode, takes the plan as the user has edited it, and then asks as before', async () => {
  await workbench.changeSettings({ 'premove.approvalMode': 'plan' });
  await workbench.panel.getByRole('button', { name: /mode: plan/i }).waitFor();
  server.on('Raise the plan', increase('plan'), call('exit_plan_mode', { plan: '1. Raise it.' }), increase('plan'), {
    text: 'As planned.',
  });
  await chat.send('Raise the plan');
  await card('exit_plan_mode').getByRole('textbox', { name: 'Plan' }).fill('1. Raise it to two.');
  expect(toldModel('Raise the plan')).toContain('Plan mode allows reading only');
  await allow('exit_plan_mode');
  await card().waitFor();
  expect(toldModel('Raise the plan')).toContain('1. Raise it to two.');
  await workbench.panel.getByRole('button', { name: /mode: default/i }).waitFor();
  expect(await onDisk('plan.ts')).toContain('= 1');
  await allow();
  await answered('As planned.');
  expect(await onDisk('plan.ts')).toContain('= 2');
});

it('edits without asking in auto-edit mode, but asks for what can make something run', async () => {
  await workbench.changeSettings({ 'premove.approvalMode': 'auto-edit' });
  await workbench.panel.getByRole('button', { name: /mode: auto-edit/i }).waitFor();
  server.on(
    'Write both',
    call('write_file', { file_path: 'auto.ts', content: 'export {};\n' }),
    call('write_file', { file_path: '.npmrc', content: 'color=false\n' }),
    { text: 'Both are written.' },
  );
  await chat.send('Write both');
  await expect.poll(() => card('write_file').textContent()).toContain('.npmrc can make something run');
  expect(await onDisk('auto.ts')).toBe('export {};\n');
  expect(await onDisk('.npmrc')).toBe('color=true\n');
  await allow('write_file');
  await answered('Both are written.');
  expect(await onDisk('.npmrc')).toBe('color=false\n');
});

it('lets a waiting card go when the mode allows it by now, and warns for as long as nothing is asked for', async () => {
  await workbench.changeSettings({ 'premove.approvalMode': 'default' });
  await workbench.panel.getByRole('button', { name: /mode: default/i }).waitFor();
  server.on('Write it', call('write_file', { file_path: '.npmrc', content: 'loose=1\n' }), { text: 'It is written.' });
  await chat.send('Write it');
  await card('write_file').waitFor();
  await workbench.changeSettings({ 'premove.approvalMode': 'yolo' });
  await answered('It is written.');
  expect(await onDisk('.npmrc')).toBe('loose=1\n');
  await workbench.panel.getByText('Yolo mode is on').waitFor();
  await workbench.panel.getByRole('button', { name: 'Ask again' }).click();
  await workbench.panel.getByText('Yolo mode is on').waitFor({ state: 'detached' });
});
