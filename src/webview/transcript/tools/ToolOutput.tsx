import { memo } from 'react';
import type { ToolBlock } from '../../../shared/toolBlock.ts';
import { toAnsiRuns } from './ansi.ts';
import { CappedText } from '../../markdown/CappedText.tsx';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { useScrolledToEnd } from './useScrolledToEnd.ts';

/**
 * If a call's arguments have more characters, they are shown above its output, because they probably do not fit the
 * row.
 */
const LONG_DETAIL = 60;

/**
 * A call's output. A command and long arguments are shown above the output, because the row may be too narrow for them.
 * A command's output keeps its colors. A command's output, and any output that still grows, is scrolled to its end.
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

/**
 * Renders a command's output with its colors. Does not cap the text, because the host has already shortened it for
 * display.
 */
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
