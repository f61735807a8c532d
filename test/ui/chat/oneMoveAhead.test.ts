import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { promptName } from '../../../src/extension/changes/changeNames.ts';
import { contentHash } from '../../../src/extension/text/contentHash.ts';
import { ENTER_GUARD_MS } from '../../../src/shared/followup.ts';
import { cacheablePrompt, lastUserText, type ModelRequest } from '../../support/modelRequest.ts';
import { createLatch } from '../../support/latch.ts';
import type { Answer } from '../../support/modelServer.ts';
import type { Workbench } from '../../support/vscode/workbench.ts';
import { WIRES, withAllWires } from './chatWires.ts';
import { SUGGESTION, useComposer } from '../composer/composerUser.ts';

const FILES = {
  'src/greeting.ts': 'export const greeting = "hello";\n',
  'CHANGELOG.md': '# Changelog\n\n## Unreleased\n',
};
const CHANGELOG = FILES['CHANGELOG.md'];

const edit = (file: string, from: string, to: string): Answer => ({
  tools: [{ name: 'edit', arguments: { file_path: file, old_string: from, new_string: to } }],
});
const read = (file: string): Answer => ({ tools: [{ name: 'read_file', arguments: { file_path: file } }] });

const user = useComposer((server) =>
  withAllWires(server, {
    files: FILES,
    settings: {
      'premove.enableFollowupSuggestions': true,
      'premove.approvalMode': 'auto-edit',
      'premove.enableSpeculation': true,
    },
  }),
);

const bearer = ({ headers }: ModelRequest) => String(headers.authorization).replace('Bearer ', '');
/** The header in which each wire sends the user's key. */
const keys: Readonly<Record<(typeof WIRES)[number]['wire'], (request: ModelRequest) => unknown>> = {
  Anthropic: ({ headers }) => headers['x-api-key'],
  Responses: bearer,
  'Chat Completions': bearer,
  Gemini: ({ headers }) => headers['x-goog-api-key'],
};

const onDisk = (path: string): Promise<string> => readFile(join(user.workbench.workspaceDir, path), 'utf8');
/** Sends a prompt and waits for the suggestion `next`. `prepared` answers the speculation. */
const askAndSuggest = async (prompt: string, answers: Answer[], next: string, prepared: Answer[]): Promise<void> => {
  const { server, chat } = user;
  server.on(prompt, ...answers);
  server.on(SUGGESTION, { text: next });
  server.on(next, ...prepared);
  await chat.send(prompt);
  await expect.poll(() => chat.ghost.textContent()).toContain(next);
};

beforeEach(async () => {
  for (const [path, text] of Object.entries(FILES)) await writeFile(join(user.workbench.workspaceDir, path), text);
});

it('Premove does not overwrite a file whose changes cannot be merged, and names the file', async () => {
  const { chat, workbench } = user;
  await askAndSuggest('Look at the changelog', [read('CHANGELOG.md'), { text: 'It is short.' }], 'make it longer', [
    read('CHANGELOG.md'),
    edit('CHANGELOG.md', '## Unreleased\n', '## Unreleased\n\n- Welcome.\n'),
    { text: 'Longer now.' },
  ]);
  await expect.poll(() => chat.speculationBar.textContent()).toContain('Ready');
  const mine = '# Changelog\n\n## Unreleased\n\n- Mine.\n';
  await writeFile(join(workbench.workspaceDir, 'CHANGELOG.md'), mine);
  await user.press('Tab');
  await user.expectDraft('make it longer');
  await user.press('Enter');
  await expect.poll(() => chat.speculationBar.textContent()).toContain('CHANGELOG.md');
  await expect.poll(() => chat.speculationBar.textContent()).toContain('Nothing was applied');
  expect(await onDisk('CHANGELOG.md')).toBe(mine);
  await expect.poll(() => chat.draft()).toBe('make it longer');
  await chat.speculationBar.getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => chat.speculationBar.count()).toBe(0);
});

