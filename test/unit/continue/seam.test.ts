import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { createSeam, joinContinuation, type SeamEnd, toSentPrefix } from '../../../src/extension/continue/seam.ts';
import { BOTH_FORMS, GUIDED, NATIVE, type SeamCase } from './seamCases.ts';

type Form = 'native' | 'guided';

/** The texts that the seam emits one after the other, without the empty ones, and its outcome. */
function stream(
  prefix: string,
  pieces: Iterable<string>,
  form: Form,
): { texts: string[]; outcome: SeamEnd['outcome'] } {
  const seam = createSeam({ prefix, form });
  const texts: string[] = [];
  for (const piece of pieces) texts.push(seam.push(piece));
  const { text, outcome } = seam.end();
  return { texts: [...texts, text].filter((each) => each !== ''), outcome };
}

/** Joins as a request of this form does. */
function joinWhole(prefix: string, continuation: string, form: Form): string {
  if (form === 'guided') return joinContinuation(prefix, continuation, { guided: true });
  const { sent, trimmed } = toSentPrefix(prefix);
  return joinContinuation(sent, continuation, { trimmed });
}

/** Cuts a text into UTF-16 code units, which are smaller pieces than any provider sends. */
const codeUnits = (text: string): string[] => text.split('');

function check(cases: readonly SeamCase[], form: Form): void {
  it.each(cases)(`${form}: %s`, (_why, text) => {
    const [prefix = '', after = ''] = text.split('▮');
    const continuation = after.replaceAll(/[⟦⟧]/g, '');
    const expected = prefix + after.replaceAll(/⟦[^⟧]*⟧/g, '');
    expect(joinWhole(prefix, continuation, form)).toBe(expected);
    expect(prefix + stream(prefix, codeUnits(continuation), form).texts.join('')).toBe(expected);
  });
}

describe.each(Object.entries(BOTH_FORMS))('%s', (_group, cases) => {
  check(cases, 'native');
  check(cases, 'guided');
});

describe('the white space at the end of the prefix is not repeated', () => check(NATIVE, 'native'));

describe('white space is kept, and a preamble is dropped', () => check(GUIDED, 'guided'));

test('the table has at least 100 cases', () => {
  expect([...Object.values(BOTH_FORMS), NATIVE, GUIDED].flat().length).toBeGreaterThanOrEqual(100);
});

describe('the outcome', () => {
  const prefix = 'The cache is cleared when the window closes.\n';
  it.each<[name: string, continuation: string, outcome: SeamEnd['outcome']]>([
    ['new text', 'Then it is read.', 'ok'],
    ['an overlap and new text', `${prefix}Then it is read.`, 'ok'],
    ['nothing', '', 'empty'],
    ['only white space', ' \n\u3000\n', 'empty'],
    ['only a preamble', 'Sure, here is the rest:\n\n', 'empty'],
    ['the whole prefix', prefix, 'repeated'],
    ['the whole prefix and more white space', `${prefix}\n \n`, 'repeated'],
    ['the end of the prefix', 'cleared when the window closes.', 'repeated'],
    ['a preamble and the prefix', `Sure, continuing:\n\n${prefix}`, 'repeated'],
    ['a sentence of the prefix that is not its end', 'The cache is cleared when the', 'ok'],
  ])('of %s', (_name, continuation, outcome) => {
    expect(stream(prefix, [continuation], 'guided').outcome).toBe(outcome);
    expect(stream(prefix, codeUnits(continuation), 'guided').outcome).toBe(outcome);
  });

  it('of an answer that opens the fence again and adds nothing is empty', () => {
    expect(stream('```ts\nlet a;\n', ['```ts'], 'guided')).toEqual({ texts: [], outcome: 'empty' });
  });
});

