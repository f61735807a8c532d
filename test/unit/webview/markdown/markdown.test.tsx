import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { describe, expect, it, vi } from 'vitest';
import { codeBlocksOf } from '../../../../src/shared/codeBlocks.ts';
import { fileLinkKey, fileLinksOf } from '../../../../src/shared/fileLinks.ts';
import { FileOpening } from '../../../../src/webview/markdown/fileOpening.ts';
import { Markdown } from '../../../../src/webview/markdown/Markdown.tsx';
import { MountQueueContext, type MountQueue } from '../../../../src/webview/markdown/mountQueue.ts';

// The module needs a document when it is loaded, and its buttons need a panel.
vi.mock('../../../../src/webview/markdown/CodeBlock.tsx', () => import('../../../support/plainCodeBlock.tsx'));

/** The product's HTML. White space between elements, the table's scroll frame and styling are left out. */
function rendered(text: string): string {
  return normalized(renderToStaticMarkup(<Markdown text={text} />));
}

/** The parser's own HTML for the undivided text, normalized in the same way. */
function parsedWhole(text: string): string {
  return normalized(renderToStaticMarkup(<ReactMarkdown remarkPlugins={[remarkGfm]}>{text}</ReactMarkdown>));
}

function normalized(html: string): string {
  return html
    .replaceAll(/<div class="scrolls-sideways"[^>]*>(<table>.*?<\/table>)<\/div>/gs, '$1')
    .replaceAll(' class="contains-task-list"', '')
    .replaceAll(/ (?:title|rel)="[^"]*"/g, '')
    .replaceAll(/\s*(<\/?(?:ul|ol|li|p|table|thead|tbody|tr|th|td)\b[^>]*>)\s*/g, '$1');
}

describe('a list or table that is rendered in pieces', () => {
  const rows = (count: number, row: (index: number) => string) =>
    Array.from({ length: count }, (_, n) => row(n)).join('');
  const long = 'with words enough to fill a line of its own';
  const cases: [title: string, text: string][] = [
    ['a long list', rows(100, (n) => `- **item ${n}** ${long}\n`)],
    ['a list that does not begin at 1', rows(100, (n) => `${n + 7}. ${long}\n`)],
    ['a list with one number for all', rows(100, () => `1) ${long}\n`)],
    ['tasks', rows(100, (n) => `- [${n % 2 ? 'x' : ' '}] ${long}\n`)],
    ['a list that is loose at its beginning only', `- a\n\n- b\n${rows(100, () => `- ${long}\n`)}`],
    ['a list that is loose at its end only', `${rows(100, () => `- ${long}\n`)}\n- last`],
    ['a list that is loose inside an item', `${rows(60, () => `- ${long}\n`)}- a\n\n  b\n${rows(9, () => '- c\n')}`],
    ['a tight list in items of paragraphs', rows(60, (n) => `${n}. ${long}\n   - tight\n   - list\n`)],
    ['lists with another bullet', `${rows(60, () => `- ${long}\n`)}${rows(60, () => `* ${long}\n`)}`],
    ['lazy lines', rows(60, () => `- ${long}\nand ${long}\n`)],
    ['a list with indented bullets', rows(60, () => `  - ${long}\n    - ${long}\n`)],
    ['a list before a paragraph', `${rows(60, () => `- ${long}\n`)}\nafter\n`],
    ['a list with an empty item', `- a\n-\n- c\n`],
    ['a long table', `| a | b |\n|---|---|\n${rows(100, (n) => `| ${n} | ${long} |\n`)}`],
    ['aligned columns', `a|b|c\n:-|:-:|-:\n${rows(100, (n) => `${n}|**x**|${long}\n`)}`],
    [
      'rows that lack cells or have too many',
      `| a | b |\n|-|-|\n${rows(60, (n) => `| ${long} ${'| x '.repeat(n % 4)}|\n`)}`,
    ],
    ['pipes in code', `| a |\n|-|\n${rows(60, () => `| \`x \\| y\` ${long} |\n`)}`],
    ['a table without rows', '| a |\n|-|\n'],
    ['a table before a heading', '| a |\n|-|\n| 1 |\n# b'],
  ];
  it.each(cases)('equals the undivided rendering: %s', (_title, text) =>
    expect(rendered(text)).toBe(parsedWhole(text)),
  );

  it('links to a definition after the list', () => {
    const text = `${rows(60, () => `- [${long}][guide]\n`)}\n[guide]: https://a.example\n`;
    expect(rendered(text)).toBe(parsedWhole(text));
    expect(rendered(text).match(/<a href="https:\/\/a.example"/g)).toHaveLength(60);
  });

  it('equals the undivided rendering for any list', () => {
    fc.assert(
      fc.property(list(), (text) => {
        expect(rendered(text)).toBe(parsedWhole(text));
      }),
      { numRuns: 100 },
    );
  });

  it('shows an item that is too long as plain text, and renders the others', () => {
    const html = rendered(`- **a**\n- ${'b '.repeat(15_000)}\n- **c**\n`);
    expect(html.replaceAll('b ', '')).toMatch(/^<ul><li><strong>a<\/strong><\/li><li class="plain">- .*<li><strong>c/);
  });
});