/** Prompts that change the greeting. */
const MOVES = [
  { prompt: 'say it in German', word: 'hallo' },
  { prompt: 'say it in French', word: 'bonjour' },
  { prompt: 'say it in Italian', word: 'ciao' },
] as const;

type Moves = readonly (typeof MOVES)[number][];

/** Answers the speculations of the moves. */
function answerMoves(moves: Moves, from: string): void {
  let before = from;
  for (const { prompt, word } of moves) {
    user.server.on(prompt, edit('src/greeting.ts', before, word), { text: `It says ${word}.` });
    before = word;
  }
}

/**
 * Accepts the moves one after the other, each when it is suggested and prepared. Checks that each request begins with
 * the cached prefix of the request before. Returns the requests of the moves.
 */
async function makeMoves(moves: Moves): Promise<ModelRequest[]> {
  const { server, chat } = user;
  const all: ModelRequest[] = [];
  for (const { prompt, word } of moves) {
    await expect.poll(() => chat.ghost.textContent()).toContain(prompt);
    await expect.poll(() => chat.speculationBar.textContent()).toContain('Ready');
    const isNext = (request: ModelRequest): boolean =>
      SUGGESTION.test(lastUserText(request)) && request.text.includes(prompt);
    await expect.poll(() => server.requests(isNext).map(({ answered }) => answered)).toEqual([true]);
    await user.advanceClocks(ENTER_GUARD_MS);
    await user.press('Enter');
    await expect.poll(() => onDisk('src/greeting.ts')).toBe(`export const greeting = "${word}";\n`);
    await expect.poll(() => chat.answers.last().textContent()).toContain(`It says ${word}.`);
    const requests = server.requests(prompt);
    expect(requests).toHaveLength(2);
    for (const request of [...requests, ...server.requests(isNext)]) {
      const last = all.at(-1);
      if (last) expect(cacheablePrompt(request).startsWith(cacheablePrompt(last))).toBe(true);
      if (requests.includes(request)) all.push(request);
    }
  }
  return all;
}

/** For each wire, a fast model of the same provider. */
const fastModels: Readonly<Record<(typeof WIRES)[number]['wire'], string>> = {
  Anthropic: 'anthropic/claude-haiku-4-5',
  Responses: 'openai/gpt-5.6-mini',
  'Chat Completions': 'work/gpt-small',
  Gemini: 'gemini/gemini-3.1-flash',
};

