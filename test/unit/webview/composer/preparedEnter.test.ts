import { describe, expect, it } from 'vitest';
import { createInitialChatState } from '../../../../src/shared/chatReducer.ts';
import type { ChatState, SpeculationView } from '../../../../src/shared/chatState.ts';
import { preparedEnter } from '../../../../src/webview/composer/editor/preparedEnter.ts';
import { A, preparedFor } from './ghostUser.ts';

const INITIAL = createInitialChatState('c');
const READY = preparedFor(A.id);

/** A chat whose suggestion has prepared edits. */
function chat(speculation: Partial<SpeculationView>, patch: Partial<ChatState> = {}): ChatState {
  return { ...INITIAL, approvalMode: 'default', suggestion: A, speculation: { ...READY, ...speculation }, ...patch };
}

describe('without ghost text, Enter on prepared edits', () => {
  it.each<[string, ChatState, string]>([
    ['opens the diff of ready edits in `default` mode', chat({}), 'review'],
    ['applies ready edits in `auto-edit`', chat({}, { approvalMode: 'auto-edit' }), 'apply'],
    ['applies edits whose diff has been shown', chat({ phase: 'review' }), 'apply'],
    ['opens the diff of a conflict', chat({ phase: 'conflict' }, { approvalMode: 'auto-edit' }), 'review'],
    ['does nothing to edits that are not ready', chat({ phase: 'running' }), 'none'],
    ['does nothing to edits of another suggestion', chat({ suggestionId: 'b' }), 'none'],
    ['does nothing without edits', chat({ files: [] }), 'none'],
    ['does nothing in `plan` mode', chat({}, { approvalMode: 'plan' }), 'none'],
    ['does nothing during an answer', chat({}, { status: 'responding' }), 'none'],
    ['does nothing during an edit', chat({}, { editing: 'm1' }), 'none'],
    [
      'does nothing if a message would not apply them',
      chat({}, { suggesting: { ...INITIAL.suggesting, appliesEdits: false } }),
      'none',
    ],
  ])('%s', (_title, state, expected) => {
    expect(preparedEnter(state, A.text, false)).toBe(expected);
    expect(preparedEnter(state, A.text, true)).toBe('none');
    expect(preparedEnter(state, `${A.text}!`, false)).toBe('none');
    expect(preparedEnter(state, '', false)).toBe('none');
  });

  it.each<[string, Partial<SpeculationView>, string]>([
    ['opens the diff if the edits are the current answer', {}, 'review'],
    ['applies the current answer’s edits after the diff', { phase: 'review' }, 'apply'],
    ['does nothing while the current answer’s edits are being applied', { phase: 'applying' }, 'none'],
  ])('%s', (_title, speculation, expected) => {
    const state = chat({ adopted: true, ...speculation }, { status: 'waiting-for-confirmation', suggestion: null });
    expect(preparedEnter(state, '', false)).toBe(expected);
    expect(preparedEnter(state, '', true)).toBe('none');
    expect(preparedEnter(state, 'another message', false)).toBe('none');
  });
});
