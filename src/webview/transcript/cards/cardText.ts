import { useState } from 'react';
import { usePanel } from '../../state/panel.ts';

/** Texts that are kept: those of cards that were decided on long ago are not needed any more. */
const MAX_TEXTS = 20;

/** A text that the user writes into a card; it outlives the card's being scrolled away and the panel's being hidden. */
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
