import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../src/extension/model/chatModel.ts';
import {
  textOf,
  toolCallsOf,
  userMessage,
  type Message,
  type ToolCallPart,
  type ToolResultPart,
} from '../../../src/extension/model/message.ts';
import { isTourFinished, nextTourAnswer } from '../../../src/extension/model/tour/tourAnswer.ts';
import { createTourModel } from '../../../src/extension/model/tour/tourModel.ts';
import { filesAfter } from '../../../src/extension/model/tour/tourFiles.ts';
import { TOUR_STEPS } from '../../../src/extension/model/tour/tourSteps.ts';
import { getFilterReason } from '../../../src/extension/suggest/filter.ts';
import { DEFAULT_TOOLS } from '../../../src/extension/tools/builtin/defaultTools.ts';
import { createToolRegistry, prepareCall } from '../../../src/extension/tools/registry.ts';
import { createSeenFiles } from '../../../src/extension/tools/seenFiles.ts';
import { failed, type ToolOutcome, type UserAnswer } from '../../../src/extension/tools/tool.ts';
import { createManualClock, settle } from '../../support/manualClock.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { collectEvents } from '../../support/scriptedModel.ts';
import { createRequest } from './wire/requests.ts';

const SUGGESTION = '[SUGGESTION MODE: Suggest what the user might naturally type next.]\nReply with ONLY it.';
const SAMPLE = ['src/greet.ts', 'src/index.ts', 'test/greet.test.ts', 'README.md', 'CHANGELOG.md', 'package.json'];

/** A chat with the tour. The real tools work on a copy of the sample project in memory. */
class TourChat {
  readonly files = createMemoryWorkspace(
    Object.fromEntries(SAMPLE.map((path) => [path, readFileSync(`sample/${path}`, 'utf8')])),
  );
  readonly messages: Message[] = [];
  /** Set to make a tool fail with this text, as when the user denies it. */
  failure: { tool: string; path?: string; text: string } | undefined;
  /** The user's answer to a question; null closes the question. */
  answer: string | null = '0.2.0';
  private readonly registry = createToolRegistry(DEFAULT_TOOLS);
  private readonly seen = createSeenFiles();

  /** Sends a prompt, and runs the tools until an answer has no calls. Returns the text of that answer. */
  async ask(prompt: string): Promise<string> {
    this.messages.push(userMessage(prompt));
    for (let round = 0; round < 5; round += 1) {
      const { text, calls } = nextTourAnswer(this.request());
      const callParts = calls.map((call, index): ToolCallPart => ({
        type: 'tool-call',
        id: `c${this.messages.length}-${index}`,
        ...call,
      }));
      this.messages.push({ role: 'assistant', parts: [{ type: 'text', text }, ...callParts] });
      if (calls.length === 0) return text;
      const results: ToolResultPart[] = [];
      for (const part of callParts) results.push(await this.run(part));
      this.messages.push({ role: 'user', parts: results });
    }
    throw new Error('The answer has more than 5 turns');
  }

  suggest(): string {
    return nextTourAnswer(this.request(userMessage(SUGGESTION))).text;
  }

  request(...more: Message[]): ModelRequest {
    return createRequest({
      model: 'tour',
      tools: this.registry.declarations,
      messages: [...this.messages, ...more],
    });
  }

  private async run(call: ToolCallPart): Promise<ToolResultPart> {
    const { ok, content } = await this.outcomeOf(call);
    return { type: 'tool-result', callId: call.id, name: call.name, content, isError: !ok };
  }

  private async outcomeOf(call: ToolCallPart): Promise<ToolOutcome> {
    const { failure } = this;
    const path = call.input['file_path'];
    if (failure?.tool === call.name && (failure.path ?? path) === path) return failed(failure.text, 'denied');
    const prepared = prepareCall(this.registry, call);
    if (prepared.kind === 'refused') return prepared.outcome;
    const { answer } = this;
    const askUser = async (): Promise<UserAnswer> =>
      answer === null ? { kind: 'dismissed' } : { kind: 'answered', text: answer };
    const context = { workspace: this.files, seen: this.seen, askUser };
    return prepared.tool.execute(prepared.input, context, new AbortController().signal);
  }
}