describe.each(WIRES)('one move ahead over $wire', ({ wire, model }) => {
  beforeAll(() => user.useModel(model));

  it('answers, suggests, prepares, previews, and applies without another request, three times in a row', async () => {
    const { server, chat, workbench } = user;
    server.on('Make it say welcome', read('src/greeting.ts'), edit('src/greeting.ts', 'hello', 'welcome'), {
      text: 'Done. The changelog has no entry for it yet.',
      chunkSize: 4,
    });
    const [second, third] = MOVES;
    server.on(SUGGESTION, { text: 'add a changelog entry' }, { text: second.prompt }, { text: third.prompt });
    answerMoves([second, third], 'welcome');
    server.on(
      'add a changelog entry',
      read('CHANGELOG.md'),
      edit('CHANGELOG.md', '## Unreleased\n', '## Unreleased\n\n- Welcome.\n'),
      {
        text: 'The changelog has its entry.',
      },
    );

    await chat.send('Make it say welcome');
    await expect.poll(() => chat.answers.last().textContent()).toContain('no entry for it yet');
    expect(await onDisk('src/greeting.ts')).toBe('export const greeting = "welcome";\n');
    expect(keys[wire](server.requests()[0] as ModelRequest)).toBe('sk-test');

    await expect.poll(() => chat.ghost.textContent()).toContain('add a changelog entry');
    await expect.poll(() => chat.speculationBar.textContent()).toContain('Ready');
    expect(await onDisk('CHANGELOG.md')).toBe(CHANGELOG);

    const main = server.requests('Make it say welcome').at(-1) as ModelRequest;
    for (const fork of [server.requests(SUGGESTION)[0], server.requests('add a changelog entry')[0]]) {
      expect(main.text.endsWith(']}')).toBe(true);
      expect(fork?.text.startsWith(main.text.slice(0, -2))).toBe(true);
    }
    expect(lastUserText(server.requests(SUGGESTION)[0] as ModelRequest)).toContain('predict what THEY would type');
    expect(server.requests(SUGGESTION)[0]?.text).toContain('no entry for it yet');

    await chat.speculationBar.getByRole('button', { name: 'Preview' }).click();
    await workbench.page.locator('.multiDiffEditor').waitFor();
    await expect.poll(() => workbench.page.locator('.multiDiffEditor').textContent()).toContain('Welcome.');
    expect(await onDisk('CHANGELOG.md')).toBe(CHANGELOG);

    await user.expectCaret();
    await chat.speculationBar.getByRole('button', { name: 'Apply' }).waitFor();
    await user.press('Tab');
    await user.expectDraft('add a changelog entry');
    expect(await onDisk('CHANGELOG.md')).toBe(CHANGELOG);
    const before = server.requests('add a changelog entry').length;
    expect(before).toBe(3);
    // Enter is ignored for a moment after the diff is shown.
    await user.advanceClocks(ENTER_GUARD_MS);
    await user.press('Enter');
    await expect.poll(() => onDisk('CHANGELOG.md')).toBe('# Changelog\n\n## Unreleased\n\n- Welcome.\n');
    await expect.poll(() => chat.prompts.last().textContent()).toContain('add a changelog entry');
    await expect.poll(() => chat.answers.last().textContent()).toContain('The changelog has its entry.');
    await expect.poll(() => chat.draft()).toBe('');
    expect(server.requests('add a changelog entry')).toHaveLength(before);
    await expect.poll(() => workbench.page.locator('.multiDiffEditor').count()).toBe(0);

    // The suggestion of each move was requested while the move before it was prepared.
    const [next] = await makeMoves([second, third]);
    const adopted = server.requests('add a changelog entry').at(-1) as ModelRequest;
    expect(cacheablePrompt(next as ModelRequest).startsWith(cacheablePrompt(adopted))).toBe(true);
  });

  it('makes three moves in a row with a fast model, each on the cached prefix of the move before', async () => {
    const { server, chat, workbench } = user;
    const fast = fastModels[wire];
    await workbench.changeSettings({ 'premove.fastModel': fast });
    server.otherwise(/^Write a title/, { text: '{"title":"Greeting"}' });
    server.on('Look at the greeting', read('src/greeting.ts'), { text: 'It is in English.' });
    server.on(SUGGESTION, ...MOVES.map(({ prompt }) => ({ text: prompt })));
    answerMoves(MOVES, 'hello');
    await chat.send('Look at the greeting');
    const requests = await makeMoves(MOVES);
    await workbench.changeSettings({ 'premove.fastModel': null });
    const name = fast.slice(fast.indexOf('/') + 1);
    for (const { path, text } of requests) expect(`${path} ${text}`).toContain(name);
  });

  it('asks about the command at which the preparation stopped, and continues on the cached prefix', async () => {
    const { server, chat } = user;
    const ran = { name: 'run_shell_command', arguments: { command: 'echo ran >> src/greeting.ts' } };
    const [greet] = edit('src/greeting.ts', 'hello', 'moin').tools ?? [];
    const stopped: Answer = { text: 'Now the command.', tools: greet ? [greet, ran] : [] };
    await askAndSuggest('Greet them', [read('src/greeting.ts'), { text: 'Which word?' }], 'use moin and run it', [
      read('src/greeting.ts'),
      stopped,
      { text: 'It ran.' },
    ]);
    await expect.poll(() => chat.speculationBar.textContent()).toContain('Paused');
    const before = server.requests('use moin and run it');
    expect(await onDisk('src/greeting.ts')).toBe(FILES['src/greeting.ts']);
    await user.advanceClocks(ENTER_GUARD_MS);
    await user.press('Enter');
    const allow = user.workbench.panel.getByRole('button', { name: 'Allow once' });
    await allow.waitFor();
    expect(await onDisk('src/greeting.ts')).toBe('export const greeting = "moin";\n');
    expect(server.requests('use moin and run it')).toHaveLength(before.length);
    await allow.click();
    await expect.poll(() => chat.answers.last().textContent()).toContain('It ran.');
    expect(await onDisk('src/greeting.ts')).toBe('export const greeting = "moin";\nran\n');
    const resumed = server.requests('use moin and run it').at(-1) as ModelRequest;
    expect(cacheablePrompt(resumed).startsWith(cacheablePrompt(before.at(-1) as ModelRequest))).toBe(true);
  });
});

