import { memo } from 'react';
import type { ToolBlock } from '../../../shared/toolBlock.ts';
import { toAnsiRuns } from './ansi.ts';
import { CappedText } from '../../markdown/CappedText.tsx';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { useScrolledToEnd } from './useScrolledToEnd.ts';

/** Characters. Longer arguments are shown above the output. */
const LONG_DETAIL = 60;

/**
 * A command and long arguments are above the output, because the row may be too narrow for them. A command's output,
 * and any output that still grows, is scrolled to its end.
 */
export function ToolOutput({ tool, label }: { tool: ToolBlock; label: string }) {
  const isCommand = tool.rendering === 'command';
  const isLong = tool.rendering === 'text' && tool.detail.length > LONG_DETAIL;
  const isGrowing = tool.status === 'executing';
  const scrollsToEnd = isCommand || isGrowing;

  const element = useScrolledToEnd(tool.output, scrollsToEnd);
  return (
    <pre ref={element} className="tool-output" tabIndex={0} role="region" aria-label={label}>
      {(isCommand || isLong) && (
        <span className="tool-command">
          <VisibleText text={isCommand ? `$ ${tool.detail}` : tool.detail} kind="line" />
          {'\n'}
        </span>
      )}
      {isCommand ? <AnsiText text={tool.output} /> : <CappedText text={tool.output} kind="block" />}
    </pre>
  );
}

/** Not capped, because the host has already shortened the text for display. */
export const AnsiText = memo(function AnsiText({ text }: { text: string }) {
  return toAnsiRuns(text).map((run, index) =>
    run.classes === '' ? (
      <VisibleText key={index} text={run.text} kind="block" />
    ) : (
      <span key={index} className={run.classes}>
        <VisibleText text={run.text} kind="block" />
      </span>
    ),
  );
});
