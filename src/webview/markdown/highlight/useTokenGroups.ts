import { useEffect, useState } from 'react';
import { usePanel } from '../../state/panel.ts';
import { whileShown } from '../../state/whileShown.ts';
import { createHighlighter } from './highlighter.ts';
import type { LanguageId } from './languages.ts';
import type { TokenGroup } from './tokens.ts';

/** One per page, so that all fences and diffs share grammars and tokens. */
const highlighter = createHighlighter({
  loadTokenizer: async () => (await import('./tokenizer.ts')).createTokenizer(),
  now: () => performance.now(),
  pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
});

/**
 * The tokens that are ready so far; empty without a language. The caller needs a `key` that changes with the code and
 * the language, because the tokens are kept between renders.
 */
export function useTokenGroups(code: string, language: LanguageId | null): readonly TokenGroup[] {
  const panel = usePanel();
  const [groups, setGroups] = useState(() => (language ? highlighter.peek(code, language) : []));

  useEffect(() => {
    if (!language || code === '') return;
    return whileShown(panel.shown, () => {
      const controller = new AbortController();
      highlighter.highlight(code, language, setGroups, controller.signal).catch((error: unknown) => {
        panel.reportError(`Highlighting ${language} failed: ${String(error)}`);
      });
      return () => controller.abort();
    });
  }, [code, language, panel]);

  return groups;
}
