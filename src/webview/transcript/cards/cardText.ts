import { useState } from 'react';
import { usePanel } from '../../state/panel.ts';

/** Maximum persisted texts. Older texts most likely belong to decided cards. */
const MAX_TEXTS = 20;

/** Keeps a card's typed text if the card is scrolled out of view or the webview is reloaded. */
export function useCardText(key: string, initial: string): [string, (text: string) => void] {
  const { memory } = usePanel();
  const [text, setText] = useState(() => memory.get().cardTexts?.find((entry) => entry.key === key)?.text ?? initial);
  const write = (value: string): void => {
    setText(value);
    const others = (memory.get().cardTexts ?? []).filter((entry) => entry.key !== key);
    memory.patch({ cardTexts: [...others, { key, text: value }].slice(-MAX_TEXTS) });
  };
  return [text, write];
}
