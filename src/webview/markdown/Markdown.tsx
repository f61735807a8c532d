import {
  Component,
  createContext,
  isValidElement,
  memo,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
  type ReactElement,
  type ReactNode,
} from 'react';
import QuickLRU from 'quick-lru';
import ReactMarkdown, { type Components } from 'react-markdown';
import remarkGfm from 'remark-gfm';
import { strings } from '../strings.ts';
import { CappedText } from './CappedText.tsx';
import { CodeBlock } from './CodeBlock.tsx';
import { collectDefinitions, withDefinitions } from './definitions.ts';
import { markOpenFences, OPEN_FENCE } from './fences.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { allowedLink, parseFileLink } from '../../shared/linkPolicy.ts';
import { FileOpening } from './fileOpening.ts';
import { splitBlocks, type SplitText } from './splitBlocks.ts';
import { nameHiddenCharacters } from './visibleCharacters.ts';
import { VisibleText } from './VisibleText.tsx';

/**
 * Markdown written by a model: inert. HTML is shown as it was written, nothing is loaded, links lead to the web, to a
 * mail program or to a file of the workspace, and only on a click. `growing`: more of it is being written.
 */
export function Markdown({ text, growing = false }: { text: string; growing?: boolean }) {
  const { blocks } = useSplit(text);
  const definitions = collectDefinitions(blocks);
  return (
    <Growing value={growing}>
      {blocks.map(({ source, plain }, index) => (
        <BlockView key={index} source={plain ? source : withDefinitions(source, definitions)} plain={plain} />
      ))}
    </Growing>
  );
}

/** Only a fence without an end asks for it, so that the other blocks stay as they are when the text is whole. */
const Growing = createContext(false);

/** The split of a text that mostly grows. */
function useSplit(text: string): SplitText {
  const [split, setSplit] = useState(() => splitBlocks(text));
  const current = splitBlocks(text, split);
  if (current !== split) setSplit(current);
  return current;
}

const BlockView = memo(function BlockView({ source, plain }: { source: string; plain: boolean }) {
  if (plain) return <PlainBlock source={source} />;
  return (
    <PlainOnError source={source}>
      <ParsedBlock source={source} />
    </PlainOnError>
  );
});

/** Parsing is most of what a scroll costs, so a block that scrolls back into view comes as it was when it left. */
function ParsedBlock({ source }: { source: string }) {
  const element = useMemo(() => LEFT_BLOCKS.get(source) ?? parseBlock(source), [source]);
  const latest = useRef({ source, element });
  useEffect(() => {
    latest.current = { source, element };
  }, [source, element]);
  // Only then: what a growing block was on its way is never asked for again.
  useEffect(
    () => () => {
      LEFT_BLOCKS.set(latest.current.source, latest.current.element);
    },
    [],
  );
  return element;
}

/** An element can be shown any number of times; without a hook in it, `ReactMarkdown` is a function from text to one. */
function parseBlock(source: string): ReactElement {
  return ReactMarkdown({
    remarkPlugins: PLUGINS,
    rehypePlugins: TREE_PLUGINS,
    components: COMPONENTS,
    urlTransform: keepUrl,
    children: source,
  });
}

function PlainBlock({ source }: { source: string }) {
  return (
    <p className="plain">
      <CappedText text={source.trimEnd()} kind="prose" />
    </p>
  );
}

/** A block that its renderer cannot digest is shown as text; the rest of the answer stands. */
class PlainOnError extends Component<{ source: string; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? <PlainBlock source={this.props.source} /> : this.props.children;
  }
}

/** Some screens' worth, by their sources. */
const LEFT_BLOCKS = new QuickLRU<string, ReactElement>({ maxSize: 300 });

const PLUGINS = [remarkGfm];
const TREE_PLUGINS = [nameHiddenCharacters, markOpenFences];

/** The link policy decides in the components below; this one would only hide from them what was there. */
function keepUrl(url: string): string {
  return url;
}

const COMPONENTS: Components = {
  a: ({ href, children }) => <Link href={href}>{children}</Link>,
  img: ({ src, alt }) => (
    <Link href={typeof src === 'string' ? src : undefined}>
      <VisibleText text={alt === undefined || alt === '' ? strings.markdown.image : alt} kind="prose" />
    </Link>
  ),
  pre: ({ node, children }) => <Fence open={node?.properties[OPEN_FENCE] === true}>{children}</Fence>,
  table: ({ children }) => (
    <div className="scrolls-sideways" role="region" aria-label={strings.markdown.table} tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
};

function Link({ href, children }: { href: string | undefined; children: ReactNode }) {
  const url = allowedLink(href);
  if (url === null) return <FileLink href={href}>{children}</FileLink>;
  return (
    <a href={url} title={url} rel="noreferrer">
      {children}
    </a>
  );
}

/** A link to a file of the workspace; inert where it is no such thing, or the host could not tell which is meant. */
function FileLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const open = useContext(FileOpening);
  const link = parseFileLink(href);
  if (!open || !link) return <span className="inert-link">{children}</span>;
  const { path, line } = link;
  const title = toDisplayText(line === null ? path : `${path}:${line}`);
  return (
    <button type="button" role="link" className="file-link" title={title} onClick={() => open(link)}>
      {children}
    </button>
  );
}

function Fence({ open, children }: { open: boolean; children: ReactNode }) {
  const growing = useContext(Growing);
  if (!isValidElement<{ className?: string; children?: unknown }>(children)) return <pre>{children}</pre>;
  const { className = '', children: content } = children.props;
  const language = /language-(\S+)/.exec(className)?.[1] ?? '';
  const code = typeof content === 'string' ? content.replace(/\n$/, '') : '';
  return <CodeBlock language={language} code={code} whole={!(open && growing)} />;
}