it('a preparation pauses while the user types, continues when the input is empty again, and ends on another prompt', async () => {
  await user.useModel(WIRES[0].model);
  const { server, chat, workbench } = user;
  const { opened, open } = createLatch();
  await askAndSuggest('Say it louder', [read('src/greeting.ts'), { text: 'Louder it is.' }], 'shout it', [
    { ...edit('src/greeting.ts', 'hello', 'HELLO'), hold: { until: opened } },
    { text: 'Nearly there, wait for it.', chunkSize: 4, hold: { until: new Promise(() => {}), afterEvents: 2 } },
  ]);
  const before = await onDisk('src/greeting.ts');
  await server.received('shout it');
  await chat.composer.focus();
  const tabs = await workbench.page.getByRole('tab').allTextContents();
  await workbench.page.keyboard.type('x');
  await expect.poll(() => chat.ghost.count()).toBe(0);
  open();
  await expect.poll(() => chat.speculationBar.textContent()).toContain('Paused: suggestion hidden');
  expect(server.requests('shout it')).toHaveLength(1);
  await workbench.page.keyboard.press('Backspace');
  await expect.poll(() => chat.ghost.textContent()).toContain('shout it');
  const held = await server.received('shout it', { count: 2 });
  await expect.poll(() => chat.speculationBar.textContent()).toContain('Preparing');
  expect(held[1]?.aborted).toBe(false);
  const other = 'Leave it as it is now, the file is quite loud enough';
  server.on(other, { text: 'It stays.' });
  await chat.send(other);
  await expect.poll(() => held[1]?.aborted).toBe(true);
  await expect.poll(() => chat.speculationBar.count()).toBe(0);
  await expect.poll(() => chat.ghost.count()).toBe(0);
  await expect.poll(() => chat.answers.last().textContent()).toContain('It stays.');
  expect(await onDisk('src/greeting.ts')).toBe(before);
  expect((await readdir(workbench.workspaceDir, { recursive: true })).sort()).toEqual([
    'CHANGELOG.md',
    'src',
    join('src', 'greeting.ts'),
  ]);
  expect(await workbench.page.getByRole('tab').allTextContents()).toEqual(tabs);
  for (const stored of await storedChats(workbench)) expect(stored).not.toContain('shout it');
});

