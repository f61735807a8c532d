/*
 * A model that shows Markdown often puts it into a fence of three backticks with fences of the same length inside. By
 * CommonMark the first inner end ends the outer fence, and the rest of the answer turns inside out. Read as it is meant:
 * in a fence named `markdown` or `md`, a fence with a language begins an inner one, and the next bare one ends that.
 */

const FENCE = /^ {0,3}(`{3,}|~{3,}(?!~))([^`\n]*)$/;
const OUTER = /^(?:markdown|md|mdx)\b/i;

/** The same text, as long, with the inner fences of Markdown fences read as words. Never looks ahead: texts grow. */
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

/** A fence with marks so long that none within ends it; the text in it stays as it is. `source` is one fence. */
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

/** Whether the outer fence has its end: as it is read, only then a bare fence is left in the last line. */
function isClosed(source: string): boolean {
  const last = hideInnerFences(source).trimEnd().split('\n').at(-1) ?? '';
  return source.includes('\n') && /^ {0,3}`{3,}[ \t]*$/.test(last);
}