describe('the seam emits text as soon as the text cannot change any more:', () => {
  const prefix = 'The cache is cleared. Then the files are read, and the cache is filled again.';
  it.each<[why: string, prefix: string, form: Form, pieces: readonly string[], texts: readonly string[]]>([
    ['a prefix that is too short for an overlap', 'The cache is cle', 'native', ['T', 'h', 'e'], ['T', 'h', 'e']],
    ['a beginning that the prefix lacks', prefix, 'native', ['Z', 'e'], ['Z', 'e']],
    ['a beginning that the prefix has', prefix, 'native', ['Th', 'en', ' ', 'it', ' is'], ['Then it', ' is']],
    [
      'a beginning that the prefix has only near its end',
      prefix,
      'native',
      ['ca', 'che', ' is fi', 'ne'],
      ['cache is fi', 'ne'],
    ],
    ['text after an overlap', prefix, 'native', ['read, and the cache is ', 'filled again.', ' Y', 'es'], [' Y', 'es']],
    ['white space before text', 'a', 'native', [' ', '\n', 'b', 'c'], [' \nb', 'c']],
    ['a closing fence before the end of its line', '```ts\na', 'native', ['\n', '```', '\n', 'b'], ['\n```\n', 'b']],
    ['a closing fence at the end', '```ts\na', 'native', ['\n', '```'], ['\n```']],
    ['inline code in a fence', '```ts\na', 'native', ['`', 'b', '`'], ['`b', '`']],
    ['a fence that is opened again', '```ts\na', 'native', ['```', 't', 's', '\nb', 'c'], ['b', 'c']],
    ['marks outside a fence', 'a\n', 'native', ['``', '`', 'ts\n'], ['``', '`', 'ts\n']],
    ['a beginning that no preamble has', 'a', 'guided', ['T', 'h'], ['T', 'h']],
    ['a beginning that a preamble has', 'a', 'guided', ['He', 'r', 'o', 'es'], ['Hero', 'es']],
    ['text after a preamble', 'a', 'guided', ['Sure, cont', 'inuing:', '\n', '\nb', 'c'], ['b', 'c']],
    [
      'a long line that begins like a fence',
      '```ts\na',
      'native',
      ['```ts ', 'x'.repeat(200), 'y'],
      [`\`\`\`ts ${'x'.repeat(200)}`, 'y'],
    ],
  ])('%s', (_why, before, form, pieces, texts) => {
    expect(stream(before, pieces, form).texts).toEqual(texts);
  });
});

/** Words that are combined into texts with overlaps, fences and preambles. */
const word = fc.oneof(
  fc.constantFrom('a', 'b', ' ', '\n', '\r\n', '    '),
  fc.constantFrom('`', '```', '~~~', 'ts', 'md', '\n```ts\n', '\n```\n', '> ', '- '),
  fc.constantFrom('Sure', ', ', 'continuing', ': ', 'Here is the rest', '.', '…', '好的，', '接上文'),
  fc.constantFrom('the same twenty-four characters', '👩\u200d💻', '🇩🇪', 'e\u0301', '\ud83d', '\ude00', 'कि'),
  fc.string({ unit: 'grapheme', maxLength: 3 }),
);
const text = fc.array(word, { maxLength: 30 }).map((words) => words.join(''));
const form = fc.constantFrom<Form>('native', 'guided');

/** A prefix and a continuation that often begins with an end of the prefix. */
const joint = fc
  .tuple(text, text, fc.nat(80), fc.constantFrom('', '\n', '```ts\n', 'Sure, continuing:\n\n'), form)
  .map(([prefix, rest, again, before, form]) => {
    const repeated = again > 40 ? '' : prefix.slice(Math.max(0, prefix.length - again));
    return { prefix, continuation: before + repeated + rest, form };
  });

describe('the seam', () => {
  it('returns the same text and outcome wherever the stream is cut', () => {
    fc.assert(
      fc.property(joint, fc.array(fc.nat(9), { minLength: 1 }), ({ prefix, continuation, form }, lengths) => {
        const pieces: string[] = [];
        for (let at = 0, index = 0; at < continuation.length; index += 1) {
          const length = lengths[index % lengths.length] || 1;
          pieces.push(continuation.slice(at, at + length));
          at += length;
        }
        const streamed = stream(prefix, pieces, form);
        expect(prefix + streamed.texts.join('')).toBe(joinWhole(prefix, continuation, form));
        expect(streamed.outcome).toBe(stream(prefix, [continuation], form).outcome);
      }),
      { numRuns: 500 },
    );
  });

  it('keeps all characters of the prefix, and drops only the beginning of the continuation', () => {
    fc.assert(
      fc.property(joint, ({ prefix, continuation, form }) => {
        const joined = joinWhole(prefix, continuation, form);
        expect(joined.startsWith(prefix)).toBe(true);
        const added = joined.slice(prefix.length);
        expect(continuation.endsWith(added.trimStart())).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('never splits a surrogate pair', () => {
    const whole = fc.array(fc.constantFrom('😀', '👩\u200d💻', '🇩🇪', 'a'), { minLength: 12, maxLength: 40 });
    fc.assert(
      fc.property(whole, whole, fc.nat(40), form, (before, after, again, form) => {
        const continuation = [...before.slice(Math.max(0, before.length - again)), ...after].join('');
        for (const each of stream(before.join(''), continuation, form).texts)
          expect(each).not.toMatch(/\p{Surrogate}/u);
      }),
    );
  });

  it('drops the longest overlap of at least 24 characters', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 80 });
    const periodic = fc.tuple(fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 5 }), fc.nat(20));
    const repeated = fc.oneof(
      letters,
      periodic.map(([unit, count]) => unit.repeat(count)),
    );
    fc.assert(
      fc.property(repeated, repeated, fc.nat(80), (prefix, rest, again) => {
        const continuation = prefix.slice(Math.max(0, prefix.length - again)) + rest;
        let overlap = Math.min(prefix.length, continuation.length);
        while (!prefix.endsWith(continuation.slice(0, overlap))) overlap -= 1;
        const expected = continuation.slice(overlap >= 24 ? overlap : 0);
        expect(joinWhole(prefix, continuation, 'native')).toBe(prefix + expected);
      }),
      { numRuns: 500 },
    );
  });

  it('adds the continuation unchanged if nothing in it is repeated', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme', minLength: 1 }), (prefix, rest) => {
        const continuation = `1${rest}`;
        expect(joinWhole(prefix.slice(0, 23), continuation, 'native')).toBe(prefix.slice(0, 23) + continuation);
      }),
    );
  });
});