it('all prepared edits and their answer are complete after VS Code is killed while Premove applies them', async () => {
  const { server, chat, workbench } = user;
  await user.useModel(WIRES[0].model);
  const names = Array.from({ length: 60 }, (_, index) => `many/${String(index).padStart(3, '0')}.txt`);
  const all: Answer = {
    tools: names.map((name) => ({ name: 'write_file', arguments: { file_path: name, content: `${name}\n` } })),
  };
  await askAndSuggest('Look around', [read('CHANGELOG.md'), { text: 'There are few files.' }], 'write many files', [
    all,
    { text: 'There are many now.' },
  ]);
  await expect.poll(() => chat.speculationBar.textContent(), { timeout: 30_000 }).toContain('Ready');
  await user.advanceClocks(ENTER_GUARD_MS);
  await user.press('Enter');
  const first = join(workbench.workspaceDir, names[0] ?? '');
  await expect.poll(() => existsSync(first), { interval: 1 }).toBe(true);
  await user.crash();
  await expect
    .poll(async () => Promise.all(names.map((name) => onDisk(name).catch(() => ''))))
    .toEqual(names.map((name) => `${name}\n`));
  await expect.poll(() => user.chat.prompts.last().textContent()).toContain('write many files');
  await expect.poll(() => user.chat.prompts.count()).toBe(2);
  await expect.poll(() => user.chat.answers.last().textContent()).toContain('There are many now.');
  await expect.poll(() => readStorage(workbench, /changes.open.*\.jsonl$/)).toEqual([]);
  expect(server.requests('write many files')).toHaveLength(2);
});

it('Premove asks about changes whose process may still be writing, and writes the rest when the user chooses Finish', async () => {
  const { workbench } = user;
  const [late, folder] = [join(workbench.workspaceDir, 'late.txt'), await changesFolder(workbench)];
  const toFile = (name: string, after: Buffer, start: number) => ({
    path: join(workbench.workspaceDir, name).replaceAll('\\', '/'),
    before: { kind: 'absent', folders: [] },
    after: { start, size: after.length, hash: contentHash(after) },
    added: 1,
    removed: 0,
  });
  const [first, last] = [Buffer.from('first\n'), Buffer.from('late\n')];
  const plan = { turn: [], files: [toFile('first.txt', first, 0), toFile('late.txt', last, first.length)] };
  const owner = { host: 'other-computer', machine: '', boot: '', container: '', pid: 1, started: '', run: '' };
  const key = { chat: 'chat', prompt: 'prompt' };
  const lines = [
    { kind: 'begin', owner: JSON.stringify(owner), ...key },
    { kind: 'plan', ...plan },
  ];
  const journal = join(folder, 'open', `${promptName(key)}.batch`);
  await mkdir(dirname(journal), { recursive: true });
  await writeFile(`${journal}.bytes`, Buffer.concat([first, last]));
  await writeFile(`${journal}.jsonl`, lines.map((line) => `\n${JSON.stringify(line)}`).join(''));
  await writeFile(join(workbench.workspaceDir, 'first.txt'), first);

  await workbench.reload();
  const toast = workbench.page.locator('.notification-toast').filter({ hasText: 'other-computer' });
  await expect.poll(() => toast.textContent()).toContain('may still be writing 2 files');
  expect(existsSync(late)).toBe(false);
  await toast.getByRole('button', { name: 'Finish' }).click();
  await expect.poll(() => onDisk('late.txt').catch(() => '')).toBe('late\n');
  await expect.poll(() => existsSync(`${journal}.jsonl`)).toBe(false);
});

/** The folder of the change store, beside that of the chats. */
async function changesFolder({ userDataDir }: Workbench): Promise<string> {
  const storage = join(userDataDir, 'User', 'workspaceStorage');
  const chats = (await readdir(storage, { recursive: true })).find((path) => basename(path) === 'conversations');
  return join(storage, dirname(chats ?? ''), 'changes');
}

function storedChats(workbench: Workbench): Promise<string[]> {
  return readStorage(workbench, /conversations.*\.jsonl$/);
}

async function readStorage({ userDataDir }: Workbench, name: RegExp): Promise<string[]> {
  const storage = join(userDataDir, 'User', 'workspaceStorage');
  const files = (await readdir(storage, { recursive: true })).filter((file) => name.test(file));
  return Promise.all(files.map((file) => readFile(join(storage, file), 'utf8')));
}
