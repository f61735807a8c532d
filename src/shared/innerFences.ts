/*
 * A model that shows Markdown often puts it into a fence of three backticks that contains fences of the same length. By
 * CommonMark's rules, the end of the first inner fence closes the outer fence. These functions read the text as
 * intended: in a fence with Markdown, a fence with a language opens an inner fence, and the next bare fence closes it.
 */

const FENCE = /^ {0,3}(`{3,}|~{3,}(?!~))([^`\n]*)$/;
const OUTER = /^(?:markdown|md|mdx)\b/i;

/**
 * Replaces each line that opens or closes an inner fence by a word of the same length. Never looks ahead, because later
 * lines may not have arrived yet.
 */
export function hideInnerFences(markdown: string): string {
  return mapFences(markdown, (line, role) => (role === 'inner' ? line.replace(/\S.*/, hideWord) : line));
}

/** A text with a longer run of backticks stays as it is, because making all fences that long could fill the memory. */
const MAX_MARKS = 100;

/** Lengthens the marks of fences with Markdown, so that no inner fence ends them. */
export function lengthenFences(markdown: string): string {
  let longest = 3;
  for (const [run] of markdown.matchAll(/`{3,}/g)) longest = Math.max(longest, run.length);
  if (longest > MAX_MARKS) return markdown;
  const marks = '`'.repeat(longest + 1);
  return mapFences(markdown, (line, role) => (role === 'outer' ? line.replace(/`{3,}/, marks) : line));
}

function hideWord(word: string): string {
  return 'x'.repeat(word.length);
}

/**
 * Calls `change` for each line. `outer`: the line opens or closes a fence with Markdown. `inner`: the line opens or
 * closes a fence in such a fence.
 */
function mapFences(markdown: string, change: (line: string, role: 'outer' | 'inner' | 'other') => string): string {
  if (!/^ {0,3}```[ \t]*(?:markdown|md)/im.test(markdown)) return markdown;
  let outer: { readonly marks: string; readonly isMarkdown: boolean } | undefined;
  let isInside = false;
  const lines = markdown.split('\n').map((line) => {
    const [, marks = '', written = ''] = FENCE.exec(line) ?? [];
    const info = written.trim();
    if (marks === '') return change(line, 'other');
    if (!outer) {
      outer = { marks, isMarkdown: marks === '```' && OUTER.test(info) };
      isInside = false;
      return change(line, outer.isMarkdown ? 'outer' : 'other');
    }
    const isEnd = info === '' && marks.startsWith(outer.marks);
    if (outer.isMarkdown && marks.startsWith('```') && (isInside ? isEnd : info !== '')) {
      isInside = !isInside;
      return change(line, 'inner');
    }
    if (!isEnd || isInside) return change(line, 'other');
    const { isMarkdown } = outer;
    outer = undefined;
    return change(line, isMarkdown ? 'outer' : 'other');
  });
  return lines.join('\n');
}
