import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SystemPrompt, toSystemPrompt, type PromptFacts } from '../../../../src/extension/chat/agent/systemPrompt.ts';
import { WORK_RULES } from '../../../../src/extension/chat/agent/systemText.ts';
import { estimateTokens } from '../../../../src/extension/model/tokens.ts';
import { createToolRegistry } from '../../../../src/extension/tools/registry.ts';
import { silentLog } from '../../../../src/extension/base/silentLog.ts';
import { createManualClock } from '../../../support/manualClock.ts';
import { createSources, createTestInstructions } from '../../../support/instructionSources.ts';
import { PRODUCT_TOOLS } from '../../../support/productTools.ts';
import { run, startSession } from '../sessionHarness.ts';

const { signal } = new AbortController();
const day = 86_400_000;
const facts: PromptFacts = {
  model: 'claude-sonnet-5',
  os: 'Linux 6.1',
  shell: '/bin/bash',
  date: '2026-11-21',
  roots: [{ name: 'app', path: '/app' }],
  instructions: '',
};

function start(files: Readonly<Record<string, string>>) {
  const clock = createManualClock();
  const sources = createSources(files);
  const read: (readonly string[])[] = [];
  const prompt = new SystemPrompt({
    workspace: sources.workspace,
    instructions: createTestInstructions(sources),
    environment: { os: 'Linux', shell: 'bash' },
    clock,
    log: silentLog,
    onDidRead: ({ items }) => read.push(items.map(({ name }) => name)),
  });
  return { clock, sources, workspace: sources.workspace, prompt, read };
}

describe('the system prompt', () => {
  test('names the folder, the operating system, the shell and the date', () => {
    const text = toSystemPrompt(facts);
    expect(text).toContain('the folder /app');
    expect(text).toContain('Operating system: Linux 6.1. Shell: /bin/bash. Date: 2026-11-21.');
  });

  test('equals the snapshot, so that every change is seen', async () => {
    await expect(`${toSystemPrompt(facts)}\n`).toMatchFileSnapshot('systemPrompt.snap.txt');
  });

  test('has at most 1,000 tokens besides the instructions, for every family of models', () => {
    for (const model of ['claude-sonnet-5', 'gpt-5.6', 'gemini-3-pro', 'qwen3-coder'])
      expect(estimateTokens(toSystemPrompt({ ...facts, model }))).toBeLessThanOrEqual(1_000);
  });

  test('has a comment with the reason above each line of its rules', () => {
    const source = readFileSync('src/extension/chat/agent/systemText.ts', 'utf8').split('\n');
    const rules = source.flatMap((line, index) => (/^ {2,4}(?:rule: )?['`].*,$/.test(line) ? [index] : []));
    expect(rules.length).toBeGreaterThan(25);
    const above = (index: number): string =>
      (source[index - 1] ?? '').replace(/^ +names: .*/, () => source[index - 3] ?? '');
    expect(rules.filter((index) => !above(index).trim().startsWith('//')).map((index) => source[index])).toEqual([]);
  });

  test('names only tools and arguments that exist', () => {
    const registry = createToolRegistry(PRODUCT_TOOLS);
    const names = [...WORK_RULES.matchAll(/`([a-z]+(?:_[a-z]+)+|lsp|edit|grep)`/g)].map(([, name]) => name ?? '');
    expect(new Set(names).size).toBe(10);
    expect(names.filter((name) => !registry.find(name))).toEqual([]);
  });

  test('has rules for the habits of a family of models', () => {
    const withModel = (model: string): string => toSystemPrompt({ ...facts, model });
    expect(withModel('gpt-5.6-codex')).toContain('There is no `apply_patch`');
    expect(withModel('google/gemini-3-pro')).toContain('after the previous edits');
    expect(withModel('claude-opus-5')).not.toContain('apply_patch');
  });

  test('leaves out an unknown shell, and states that no folder is open', () => {
    const text = toSystemPrompt({ ...facts, shell: '', roots: [] });
    expect(text).not.toContain('Shell:');
    expect(text).toContain('No folder is open');
  });

  test('keeps its bytes while the guides are unchanged, even on a later day', async () => {
    const { clock, prompt } = start({ 'AGENTS.md': 'Use tabs.' });
    await prompt.refresh(signal);
    const before = prompt.textFor('m');
    await clock.advance(2 * day);
    await prompt.refresh(signal);
    expect(prompt.textFor('m')).toBe(before);
  });

  test('includes a changed guide, and keeps the old text while the file cannot be read', async () => {
    const { workspace, prompt, read } = start({ 'AGENTS.md': 'Use tabs.' });
    await prompt.refresh(signal);
    workspace.put('AGENTS.md', 'Use spaces.');
    workspace.failNext('read', new Error('The disk is gone'));
    await prompt.refresh(signal);
    expect(prompt.textFor('m')).toContain('Use tabs.');
    await prompt.refresh(signal);
    expect(prompt.textFor('m')).toContain('Use spaces.');
    expect(read).toEqual([['AGENTS.md'], ['AGENTS.md']]);
  });
});

describe('a project guide in a chat', () => {
  test('is shown before the first prompt, and is the same in all requests of a prompt', async () => {
    const { store, scripted, submit, workspace } = await startSession(
      [
        { calls: [{ name: 'read_file', input: { file_path: 'a.ts' } }] },
        (request) => {
          expect(request.system).toContain('Use tabs.');
          return 'Done.';
        },
        'Spaces it is.',
      ],
      { files: { 'AGENTS.md': 'Use tabs.' } },
    );
    await run();
    expect(store.state.instructions.items.map(({ name }) => name)).toEqual(['AGENTS.md']);
    submit('read');
    await run();
    workspace.put('AGENTS.md', 'Use spaces.');
    submit('again');
    await run();
    const systems = scripted.requests.map(({ system }) => system);
    expect(systems[1]).toBe(systems[0]);
    expect(systems[2]).toContain('Use spaces.');
  });
});