describe('a piece that waits to be mounted', () => {
  const full: MountQueue = {
    claim: () => false,
    add: () => () => {},
    isWaiting: () => true,
    pin: () => () => {},
    setFollowing: () => {},
    dispose: () => {},
  };

  it.each([
    ['a paragraph', 'One line\nand another.', '<div style="height:1lh"></div>'],
    ['an item', '- one\n', '<ul><li style="height:0.5lh"></li></ul>'],
    [
      'rows',
      '| a |\n|-|\n| 1 |',
      '<table><thead><tr style="height:1lh"></tr></thead><tbody><tr style="height:1.5lh"></tr></tbody></table>',
    ],
  ])('keeps its height: %s', (_name, text, html) => {
    const waiting = (
      <MountQueueContext value={full}>
        <Markdown text={text} />
      </MountQueueContext>
    );
    expect(normalized(renderToStaticMarkup(waiting))).toBe(html);
  });
});

it.each([
  ['Wet[^1].\n\n[^1]: The **first** note.\n', '<p>Wet[^1].</p><p>[^1]: The <strong>first</strong> note.</p>'],
  ['Wet[^1].\n\n[^1]: here\n', '<p>Wet[^1].</p><p>[^1]: here</p>'],
  ['[^b]:\n    - three\n', '<p>[^b]: </p><ul><li>three</li></ul>'],
  ['> Wet[^1].\n>\n> [^1]: A *note*.\n', 'Wet[^1].</p><p>[^1]: A <em>note</em>.</p>'],
  ['`[^1]: code`', '<code>[^1]: code</code>'],
])('Markdown shows the footnotes of %j in place', (text, html) => {
  expect(rendered(text)).toContain(normalized(html));
});

it.each([
  [
    'Wet[^1].\n\n[^1]: The first.\n\n    The **second**.\n\n    Third.\n\nAfter.',
    'The <strong>second</strong>.</p><p>Third.</p>',
  ],
  ['See [a][b].\n\n[b]: #anchor\n', '<p>See <span class="inert-link">a</span>.</p>'],
  ['See [x][a\\]b].\n\n[a\\]b]: https://a.example\n', '<a href="https://a.example">x</a>'],
  ['见 https://example.com。然后', '<a href="https://example.com">https://example.com</a>。然后'],
  ['（https://example.com/a?b=1）。', '<a href="https://example.com/a?b=1">https://example.com/a?b=1</a>）。'],
  ['https://zh.wikipedia.org/wiki/中文，好', 'wiki/中文</a>，好'],
  ['[https://a.example/。](https://a.example/。)', '>https://a.example/。</a>'],
  ['**强调**。文', '<strong>强调</strong>。文'],
  ['**强调。**文', '<strong>强调。</strong>文'],
  ['这是**`code`。**的文', '<strong><code>code</code>。</strong>的文'],
  ['这是**“强调”**的文', '<strong>“强调”</strong>的文'],
  ['中*（强）*文', '<em>（强）</em>文'],
  ['\\*\\*强调。\\*\\*文', '**强调。**文'],
  ['2 * 3。4 * 5。', '2 * 3。4 * 5。'],
])('Markdown renders %j as the author means it', (text, html) => expect(rendered(text)).toContain(html));

