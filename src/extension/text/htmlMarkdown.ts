import { Parser } from 'htmlparser2';
import { MarkdownWriter } from './markdownWriter.ts';

/**
 * Converts a page's visible text to Markdown for a model, without navigation and form controls. If the page marks its
 * main part, and that part is not too short, converts only that part. Parser and writer are streams, and the depth of
 * nesting is limited, so the time is proportional to the page's length.
 */
export function htmlToMarkdown(html: string, base: URL): { readonly title: string; readonly text: string } {
  const hasMain = /<(main|[a-z]+\s[^<>]{0,200}role="?main)\b/i.test(html);
  const whole = () => convert(html, base, false);
  if (!hasMain) return whole();
  const main = convert(html, base, true);
  return main.text.length >= SHORTEST_MAIN ? main : whole();
}

/**
 * Maximum number of open elements. Readable pages have far fewer. The parser's time grows with the square of this
 * number, because the parser adds open elements at the front of an array: https://github.com/fb55/htmlparser2
 */
const MAX_NESTING = 2000;

/** Characters of Markdown. A shorter marked part is probably not the page's main part. */
const SHORTEST_MAIN = 200;

/** Elements that are skipped with everything in them. */
const SKIPPED = new Set(
  'script style noscript template svg math iframe object canvas audio video select button textarea dialog nav'.split(
    ' ',
  ),
);

function convert(html: string, base: URL, onlyMain: boolean): { title: string; text: string } {
  const writer = new MarkdownWriter(base);
  let title = '';
  let inTitle = false;
  let open = 0;
  let skipped = 0;
  /** Number of open elements inside the main one, including it. */
  let main = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        open += 1;
        if (open > MAX_NESTING) throw new NestedTooDeeply();
        if (skipped > 0 || SKIPPED.has(name) || isHidden(attributes)) skipped += 1;
        if (main > 0 || name === 'main' || attributes.role === 'main') main += 1;
        if (skipped > 0) return;
        if (name === 'title') inTitle = true;
        else if (!onlyMain || main > 0) writer.open(name, attributes);
      },
      ontext(text) {
        if (skipped > 0) return;
        if (inTitle) title += text;
        else if (!onlyMain || main > 0) writer.text(text);
      },
      onclosetag(name) {
        open -= 1;
        if (skipped === 0) {
          if (name === 'title') inTitle = false;
          else if (!onlyMain || main > 0) writer.close(name);
        }
        if (skipped > 0) skipped -= 1;
        if (main > 0) main -= 1;
      },
    },
    { decodeEntities: true },
  );
  try {
    parser.end(html);
  } catch (error) {
    // The text before the error is usable.
    if (!(error instanceof NestedTooDeeply)) throw error;
  }
  return { title: title.replaceAll(/\s+/g, ' ').trim(), text: writer.end() };
}

/** Whether a reader of the page does not see the element. The model must not read it either. */
function isHidden({ hidden, style = '', 'aria-hidden': ariaHidden }: Record<string, string>): boolean {
  return hidden !== undefined || ariaHidden === 'true' || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style);
}

class NestedTooDeeply extends Error {}
