import { describe, expect, it } from 'vitest';
import type { AnswerStatus, Block } from '../../../../src/shared/transcriptItem.ts';
import { continuingOf, endedEarly } from '../../../../src/webview/transcript/answer/continuing.ts';

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