describe('a link to a file', () => {
  const BUTTON = '<button type="button" role="link" class="file-link">a</button>';
  it.each([
    ['[a](src/a.ts)', BUTTON],
    ['[a](src/\\"a\\".ts)', BUTTON],
    ['[a](<src/\\"a\\".ts>)', BUTTON],
    ['[a](a\\_b.ts)', BUTTON],
    ['[a](a\\(1.ts)', BUTTON],
    ['[a][b]\n\n[b]: src/\\"a\\".ts', BUTTON],
    // The host finds another name in these texts, so it could not open the file.
    ['[a](a(1(2)).ts)', '<span class="inert-link">a</span>'],
    ['[a](a&amp;b.ts)', '<span class="inert-link">a</span>'],
    ['[a](100%.md)', '<span class="inert-link">a</span>'],
  ])('%s opens a file that the host finds, or is text', (text, html) => {
    const named = new Set(fileLinksOf(text).map(fileLinkKey));
    const opening: FileOpening = {
      open: () => {},
      openTool: () => {},
      names: (link) => named.has(fileLinkKey(link)),
      has: () => false,
    };
    const shown = renderToStaticMarkup(
      <FileOpening value={opening}>
        <Markdown text={text} />
      </FileOpening>,
    );
    expect(normalized(shown)).toBe(`<p>${html}</p>`);
  });
});

describe('a Markdown fence that contains fences', () => {
  const TEXT = 'So:\n\n```markdown\n# Title\n\n```js\na();\n```\n\nMore.\n```\n\nAfter **it**.\n';
  const CODE = '# Title\n\n```js\na();\n```\n\nMore.';

  it('shows the inner fences as text, and renders the text after it', () => {
    expect(rendered(TEXT)).toContain(
      `<code>${CODE}\n</code></pre><p>After <strong>it</strong>.</p>`.replaceAll('\n<', '\n<'),
    );
    expect(codeBlocksOf(TEXT)).toEqual([CODE]);
  });

  it('shows the inner fences as text in a list too', () => {
    const item = TEXT.replaceAll(/\n(?=.)/g, '\n   ');
    expect(rendered(`1. ${item}2. Next`)).toContain(`<code>${CODE}\n</code></pre>`.replaceAll('\n<', '\n<'));
    expect(rendered(`1. ${item}2. Next`)).toContain('<strong>it</strong>');
  });

  it.each([
    ['ends at a bare fence if no inner fence is open', '```markdown\n# Title\n```\n**after**', ['# Title']],
    ['stays open while it is written', '```md\na\n```js\nb\n```\nc', ['a\n```js\nb\n```\nc']],
    ['keeps its own end if its marker is longer', '````markdown\n```js\na\n```\n````\n', ['```js\na\n```']],
    ['ends as usual if its language is not Markdown', '```text\n```js\na\n```\n', ['```js\na']],
    [
      'contains several fences',
      '```markdown\n```a\n1\n```\n```b\n2\n```\n```\nx\n```c\n3\n```',
      ['```a\n1\n```\n```b\n2\n```', '3'],
    ],
  ])('%s', (_title, text, codes) => expect(codeBlocksOf(text)).toEqual(codes));
});

/** Items of paragraphs, lists and fences, tight or loose. */
function list(): fc.Arbitrary<string> {
  const content = fc.constantFrom(
    'a',
    'word '.repeat(60),
    '**b**\nc',
    '- x\n- y',
    '1. x\n\n   y',
    '```\ncode\n```',
    '> quote',
  );
  const item = fc.tuple(fc.array(content, { minLength: 1, maxLength: 3 }), fc.boolean());
  return fc.tuple(fc.boolean(), fc.array(item, { minLength: 1, maxLength: 20 })).map(([ordered, items]) =>
    items
      .map(([contents, spaced], index) => {
        const bullet = ordered ? `${index + 10}. ` : '- ';
        const text = contents.join('\n\n').replaceAll(/\n(?=.)/g, `\n${' '.repeat(bullet.length)}`);
        return `${bullet}${text}\n${spaced ? '\n' : ''}`;
      })
      .join(''),
  );
}
