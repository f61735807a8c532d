import { describe, expect, it } from 'vitest';
import type { AnswerStatus, Block } from '../../../../src/shared/transcriptItem.ts';
import {
  answerEntry,
  continuingOf,
  endedEarly,
  promptEntry,
} from '../../../../src/webview/transcript/answer/continuing.ts';
import { strings } from '../../../../src/webview/strings/strings.ts';

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
    ['failed', 'continue', false],
  ])('of an answer with the status %s is of the kind %s, and in its notice: %s', (status, continuing, isInNotice) => {
    expect(continuingOf({ status, blocks: [TEXT] })).toBe(continuing);
    expect(endedEarly({ status })).toBe(isInNotice);
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
