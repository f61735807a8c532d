import { memo, useMemo } from 'react';
import { VisibleText } from '../VisibleText.tsx';
import type { LanguageId } from './languages.ts';
import { toGroups, type Token, type TokenGroup } from './tokens.ts';
import { useTokenGroups } from './useTokenGroups.ts';

/**
 * Colors code in place, one group of lines after another. The `key` must change with the code and the language, because
 * the tokens are kept between renders.
 */
export function HighlightedCode({ code, language }: { code: string; language: LanguageId }) {
  const parts = useMemo(() => toGroups(code), [code]);
  const groups = useTokenGroups(code, language);
  return parts.map((part, index) => <CodeGroup key={index} text={part} tokens={groups[index] ?? null} />);
}

const CodeGroup = memo(function CodeGroup({ text, tokens }: { text: string; tokens: TokenGroup | null }) {
  return tokens ? <Tokens tokens={tokens} /> : <VisibleText text={text} kind="block" />;
});

export function Tokens({ tokens }: { tokens: readonly Token[] }) {
  return tokens.map((token, index) =>
    token.role === 'plain' ? (
      <VisibleText key={index} text={token.text} kind="block" />
    ) : (
      <span key={index} className={`token-${token.role}`}>
        <VisibleText text={token.text} kind="block" />
      </span>
    ),
  );
}
