import { memo, useEffect, useMemo, useState } from 'react';
import { usePanel } from '../../panel.ts';
import { VisibleText } from '../VisibleText.tsx';
import { createHighlighter } from './highlighter.ts';
import type { LanguageId } from './languages.ts';
import { toGroups, type TokenGroup } from './tokens.ts';

/** One for the page: grammars and tokens are shared by all fences. */
const highlighter = createHighlighter({
  loadTokenizer: async () => (await import('./tokenizer.ts')).createTokenizer(),
  now: () => performance.now(),
  pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
});

/**
 * Code that colours itself, group of lines by group of lines, while it stays in place: colours change no metrics. To be
 * given a key that changes with what it shows.
 */
export function HighlightedCode({ code, language }: { code: string; language: LanguageId }) {
  const panel = usePanel();
  const parts = useMemo(() => toGroups(code), [code]);
  const [groups, setGroups] = useState(() => highlighter.peek(code, language));

  useEffect(() => {
    const controller = new AbortController();
    highlighter.highlight(code, language, setGroups, controller.signal).catch((error: unknown) => {
      panel.reportError(`Highlighting ${language} failed: ${String(error)}`);
    });
    return () => controller.abort();
  }, [code, language, panel]);

  return parts.map((part, index) => <CodeGroup key={index} text={part} tokens={groups[index] ?? null} />);
}

const CodeGroup = memo(function CodeGroup({ text, tokens }: { text: string; tokens: TokenGroup | null }) {
  if (!tokens) return <VisibleText text={text} kind="block" />;
  return tokens.map((token, index) =>
    token.role === 'plain' ? (
      <VisibleText key={index} text={token.text} kind="block" />
    ) : (
      <span key={index} className={`token-${token.role}`}>
        <VisibleText text={token.text} kind="block" />
      </span>
    ),
  );
});
