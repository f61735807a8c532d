/*
 * A model that shows Markdown often puts it into a fence of three backticks that contains fences of the same length. By
 * CommonMark's rules, the end of the first inner fence closes the outer fence, and the rest of the answer is rendered
 * wrongly. These functions read such a text as intended. Inside a fence with the language `markdown`, `md` or `mdx`, a
 * fence with a language opens an inner fence. The next bare fence closes the inner fence.
 */

const FENCE = /^ {0,3}(`{3,}|~{3,}(?!~))([^`\n]*)$/;
const OUTER = /^(?:markdown|md|mdx)\b/i;

/**
 * Replaces the lines that open and close inner fences with words of the same length. Never looks ahead, because later
 * lines may not have arrived yet.
 */
export function hideInnerFences(markdown: string): string {
  if (!/^ {0,3}```[ \t]*(?:markdown|md)/im.test(markdown)) return markdown;
  let outer: { readonly marks: string; readonly isMarkdown: boolean } | undefined;
  let isInside = false;
  const lines = markdown.split('\n').map((line) => {
    const [, marks = '', written = ''] = FENCE.exec(line) ?? [];
    const info = written.trim();
    if (marks === '') return line;
    if (!outer) {
      outer = { marks, isMarkdown: marks === '```' && OUTER.test(info) };
      isInside = false;
      return line;
    }
    const isEnd = info === '' && marks.startsWith(outer.marks);
    if (outer.isMarkdown && marks.startsWith('```') && (isInside ? isEnd : info !== '')) {
      isInside = !isInside;
      return 'x'.repeat(line.length);
    }
    if (isEnd && !isInside) outer = undefined;
    return line;
  });
  return lines.join('\n');
}

/** Lengthens a fence's marks until no fence inside ends it; the content stays as it is. `source` is one fence. */
export function lengthenFence(source: string): string {
  const longest = Math.max(...[...source.matchAll(/`{3,}/g)].map(([marks]) => marks.length), 3);
  const marks = '`'.repeat(longest + 1);
  const [first = '', ...rest] = source.split('\n');
  const end = rest.findLastIndex((line) => line.trim() !== '');
  const closes = isClosed(source);
  return [first, ...rest]
    .map((line, index) => (index === 0 || (closes && index === end + 1) ? line.replace(/`{3,}/, marks) : line))
    .join('\n');
}

/** Whether the outer fence is closed: the last line of `source` is a bare fence, and does not close an inner fence. */
function isClosed(source: string): boolean {
  const last = hideInnerFences(source).trimEnd().split('\n').at(-1) ?? '';
  return source.includes('\n') && /^ {0,3}`{3,}[ \t]*$/.test(last);
}
