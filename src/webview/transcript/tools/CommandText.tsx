import { useLayoutEffect, useRef, useState } from 'react';
import { Button } from '../../controls/Button.tsx';
import { HighlightedCode } from '../../markdown/highlight/HighlightedCode.tsx';
import { isColorable } from '../../markdown/highlight/tokens.ts';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { usePanel } from '../../state/panel.ts';
import { whileShown } from '../../state/whileShown.ts';
import { strings } from '../../strings/strings.ts';

/**
 * A whole command, which scrolls if it is long. `onShown` reports whether the command's end has been shown. The
 * number of hidden lines includes wrapped lines, because one very long line can hide as much as many short lines.
 */
export function CommandText({ command, onShown }: { command: string; onShown: (isShown: boolean) => void }) {
  const { shown } = usePanel();
  const box = useRef<HTMLPreElement>(null);
  const [expanded, setExpanded] = useState(false);
  const [hiddenLines, setHiddenLines] = useState(0);

  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    let wasShown = false;
    const measure = (): void => {
      const below = element.scrollHeight - element.clientHeight - element.scrollTop;
      const isMeasured = element.clientHeight > 0;
      wasShown ||= isMeasured && below <= 2;
      onShown(wasShown);
      setHiddenLines(wasShown ? 0 : Math.max(1, Math.round(below / lineHeightOf(element))));
    };
    measure();
    const endObserving = whileShown(shown, () => {
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    });
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      endObserving();
      element.removeEventListener('scroll', measure);
    };
  }, [command, expanded, onShown, shown]);

  return (
    <>
      <pre
        className={expanded ? 'approval-whole expanded' : 'approval-whole'}
        ref={box}
        tabIndex={0}
        role="region"
        aria-label={strings.approval.command}
      >
        <code>
          {isColorable(command) ? (
            <HighlightedCode key={command} code={command} language="shellscript" />
          ) : (
            <VisibleText text={command} kind="block" />
          )}
        </code>
      </pre>
      {hiddenLines > 0 && (
        <Button
          kind="link"
          className="approval-more"
          label={strings.moreLinesOf(hiddenLines, strings.approval.command)}
          onClick={() => {
            setExpanded(true);
            // The button is removed, so the command takes the focus; the card's keys then still work.
            box.current?.focus({ preventScroll: true });
          }}
        >
          {strings.moreLines(hiddenLines)}
        </Button>
      )}
    </>
  );
}

function lineHeightOf(element: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(element).lineHeight) || 18;
}
