import { useLayoutEffect, useRef, type RefObject } from 'react';
import { usePanel } from '../../state/panel.ts';
import { whileShown } from '../../state/whileShown.ts';

/** Pixels from the end at which an output still counts as scrolled to its end. */
const TOLERANCE = 2;

/**
 * Scrolls an output to its end when its text changes. An output at its end stays there when its size changes, for
 * example in a narrowed panel.
 */
export function useScrolledToEnd(text: string, isOn: boolean): RefObject<HTMLPreElement | null> {
  const element = useRef<HTMLPreElement>(null);
  const { shown } = usePanel();

  useLayoutEffect(() => {
    if (isOn && element.current) element.current.scrollTop = element.current.scrollHeight;
  }, [text, isOn]);

  useLayoutEffect(() => {
    const output = element.current;
    if (!output || !isOn) return;
    let isAtEnd = true;
    const onScroll = (): void => {
      isAtEnd = output.scrollHeight - output.scrollTop - output.clientHeight <= TOLERANCE;
    };
    output.addEventListener('scroll', onScroll, { passive: true });
    const endObserving = whileShown(shown, () => {
      const observer = new ResizeObserver(() => {
        if (isAtEnd) output.scrollTop = output.scrollHeight;
      });
      observer.observe(output);
      return () => observer.disconnect();
    });
    return () => {
      output.removeEventListener('scroll', onScroll);
      endObserving();
    };
  }, [isOn, shown]);

  return element;
}
