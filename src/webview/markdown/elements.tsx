import { createContext, isValidElement, useContext, type ReactNode } from 'react';
import type { Components } from 'react-markdown';
import { toDisplayText } from '../../shared/displayText.ts';
import { parseFileCode } from '../../shared/fileLinks.ts';
import { allowedLink, parseFileLink, type FileLink as FilePlace } from '../../shared/linkPolicy.ts';
import { strings } from '../strings/strings.ts';
import { CodeBlock } from './CodeBlock.tsx';
import { OPEN_FENCE } from './fences.ts';
import { FileOpening } from './fileOpening.ts';
import { VisibleText } from './VisibleText.tsx';

/**
 * Whether the text is still being written. Only fences read this context, so that other blocks do not render again at
 * the end.
 */
export const Growing = createContext(false);

export const COMPONENTS: Components = {
  a: ({ href, children }) => <Link href={href}>{children}</Link>,
  img: ({ src, alt }) => (
    <Link href={typeof src === 'string' ? src : undefined}>
      <VisibleText text={alt === undefined || alt === '' ? strings.markdown.image : alt} kind="prose" />
    </Link>
  ),
  code: ({ className, children }) => <InlineCode className={className}>{children}</InlineCode>,
  pre: ({ node, children }) => <Fence open={node?.properties[OPEN_FENCE] === true}>{children}</Fence>,
  table: ({ children }) => <Table>{children}</Table>,
};

export function Table({ children }: { children?: ReactNode }) {
  return (
    <div className="scrolls-sideways" role="region" aria-label={strings.markdown.table} tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

function Link({ href, children }: { href: string | undefined; children: ReactNode }) {
  const url = allowedLink(href);
  if (url === null) return <FileLink href={href}>{children}</FileLink>;
  return (
    <a href={url} title={url} rel="noreferrer">
      <Inert>{children}</Inert>
    </a>
  );
}

/** File names in a link are not links of their own. */
function Inert({ children }: { children: ReactNode }) {
  return <FileOpening value={null}>{children}</FileOpening>;
}

/** Inert if the address does not name a file that can be opened, or if `FileOpening` is null. */
function FileLink({ href, children }: { href: string | undefined; children: ReactNode }) {
  const files = useContext(FileOpening);
  const link = parseFileLink(href);
  if (!files || !link || !files.names(link)) {
    return (
      <span className="inert-link">
        <Inert>{children}</Inert>
      </span>
    );
  }
  return (
    <OpenButton place={link} onOpen={() => files.open(link)}>
      <Inert>{children}</Inert>
    </OpenButton>
  );
}

/**
 * Inline code; a link if it names a file that the host has found. Never rendered inside a `pre`, because `Fence`
 * renders a `CodeBlock` instead.
 */
function InlineCode({ className, children }: { className: string | undefined; children: ReactNode }) {
  const files = useContext(FileOpening);
  const link = files && typeof children === 'string' ? parseFileCode(children) : null;
  if (!files || !link || !files.has(link)) return <code className={className}>{children}</code>;
  return (
    <OpenButton place={link} onOpen={() => files.open(link)}>
      <code>{children}</code>
    </OpenButton>
  );
}

export function OpenButton({
  place: { path, line },
  onOpen,
  children,
}: {
  place: FilePlace;
  onOpen: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      role="link"
      className="file-link"
      title={toDisplayText(line === null ? path : `${path}:${line}`)}
      onClick={(event) => {
        // The surrounding element may handle clicks too.
        event.stopPropagation();
        onOpen();
      }}
    >
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
