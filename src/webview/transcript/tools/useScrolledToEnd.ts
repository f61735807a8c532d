import { useLayoutEffect, useRef, type RefObject } from 'react';
import { usePanel } from '../../state/panel.ts';
import { whileShown } from '../../state/whileShown.ts';

/** Distance in pixels from the end at which an output still counts as scrolled to its end. */
const TOLERANCE = 2;

/**
 * Scrolls an output to its end when its text changes. If its size changes, for example because the panel is narrowed,
 * an output at its end stays at its end. Does nothing unless `isOn` is true. Returns the ref for the output's element.
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