describe('joinContinuation', () => {
  it.each<[why: string, joined: string, expected: string]>([
    [
      'is native by default, so an announcement stays',
      joinContinuation('a', 'Sure, continuing: b'),
      'aSure, continuing: b',
    ],
    ['drops an announcement in the guided form', joinContinuation('a', 'Sure, continuing: b', { guided: true }), 'ab'],
    ['restores the white space that was trimmed', joinContinuation('a', 'b', { trimmed: ' \n' }), 'a \nb'],
    [
      'adds the trimmed white space once if the model wrote it again',
      joinContinuation('a', ' b', { trimmed: ' ' }),
      'a b',
    ],
    ['keeps white space of the model if nothing was trimmed', joinContinuation('a ', ' b'), 'a  b'],
    ['accepts a prefix that contains the trimmed white space', joinContinuation('a\n', 'b', { trimmed: '\n' }), 'a\nb'],
  ])('%s', (_why, joined, expected) => expect(joined).toBe(expected));
});

/** Characters. Quadratic work on texts of this size would exceed a test's time limit. */
const SIZE = 1_000_000;

describe('a megabyte is joined in linear time:', () => {
  const fill = (unit: string): string => unit.repeat(Math.ceil(SIZE / unit.length)).slice(0, SIZE);

  it.each<[name: string, prefix: string, continuation: string, added: string]>([
    ['one letter, with one more letter in the prefix', fill('a'), `${'a'.repeat(SIZE - 1)}b`, 'b'],
    ['a pattern within a pattern', fill(`${'a'.repeat(999)}b`), fill('a'), fill('a')],
    ['lines of code', `\`\`\`ts\n${fill('let a = 1;\n')}`, `\`\`\`ts\n${fill('let b = 1;\n')}`, fill('let b = 1;\n')],
    ['backticks', fill('`'), fill('`x'), fill('`x')],
    ['quote marks', `\`\`\`ts\n${fill('> ')}a`, fill('> > ```ts'), fill('> > ```ts')],
    ['fences', fill('```ts\n'), `\`\`\`ts \n${fill('b')}`, fill('b')],
    ['punctuation', 'a', fill('Sure, '), fill('Sure, ')],
    ['emoji', fill('👩\u200d💻'), fill('👩\u200d👧'), fill('👩\u200d👧')],
  ])('%s', (_name, prefix, continuation, added) => {
    // The texts are compared here, because a failed `toBe` would print them.
    expect(joinWhole(prefix, continuation, 'native') === prefix + added).toBe(true);
  });

  it.each<[name: string, prefix: string, continuation: string, added: string]>([
    ['one letter', fill('a'), `${fill('a')}b`, 'b'],
    ['a pattern that almost repeats', `${fill('ab')}c`, `${fill('ab')}d`, `${fill('ab')}d`],
    ['white space', fill(' '), `${fill(' ')}b`, 'b'],
  ])('%s, in pieces of three characters', (_name, prefix, continuation, added) => {
    const pieces = continuation.match(/.{1,3}/gs) ?? [];
    expect(stream(prefix, pieces, 'native').texts.join('') === added).toBe(true);
  });
});

test('the sent prefix and the trimmed white space together give the prefix', () => {
  expect(toSentPrefix('The cache is\u00a0\r\n \u3000')).toEqual({ sent: 'The cache is', trimmed: '\u00a0\r\n \u3000' });
  expect(toSentPrefix(' \n')).toEqual({ sent: '', trimmed: ' \n' });
  fc.assert(
    fc.property(text, (prefix) => {
      const { sent, trimmed } = toSentPrefix(prefix);
      expect(sent + trimmed).toBe(prefix);
      expect(sent).not.toMatch(/\s$/);
      expect(trimmed.trim()).toBe('');
    }),
  );
});
