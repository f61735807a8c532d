import { autocompletion, CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { describe, expect, it, test, vi } from 'vitest';
import type { CommandView } from '../../../../src/shared/slashCommand.ts';
import {
  beginPromptFile,
  commandSource,
  endPromptFile,
  isInCommand,
  promptFilesOnly,
  runsWhenTyped,
} from '../../../../src/webview/composer/editor/commandCompletion.ts';
import { argumentHintOf } from '../../../../src/webview/composer/editor/argumentHint.ts';
import { filterCommands, matchedAlias } from '../../../../src/webview/composer/editor/commandFilter.ts';
import { inputLists } from '../../../../src/webview/composer/editor/inputLists.ts';

const command = (name: string, aliases: string[] = [], argument = ''): CommandView => ({
  name,
  aliases,
  description: `What ${name} does`,
  argument,
});
const COMMANDS = [
  command('chats', ['chat']),
  command('compress', [], '[focus]'),
  command('cost', ['stats']),
  command('review'),
  command('review-pr'),
  command('undo'),
];

describe('the filter of commands', () => {
  test.each<[typed: string, names: string]>([
    ['', 'chats compress cost review review-pr undo'],
    ['c', 'chats compress cost'],
    ['co', 'compress cost'],
    ['CO', 'compress cost'],
    ['cost', 'cost'],
    ['review', 'review review-pr'],
    ['review-', 'review-pr'],
    ['stat', 'cost'],
    ['s', 'chats compress cost'],
    ['stats', 'cost'],
    ['pr', 'compress review-pr'],
    ['x', ''],
  ])('finds “%s”', (typed, names) => {
    const found = filterCommands(COMMANDS, typed).map(({ name }) => name);
    expect(found.join(' ')).toBe(names);
  });

  it('puts names before aliases, but puts a completely typed alias before names that only contain it', () => {
    const commands = [command('cost', ['stats']), command('skills'), command('review', ['re']), command('pre')];
    expect(filterCommands(commands, 'st').map(({ name }) => name)).toEqual(['cost']);
    expect(filterCommands([command('tax', ['stats']), command('chats')], 's').map(({ name }) => name)).toEqual([
      'chats',
      'tax',
    ]);
    expect(filterCommands(commands.slice(2), 're').map(({ name }) => name)).toEqual(['review', 'pre']);
  });

  it.each([
    ['stat', '/stats'],
    ['s', undefined],
    ['cost', undefined],
  ])('names the alias by which it found a command: “%s”', (typed, alias) => {
    const cost = command('cost', ['stats']);
    expect(matchedAlias(cost, typed)).toBe(alias?.slice(1));
  });

  it('puts an exact name first, and a name that begins with the text before a completely typed alias', () => {
    const commands = [command('new-chat'), command('stats-all', ['new']), command('new')];
    expect(filterCommands(commands, 'new').map(({ name }) => name)).toEqual(['new', 'new-chat', 'stats-all']);
  });
});

describe('a command that the text names completely', () => {
  const file = { ...command('fix-issue', [], '[number]'), folder: '.claude/commands' };

  test.each<[text: string, command: CommandView, runs: boolean]>([
    ['/cost', command('cost'), true],
    ['/STATS', command('cost', ['stats']), true],
    ['/cos', command('cost'), false],
    ['/compress', command('compress', [], '[focus]'), true],
    ['/fix-issue', file, false],
    ['/fix-issue ', file, true],
    ['/fix-issue 12', file, true],
    ['/fix-issue', { ...file, argument: '' }, true],
  ])('runs on Enter, unless it is a prompt file that lacks its argument: %j', (text, each, runs) =>
    expect(runsWhenTyped(each, text)).toBe(runs),
  );

  test.each([
    ['/compress ', '[focus]'],
    ['/COMPRESS ', '[focus]'],
    ['/fix-issue ', '[number]'],
    ['/fix-issue', ''],
    ['/fix-issue 1', ''],
    ['/fix-issue  ', ''],
    ['/cost ', ''],
    [' /compress ', ''],
    ['/ ', ''],
  ])('shows a hint for its argument: %j', (text, hint) => expect(argumentHintOf(text, [...COMMANDS, file])).toBe(hint));
});

/** `|` is the caret. */
function complete(text: string): CompletionResult | null {
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: promptFilesOnly });
  const result = commandSource(() => COMMANDS)(new CompletionContext(state, text.indexOf('|'), false));
  if (result instanceof Promise) throw new Error('The list would open late.');
  return result;
}

