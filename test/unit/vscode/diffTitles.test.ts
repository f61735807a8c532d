import { describe, expect, it } from 'vitest';
import { DiffTitles, isDiffTitle } from '../../../src/extension/vscode/preview/diffTitles.ts';

describe('DiffTitles', () => {
  it.each([
    ['Premove: fix the tests', 'Premove 2: fix the tests'],
    ['Premove: fix the tests and lint', 'Premove 2: fix the tests and lint'],
    ['Premove: fix the tests (1 file)', 'Premove 2: fix the tests (1 file)'],
    ['Premove: fix', 'Premove 2: fix'],
    ['Premove: ', 'Premove 2: '],
    ['Premove: add a changelog entry', 'Premove: add a changelog entry'],
  ])('beside the diff "Premove: fix the tests", %j becomes %j', (wanted, title) => {
    const titles = new DiffTitles();
    titles.take('a', 'Premove: fix the tests');
    expect(titles.take('b', wanted)).toBe(title);
    expect(isDiffTitle(title)).toBe(true);
  });

  it('no title is the beginning of another one, whatever the texts are', () => {
    const titles = new DiffTitles();
    const texts = ['2', '', '2: x', 'Premove 2: x', '2: x', '', '2: x (2 files)', '3: '];
    const taken = texts.map((text, index) => titles.take(String(index), `Premove: ${text}`));
    for (const [index, title] of taken.entries()) {
      expect(taken.filter((other, at) => at !== index && `${title} (2 files)`.startsWith(other))).toEqual([]);
    }
  });

  it('an owner keeps its title until it releases the title', () => {
    const titles = new DiffTitles();
    expect([titles.take('a', 'Premove: x'), titles.take('a', 'Premove: x')]).toEqual(['Premove: x', 'Premove: x']);
    titles.release('a');
    expect(titles.take('b', 'Premove: x')).toBe('Premove: x');
  });

  it('a title taken with `isOpen` is free when no editor has it, and its diff may then get another title', () => {
    let open: readonly string[] = [];
    const isOpen = (title: string): boolean => open.includes(title);
    const titles = new DiffTitles();
    expect(titles.take('a', 'Premove: x', isOpen)).toBe('Premove: x');
    open = ['Premove: x'];
    expect(titles.take('b', 'Premove: x')).toBe('Premove 2: x');
    expect(titles.take('a', 'Premove: x', isOpen)).toBe('Premove: x');
    open = [];
    titles.release('b');
    expect(titles.take('c', 'Premove: x')).toBe('Premove: x');
    expect(titles.take('a', 'Premove: x', isOpen)).toBe('Premove 2: x');
  });

  it('the label of another editor is no title', () => {
    expect(['Premove', 'Premove 2', 'premove.ts', 'Changes: x'].filter(isDiffTitle)).toEqual([]);
  });
});
