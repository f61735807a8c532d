/** Elements that begin and end a line. */
const BLOCKS = new Set(
  (
    'address article aside blockquote body caption dd details div dl dt fieldset figcaption figure footer form h1 h2 h3 ' +
    'h4 h5 h6 header hr html legend li main ol p pre section summary table tbody tfoot thead tr ul'
  ).split(' '),
);
/** Maximum number of rendered levels of lists and quotes. Deeper levels look like the last rendered one. */
const MAX_DEPTH = 12;

/** Writes Markdown from elements as they open and close, without a tree. */
export class MarkdownWriter {
  private readonly base: URL;
  private readonly lines: string[] = [];
  /** The current line, in pieces, because a line can be as long as the page and contain a link for each word. */
  private line: string[] = [];
  private endsInSpace = true;
  /** The list mark of the next line, after the quote marks and the indent. */
  private marker = '';
  private readonly lists: { ordered: boolean; next: number }[] = [];
  private quotes = 0;
  private pre = 0;
  private heading = 0;
  /**
   * The open links. `start`: the index in `line` at which the link's text begins. `href` is empty if the address cannot
   * be fetched, or if the link began on an earlier line.
   */
  private readonly links: { readonly start: number; href: string }[] = [];
  private headerCells = 0;

  constructor(base: URL) {
    this.base = base;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (BLOCKS.has(name)) this.flush();
    if (this.pre > 0 && name !== 'pre') {
      if (name === 'br') this.add('\n');
      return;
    }
    switch (name) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        this.blank();
        this.heading = Number(name.slice(1));
        return;
      case 'p':
      case 'table':
      case 'pre':
        this.blank();
        if (name === 'pre') this.pre += 1;
        return;
      case 'br':
        return this.flush();
      case 'hr':
        this.blank();
        this.push('---');
        return this.blank();
      case 'blockquote':
        this.blank();
        this.quotes += 1;
        return;
      case 'ul':
      case 'ol':
        if (this.lists.length === 0) this.blank();
        this.lists.push({ ordered: name === 'ol', next: Number(attributes.start) || 1 });
        return;
      case 'li': {
        const list = this.lists.at(-1);
        this.marker = list?.ordered ? `${list.next++}. ` : '- ';
        return;
      }
      case 'a':
        this.links.push({ start: this.line.length, href: this.target(attributes.href) });
        return;
      case 'img': {
        const alt = (attributes.alt ?? '').replaceAll(/\s+/g, ' ').trim();
        if (alt !== '') this.text(`[image: ${alt}]`);
        return;
      }
      case 'td':
      case 'th':
        this.add(this.line.length === 0 ? '| ' : ' | ');
        if (name === 'th') this.headerCells += 1;
        return;
      default:
        this.add(INLINE.get(name) ?? '');
    }
  }

  text(text: string): void {
    if (this.pre > 0) {
      this.add(text);
      return;
    }
    const words = text.replaceAll(/\s+/g, ' ');
    this.add(this.endsInSpace ? words.trimStart() : words);
  }

  close(name: string): void {
    if (name === 'pre') return this.closePre();
    if (BLOCKS.has(name)) this.flush();
    if (this.pre > 0) return;
    switch (name) {
      case 'h1':
      case 'h2':
      case 'h3':
      case 'h4':
      case 'h5':
      case 'h6':
        this.heading = 0;
        return this.blank();
      case 'p':
      case 'table':
        return this.blank();
      case 'blockquote':
        this.quotes = Math.max(0, this.quotes - 1);
        return this.blank();
      case 'ul':
      case 'ol':
        this.lists.pop();
        if (this.lists.length === 0) this.blank();
        return;
      case 'li':
        this.marker = '';
        return;
      case 'a':
        return this.closeLink();
      case 'tr':
        if (this.headerCells > 0) this.push(`|${' --- |'.repeat(this.headerCells)}`);
        this.headerCells = 0;
        return;
      default:
        this.add(INLINE.get(name) ?? '');
    }
  }

  /** Returns the whole text. Nothing may be written afterwards. */
  end(): string {
    if (this.pre > 0) this.closePre();
    this.flush();
    return this.lines
      .join('\n')
      .replaceAll(/\n{3,}/g, '\n\n')
      .trim();
  }

  private closePre(): void {
    this.pre = Math.max(0, this.pre - 1);
    if (this.pre > 0) return;
    const code = this.take().replaceAll('\r\n', '\n').replace(/^\n+/, '').trimEnd();
    if (code === '') return;
    const longest = Math.max(2, ...(code.match(/`+/g) ?? []).map((run) => run.length));
    const fence = '`'.repeat(Math.min(longest + 1, 40));
    for (const line of [fence, ...code.split('\n'), fence]) this.push(line);
    this.blank();
  }

  private closeLink(): void {
    const link = this.links.pop();
    if (!link || link.href === '') return;
    const text = this.line.splice(link.start).join('');
    const label = text.trim();
    this.add(label === '' || label.includes('](') ? text : `[${label}](${link.href})`);
  }

  /** Ends the current line. Does nothing in preformatted text, which has its own line ends. */
  private flush(): void {
    if (this.pre > 0) return;
    const text = this.take().trim();
    // The open links lose their addresses, because a Markdown link cannot continue in the next block.
    for (const link of this.links) link.href = '';
    if (text === '' || /^[*`|\s]+$/.test(text)) return;
    const isRow = text.startsWith('| ');
    this.push(this.heading > 0 ? `${'#'.repeat(this.heading)} ${text}` : isRow ? `${text} |` : text);
  }

  private add(text: string): void {
    if (text === '') return;
    this.line.push(text);
    this.endsInSpace = text.endsWith(' ');
  }

  private take(): string {
    const text = this.line.join('');
    this.line = [];
    this.endsInSpace = true;
    return text;
  }

  private push(text: string): void {
    const quote = '> '.repeat(Math.min(this.quotes, MAX_DEPTH));
    const depth = Math.min(this.lists.length, MAX_DEPTH);
    const indent = '  '.repeat(Math.max(0, this.marker === '' ? depth : depth - 1));
    this.lines.push(`${quote}${indent}${this.marker}${text}`);
    this.marker = '';
  }

  private blank(): void {
    if (this.lines.at(-1) !== '' && this.marker === '') this.lines.push('');
  }

  /** The absolute address; empty if it cannot be fetched, or is in the same page. */
  private target(href: string | undefined): string {
    const url = href === undefined || href.startsWith('#') ? null : URL.parse(href, this.base);
    return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href.replaceAll(')', '%29') : '';
  }
}

const INLINE: ReadonlyMap<string, string> = new Map([
  ['b', '**'],
  ['strong', '**'],
  ['i', '*'],
  ['em', '*'],
  ['code', '`'],
  ['kbd', '`'],
  ['samp', '`'],
]);
