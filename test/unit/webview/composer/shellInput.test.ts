import { autocompletion, completionStatus } from '@codemirror/autocomplete';
import { history, isolateHistory, redo, undo } from '@codemirror/commands';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { describe, expect, test } from 'vitest';
import { addChip, chipExtension, chipsOf } from '../../../../src/webview/composer/editor/chipWidget.ts';
import { beginPromptFile, promptFilesOnly } from '../../../../src/webview/composer/editor/commandCompletion.ts';
import {
  insertMention,
  mentionFilter,
  startMention,
} from '../../../../src/webview/composer/editor/mentionCompletion.ts';
import {
  isShellInput,
  setShellMode,
  shellEffects,
  shellInput,
} from '../../../../src/webview/composer/editor/shellInput.ts';

function start(doc = '', mayEnter = true) {
  const entered: string[] = [];
  const handlers = {
    mayEnter: () => mayEnter,
    onEnter: () => void entered.push('shell'),
    onLeave: () => {},
    onModeChange: () => {},
  };
  const state = EditorState.create({ doc, extensions: shellInput(() => handlers) });
  /** Passes text to the input handlers, as the editor does for typed text and for text of an input method. */
  const input = (text: string, isComposing = false): boolean => {
    const view = { state, compositionStarted: isComposing } as EditorView;
    const insert = () => state.update({ changes: { from: 0, insert: text } });
    return state.facet(EditorView.inputHandler).some((handle) => handle(view, 0, 0, text, insert));
  };
  return { state, entered, input };
}

describe('shell mode', () => {
  test('begins with a ! that is typed into the empty input, and the ! is not inserted', () => {
    const { input, entered } = start();
    expect(input('!')).toBe(true);
    expect(entered).toEqual(['shell']);
  });

  test.each<[what: string, doc: string, text: string, isComposing: boolean, mayEnter: boolean]>([
    ['a command that is inserted as a whole', '', '!rm -rf .', false, true],
    ['a ! of an input method', '', '!', true, true],
    ['a ! beside text', 'x', '!', false, true],
    ['a full-width !', '', '\uff01', false, true],
    ['a ! while an earlier message is edited', '', '!', false, false],
  ])('does not begin with %s', (_what, doc, text, isComposing, mayEnter) => {
    const { input, entered } = start(doc, mayEnter);
    expect(input(text, isComposing)).toBe(false);
    expect(entered).toEqual([]);
  });

  test.each<[what: string, spec: TransactionSpec]>([
    ['a paste', { userEvent: 'input.paste' }],
    ['a drop', { userEvent: 'input.drop' }],
    ['a completion, a suggestion or a prompt file', { userEvent: 'input.complete' }],
    ['a translation', { userEvent: 'input.type' }],
    ['a draft', {}],
  ])('does not begin with %s, even if the text is only a !', (_what, spec) => {
    for (const insert of ['!', '!rm -rf .']) {
      const { state, entered } = start();
      const after = state.update({ changes: { from: 0, insert }, ...spec }).state;
      expect(after.doc.toString()).toBe(insert);
      expect(isShellInput(after)).toBe(false);
      expect(entered).toEqual([]);
    }
  });
});

describe('in shell mode', () => {
  function startShell(doc: string) {
    const handlers = { mayEnter: () => true, onEnter: () => {}, onLeave: () => {}, onModeChange: () => {} };
    const lists = [autocompletion(), mentionFilter, promptFilesOnly];
    const extensions = [...lists, shellInput(() => handlers), chipExtension(() => {})];
    let state = EditorState.create({ doc, selection: { anchor: doc.length }, extensions });
    const dispatch = (spec: TransactionSpec) => void (state = state.update(spec).state);
    dispatch({ effects: shellEffects(state, true) });
    const view = {
      get state() {
        return state;
      },
      dispatch,
      focus: () => {},
      plugin: () => null,
    } as unknown as EditorView;
    return {
      view,
      dispatch,
      shown: () => state.doc.toString(),
      chips: () => chipsOf(state),
      list: () => completionStatus(state),
    };
  }

  test.each<[what: string, act: (view: EditorView) => void]>([
    ['a mention', (view) => insertMention(view, { id: 'problems', kind: 'problems', label: 'problems' })],
    ['the `@` list', (view) => startMention(view, 'file')],
    ['the list of prompt files', (view) => beginPromptFile(view)],
  ])('%s does not change the command', (_what, act) => {
    const { view, shown, chips, list } = startShell('cat ');
    act(view);
    expect(shown()).toBe('cat ');
    expect(chips()).toEqual([]);
    expect(list()).toBeNull();
  });

  test('no part of the text becomes a chip', () => {
    const { dispatch, chips } = startShell('cat @a.ts');
    dispatch({ effects: addChip.of({ from: 4, to: 9, mention: 'file.a' }) });
    expect(chips()).toEqual([]);
  });

  test('a draft has no chips, even if it was stored with chips', () => {
    const { view, dispatch, chips } = startShell('');
    dispatch({ effects: shellEffects(view.state, false) });
    const insert = 'cat @a.ts';
    const effects = [...shellEffects(view.state, true), addChip.of({ from: 4, to: 9, mention: 'file.a' })];
    dispatch({ changes: { from: 0, insert }, effects });
    expect(chips()).toEqual([]);
  });
});

describe('undo and redo', () => {
  function start() {
    const handlers = { mayEnter: () => true, onEnter: () => {}, onLeave: () => {}, onModeChange: () => {} };
    const extensions = [history(), shellInput(() => handlers)];
    const view = {
      state: EditorState.create({ extensions }),
      dispatch: (spec: TransactionSpec) => void (view.state = view.state.update(spec).state),
    };
    const setText = (insert: string, shell: boolean): void => {
      const changes = { from: 0, to: view.state.doc.length, insert };
      view.dispatch({ changes, effects: shellEffects(view.state, shell), annotations: isolateHistory.of('full') });
    };
    const target = {
      get state() {
        return view.state;
      },
      dispatch: (transaction: { state: EditorState }) => void (view.state = transaction.state),
    };
    return {
      setText,
      setMode: (on: boolean) => setShellMode(view as unknown as EditorView, on),
      undo: () => undo(target),
      redo: () => redo(target),
      shown: () => `${isShellInput(view.state) ? '!' : ''}${view.state.doc.toString()}`,
    };
  }

  test('never turn a message into a command', () => {
    const { setText, setMode, undo, redo, shown } = start();
    setText('delete everything', false);
    setText('', false);
    setMode(true);
    setText('ls', true);
    const seen = [shown()];
    while (undo()) seen.push(shown());
    expect(seen).toEqual(['!ls', '!', '', 'delete everything', '']);
    while (redo()) seen.push(shown());
    expect(seen.slice(5)).toEqual(['delete everything', '', '!', '!ls']);
  });

  test('never turn a command that has run into a message', () => {
    const { setText, setMode, undo, redo, shown } = start();
    setMode(true);
    setText('ls', true);
    setText('', false);
    undo();
    expect(shown()).toBe('!ls');
    redo();
    expect(shown()).toBe('');
  });
});