describe('the tour', () => {
  it('carries out all steps by its own suggestions, and then suggests nothing', async () => {
    const chat = new TourChat();
    const prompts = ['add a farewell function'];
    await chat.ask('add a farewell function');
    for (let next = chat.suggest(); next; next = chat.suggest()) {
      prompts.push(next);
      await chat.ask(next);
    }
    expect(prompts).toEqual(TOUR_STEPS.map(({ prompt }) => prompt));
    expect(prompts.map(getFilterReason)).toEqual(prompts.map(() => null));
    expect(chat.files.snapshot()).toMatchSnapshot();
  });

  it('states in its first answer that it is a script, and names the next step in each answer', async () => {
    const chat = new TourChat();
    const last = await chat.ask('add a farewell function');
    expect(textOf(chat.messages[1]!)).toContain('This is the offline tour: a script, not a language model.');
    expect(last).toContain(`Next in the tour: "${chat.suggest()}"`);
  });

  it('reads all files before it edits them', async () => {
    const chat = new TourChat();
    await chat.ask('rename greet to welcome');
    const turns = chat.messages.map((message) =>
      toolCallsOf(message).map(({ name, input }) => [name, input['file_path']]),
    );
    expect(turns.filter((calls) => calls.length > 0)).toEqual([
      [
        ['read_file', 'src/greet.ts'],
        ['read_file', 'src/index.ts'],
        ['read_file', 'test/greet.test.ts'],
      ],
      [
        ['edit', 'src/greet.ts'],
        ['edit', 'src/index.ts'],
        ['edit', 'src/index.ts'],
        ['edit', 'test/greet.test.ts'],
      ],
    ]);
  });

  it('begins with the first step whatever the first prompt is, and states that', async () => {
    const chat = new TourChat();
    await chat.ask('what is this?');
    expect(textOf(chat.messages[1]!)).toContain('The tour always starts with the same step');
    expect(chat.files.text('src/greet.ts')).toContain('farewell');
    expect(chat.suggest()).toBe('rename greet to welcome');
  });

  it('lists its abilities if it cannot do what the prompt asks for', async () => {
    const chat = new TourChat();
    await chat.ask('add a farewell function');
    const answer = await chat.ask('why is the sky blue?');
    for (const { ability } of TOUR_STEPS) expect(answer).toContain(ability);
    expect(answer).toContain('Next in the tour: "rename greet to welcome"');
  });

  it.each([
    ['add a test for farewell', 'There is no `farewell` function to test yet.', 'add a farewell function'],
    ['add a changelog entry', 'Nothing has changed yet', 'add a farewell function'],
    ['update the README', 'already lists every exported function', 'add a farewell function'],
  ])('explains why it is too early to %s, and suggests the step that comes first', async (prompt, words, next) => {
    const chat = new TourChat();
    expect(await chat.ask(prompt)).toContain(words);
    expect(chat.suggest()).toBe(next);
  });

  it('names the modes to choose if plan mode refuses the edit', async () => {
    const chat = new TourChat();
    chat.failure = { tool: 'edit', text: 'Plan mode is read-only, so edit was not run.' };
    expect(await chat.ask('add a farewell function')).toContain('Choose `default` or `auto-edit`');
  });

  it('is finished when no step is left to suggest, but never before its first answer', async () => {
    const chat = new TourChat();
    expect(isTourFinished(chat.messages)).toBe(false);
    await chat.ask('add a farewell function');
    expect(isTourFinished(chat.messages)).toBe(false);
    for (let next = chat.suggest(); next; next = chat.suggest()) await chat.ask(next);
    expect(isTourFinished(chat.messages)).toBe(true);
  });

  it('restores the files of its project from its history', async () => {
    const chat = new TourChat();
    const sample = chat.files.snapshot();
    for (const prompt of ['add a farewell function', 'rename greet', 'write a test']) await chat.ask(prompt);
    expect(filesAfter(sample, chat.messages)).toEqual(chat.files.snapshot());
    expect(filesAfter(sample, [])).toEqual(sample);
  });

  it('does not restore edits that were denied or that do not fit the file', async () => {
    const chat = new TourChat();
    const sample = chat.files.snapshot();
    chat.failure = { tool: 'edit', path: 'src/index.ts', text: 'Denied.' };
    await chat.ask('rename greet');
    expect(filesAfter(sample, chat.messages)).toEqual(chat.files.snapshot());
    expect(filesAfter({ 'src/greet.ts': 'other' }, chat.messages)).toEqual({ 'src/greet.ts': 'other' });
  });

  it('asks for the version together with its first edit, and writes it into two files', async () => {
    const chat = new TourChat();
    for (const prompt of ['rename greet', 'changelog please']) await chat.ask(prompt);
    expect(await chat.ask('release a new version')).toContain('now have version 0.2.0');
    const turns = chat.messages.slice(-6).map((message) => toolCallsOf(message).map(({ name }) => name));
    expect(turns.filter((calls) => calls.length > 0).slice(-2)).toEqual([
      ['edit', 'ask_user'],
      ['edit', 'edit'],
    ]);
    expect(chat.files.text('package.json')).toContain('"version": "0.2.0"');
    expect(chat.files.text('CHANGELOG.md')).toContain('## Unreleased\n\n## 0.2.0\n\n- `greet`');
    expect(await chat.ask('release a new version')).toContain('already has a new version');
  });

  it.each([
    [null, 'You closed the question'],
    ['soon', 'Your answer is not a version'],
  ])('keeps the version if the answer is %s', async (answer, words) => {
    const chat = new TourChat();
    chat.answer = answer;
    await chat.ask('add a farewell function');
    expect(await chat.ask('release a new version')).toContain(words);
    expect(chat.files.text('package.json')).toContain('"version": "0.1.0"');
    expect(chat.files.text('README.md')).toContain('See [CHANGELOG.md]');
    expect(chat.suggest()).not.toBe('release a new version');
  });

  it('does not repeat a step', async () => {
    const chat = new TourChat();
    await chat.ask('add a farewell function');
    const before = chat.files.text('src/greet.ts');
    expect(await chat.ask('add a farewell function again')).toContain('already');
    expect(chat.files.text('src/greet.ts')).toBe(before);
  });

  it('carries out the steps in any order', async () => {
    const chat = new TourChat();
    for (const prompt of ['rename greet', 'changelog please', 'say goodbye', 'document it', 'write a test'])
      await chat.ask(prompt);
    expect(chat.files.text('README.md')).toContain('- `welcome(name)` says hello.\n- `farewell(name)` says goodbye.');
    expect(chat.files.text('CHANGELOG.md')).toContain('## Unreleased\n\n- `greet` is called `welcome`.\n');
    expect(chat.suggest()).toBe('release a new version');
    await chat.ask('add a changelog entry');
    expect(chat.files.text('CHANGELOG.md')).toContain('- A farewell: `farewell(name)`.');
  });

  it('reports that an edit was denied, and suggests another step', async () => {
    const chat = new TourChat();
    chat.failure = { tool: 'edit', text: 'The user denied this call, so it was not run.' };
    const answer = await chat.ask('add a farewell function');
    expect(answer).toContain('You denied the edit, so nothing was changed.');
    expect(answer).not.toContain('do not try');
    expect(chat.suggest()).toBe('rename greet to welcome');
  });

  it('reports which of several edits failed', async () => {
    const chat = new TourChat();
    chat.failure = { tool: 'edit', path: 'test/greet.test.ts', text: 'Denied.' };
    expect(await chat.ask('rename greet to welcome')).toContain(
      '3 of 4 edits were made. These failed:\n\n- test/greet.test.ts',
    );
  });

  it('reports a missing file, and changes nothing', async () => {
    const chat = new TourChat();
    chat.files.remove('src/greet.ts');
    const answer = await chat.ask('add a farewell function');
    expect(answer).toContain('src/greet.ts does not exist.');
    expect(answer).toContain('Nothing was changed');
  });

  it('reports that the line to change is missing', async () => {
    const chat = new TourChat();
    chat.files.put('src/greet.ts', 'export const nothing = 0;\n');
    expect(await chat.ask('add a farewell function')).toContain(
      'This step changes the line `/** A greeting for one person. */`, but `src/greet.ts` no longer contains that line.',
    );
  });

  it('continues in a fork in the same way as in the chat', async () => {
    const chat = new TourChat();
    await chat.ask('add a farewell function');
    const fork = new TourChat();
    for (const [path, text] of Object.entries(chat.files.snapshot())) fork.files.put(path, text);
    fork.messages.push(...chat.messages);
    await fork.ask(chat.suggest());
    expect(fork.suggest()).toBe('add a test for farewell');
    expect(chat.suggest()).toBe('rename greet to welcome');
  });

  it('reports that a request has no tools, and makes no calls', () => {
    const request = createRequest({ tools: [], messages: [userMessage('add a farewell function')] });
    expect(nextTourAnswer(request)).toMatchObject({
      calls: [],
      text: expect.stringContaining('has no tools') as string,
    });
  });

  it('answers a request that has a schema with JSON that fits the schema', () => {
    const responseSchema = { type: 'object', properties: { suggestion: { type: 'string' } } };
    const request = createRequest({ tools: [], messages: [userMessage(SUGGESTION)], responseSchema });
    expect(JSON.parse(nextTourAnswer(request).text)).toEqual({ suggestion: 'add a farewell function' });
  });
});