/** A view without a page. `text` marks the caret with `|`. */
function fakeView(text: string) {
  const anchor = Math.max(text.indexOf('|'), 0);
  const doc = text.replace('|', '');
  let state = EditorState.create({ doc, selection: { anchor }, extensions: [promptFilesOnly, autocompletion()] });
  const view = {
    get state() {
      return state;
    },
    dispatch: (spec: TransactionSpec) => void (state = state.update(spec).state),
    focus: () => {},
    plugin: () => null,
  } as unknown as EditorView;
  const shown = () => {
    const { head } = state.selection.main;
    return `${state.sliceDoc(0, head)}|${state.sliceDoc(head)}`;
  };
  return { view, text: shown };
}

describe('the list of commands', () => {
  it('opens at once after a slash at the start of the input', () => {
    const result = complete('/|');
    expect(result?.options.map(({ label }) => label)).toEqual(COMMANDS.map(({ name }) => `/${name}`));
    expect(result?.options[1]).toMatchObject({ hint: '[focus]', detail: 'What compress does' });
  });

  test.each(['/co|mp and more', '/co|'])('replaces the whole first word: %j', (text) => {
    const result = complete(text);
    const word = /^\S*/.exec(text.replace('|', ''))?.[0];
    expect([result?.from, result?.to]).toEqual([0, word?.length]);
  });

  test.each(['|', 'a /|', ' /|', '\n/|', '/etc/|', '/compress |', '/xyz|', '@|'])('stays closed: %j', (text) => {
    expect(complete(text)).toBeNull();
  });

  test.each([
    ['', ''],
    ['add a| test', 'add a| test'],
    [' add|', ' add|'],
    ['/|', '/|'],
  ])('when closed, removes the slash that *Prompt files…* has typed: %j', (before, after) => {
    const { view, text } = fakeView(before);
    beginPromptFile(view);
    expect(text()).toMatch(/^\/\|/);
    endPromptFile(view);
    expect(text()).toBe(after === '' ? '|' : after);
  });

  it('keeps the slash if a name was typed since', () => {
    const { view, text } = fakeView('');
    beginPromptFile(view);
    view.dispatch({ changes: { from: 1, insert: 'fix' }, selection: { anchor: 4 } });
    endPromptFile(view);
    expect(text()).toBe('/fix|');
  });

  it('is distinguished from the list of mentions by the place of the caret', () => {
    const at = (doc: string, anchor: number) => isInCommand(EditorState.create({ doc, selection: { anchor } }));
    expect([at('/compress @a', 3), at('/compress @a', 12), at('@a', 2)]).toEqual([true, false, false]);
  });
});

test('the lists keep CodeMirror’s phrases while the user types, because CodeMirror would not report the change', () => {
  vi.stubGlobal('document', { body: {} });
  const extensions = inputLists({
    findMentions: () => Promise.resolve([]),
    commands: () => [],
    onEnter: () => undefined,
  });
  let state = EditorState.create({ extensions });
  const phrases = state.facet(EditorState.phrases);
  for (const text of ['/', 'h', ' ', '@']) {
    state = state.update({ changes: { from: state.doc.length, insert: text } }).state;
    expect(state.facet(EditorState.phrases)).toBe(phrases);
  }
  vi.unstubAllGlobals();
});
