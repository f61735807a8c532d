/** Ordinary Markdown as models write it, without equal blocks: headings, paragraphs, lists, tables, code and quotes. */
export function longAnswer(characters: number): string {
  let text = '';
  for (let index = 1; text.length < characters; index += 1) text += chapter(index);
  return text;
}

function chapter(index: number): string {
  const rows = Array.from(
    { length: 5 },
    (_, row) =>
      `| \`part${index}_${row}\` | **one line** of its chapter | ${index * row} | [a page](https://example.com/${row}) |`,
  );
  return `## ${index}. What the parser of chapter ${index} does

The parser of chapter ${index} reads **one line at a time** and keeps what it cannot use yet in \`rest${index}\`. That is why a
chunk may end anywhere; see [the documentation](https://example.com/chapter/${index}) and *section ${index + 1}*.

- it never looks back more than one line, ${index} or not
- a line that is too long is cut, and *marked as cut*
  - by \`cut${index}\`, which counts characters
  - never in the middle of one
- the last line counts even without a line break

| Part | Reads | Lines | Documented |
|:--|---|--:|---|
${rows.join('\n')}

\`\`\`ts
export function* toLines${index}(chunks: Iterable<string>): Generator<string> {
  let rest = '';
  for (const chunk of chunks) {
    const lines = (rest + chunk).split('\\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}
\`\`\`

1. Read chapter ${index} first.
2. **Compare** it with chapter ${index + 1}, line by line.
3. Run \`npm test -- chapter${index}\`.

> Everything after line ${index} sees whole lines, so the rest of the code never mentions chunks.

`;
}