describe('createTourModel', () => {
  it('streams word by word and ends with the whole message', async () => {
    const clock = createManualClock();
    const events = collectEvents(
      createTourModel({ clock }).stream(createRequest({ messages: [userMessage('hi')] }), new AbortController().signal),
    );
    await clock.advance(60_000);
    const all = await events;
    const end = all.at(-1);
    if (end?.type !== 'end') throw new Error('The stream has no end event');
    expect(end).toMatchObject({ stopReason: 'tools', usage: null });
    const streamed = all.map((event) => (event.type === 'text-delta' ? event.text : '')).join('');
    expect(textOf(end.message)).toBe(streamed);
    expect(all.filter((event) => event.type === 'tool-call')).toHaveLength(1);
    expect(toolCallsOf(end.message)).toMatchObject([
      { id: 'tour-1', name: 'read_file', input: { file_path: 'src/greet.ts' } },
    ]);
  });

  it('stops at once when aborted, and keeps the words that it has streamed', async () => {
    const clock = createManualClock();
    const controller = new AbortController();
    const request = createRequest({ messages: [userMessage('hi')], tools: [] });
    const events = collectEvents(createTourModel({ clock }).stream(request, controller.signal));
    await clock.advance(45);
    controller.abort();
    await settle();
    const all = await events;
    expect(all.at(-1)).toMatchObject({ stopReason: 'aborted', message: { parts: [{ text: 'This is the ' }] } });
    expect(clock.pending).toBe(0);
  });
});
