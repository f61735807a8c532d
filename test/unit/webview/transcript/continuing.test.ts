import { describe, expect, it } from 'vitest';
import type { AnswerStatus, Block, ErrorView } from '../../../../src/shared/transcriptItem.ts';
import {
  answerEntry,
  continuingOf,
  noticeActions,
  promptEntry,
} from '../../../../src/webview/transcript/answer/continuing.ts';
import { strings } from '../../../../src/webview/strings/strings.ts';

const LAST = { isLast: true, isFirst: false };
const TEXT: Block = { kind: 'text', text: 'Half' };

describe('the Continue button', () => {
  it.each<[status: AnswerStatus, continuing: string | null, isInNotice: boolean]>([
    ['streaming', null, false],
    ['done', 'continue', false],
    ['stopped', 'continue', true],
    ['interrupted', 'continue', true],
    ['turn-limit', 'continue', true],
    ['cut-off', 'continue', true],
    ['only-thinking', 'larger-budget', true],
    ['context-full', 'continue', false],
    ['refused', null, false],
  ])('of an answer with the status %s is of the kind %s, and in its notice: %s', (status, continuing, isInNotice) => {
    expect(continuingOf({ status, blocks: [TEXT] })).toBe(continuing);
    expect(noticeActions({ status, blocks: [TEXT] }, LAST).some((action) => action === continuing)).toBe(isInNotice);
  });

  it.each<[status: AnswerStatus, continuing: string | null]>([
    ['done', null],
    ['stopped', null],
    ['failed', null],
    ['cut-off', 'continue'],
    ['turn-limit', 'continue'],
  ])('of an empty answer with the status %s is of the kind %s', (status, continuing) => {
    expect(continuingOf({ status, blocks: [{ kind: 'thinking', text: 'Hm.', duration: 1 }] })).toBe(continuing);
  });
});

describe('the notice of an answer', () => {
  type Answer = Parameters<typeof noticeActions>[0];
  const failed = (action: ErrorView['action'], blocks = [TEXT]): Answer => ({
    ...{ status: 'failed', blocks, error: { message: 'The connection was lost.', action } },
  });
  const ended = (status: AnswerStatus): Answer => ({ status, blocks: [TEXT] });

  it.each<[title: string, answer: Answer, actions: string[]]>([
    ['that failed after text offers to continue the text', failed('retry'), ['continue']],
    [
      'that failed after text first offers the action of the error',
      failed('select-model'),
      ['select-model', 'continue'],
    ],
    [
      'that failed because of a refused key first offers to set the key',
      failed('set-api-key'),
      ['set-api-key', 'continue'],
    ],
    ['that failed because the chat is too long does not offer to continue', failed('new-chat'), ['new-chat']],
    ['that failed before any text offers a retry', failed('retry', []), ['retry']],
    ['that was blocked offers nothing', failed(null), []],
    [
      'that ended with a full context offers to make room',
      ended('context-full'),
      ['compress', 'select-model', 'new-chat'],
    ],
    ['that is complete offers nothing', ended('done'), []],
  ])('%s', (_, answer, expected) => {
    expect(noticeActions(answer, LAST)).toEqual(expected);
  });

  it('that is the first and has a full context does not offer to compress, because there is nothing to compress', () => {
    expect(noticeActions(ended('context-full'), { isLast: true, isFirst: true })).toEqual(['select-model', 'new-chat']);
  });

  it('that is not the last and has a full context offers nothing, because the chat has continued', () => {
    expect(noticeActions(ended('context-full'), { isLast: false, isFirst: false })).toEqual([]);
  });

  it('that is not the last and was cut off offers to continue', () => {
    expect(noticeActions(ended('cut-off'), { isLast: false, isFirst: false })).toEqual(['continue']);
  });
});

describe('the entry Continue in a menu', () => {
  const idle = { idle: true, isTour: false };
  const answering = { idle: false, isTour: false };
  const waiting = { disabled: true, reason: strings.answer.whileAnswering };
  const done = { status: 'done', blocks: [TEXT] } as const;
  const stopped = { status: 'stopped', blocks: [TEXT] } as const;

  it('of an answer is disabled while another answer runs', () => {
    expect(answerEntry({ ...done, blocks: [TEXT] }, idle)).toEqual({ continuing: 'continue' });
    expect(answerEntry({ ...done, blocks: [TEXT] }, answering)).toEqual({ continuing: 'continue', ...waiting });
  });

  it('of an answer that a safety system has blocked does not exist', () => {
    const error = { message: 'A safety system blocked the request.', action: null };
    expect(answerEntry({ status: 'failed', blocks: [TEXT], error }, idle)).toBeNull();
  });

  it('of a user message is disabled while an answer runs', () => {
    expect(promptEntry('Once upon', idle)).toEqual({});
    expect(promptEntry('Once upon', answering)).toEqual(waiting);
    expect(promptEntry(' ', idle)).toBeNull();
  });

  it.each([true, false])('of a user message is disabled in the tour (idle: %s)', (isIdle) => {
    expect(promptEntry('Once upon', { idle: isIdle, isTour: true })).toEqual({
      disabled: true,
      reason: strings.notInTour,
    });
  });

  it('of an answer of the tour exists only if the answer ended early', () => {
    expect(answerEntry({ ...done, blocks: [TEXT] }, { idle: true, isTour: true })).toBeNull();
    expect(answerEntry({ ...stopped, blocks: [TEXT] }, { idle: true, isTour: true })).toEqual({
      continuing: 'continue',
    });
  });
});
