import { useLayoutEffect, useRef } from 'react';
import type { ToolBlock } from '../../shared/chatState.ts';
import { CappedText } from '../markdown/CappedText.tsx';
import { VisibleText } from '../markdown/VisibleText.tsx';
import { strings } from '../strings.ts';

/** What a call gave; a command stands above its output, because the row may have no room for it. */
export function ToolOutput({ tool }: { tool: ToolBlock }) {
  const element = useRef<HTMLPreElement>(null);
  const isGrowing = tool.status === 'executing';

  // While it grows, its end stays in view.
  useLayoutEffect(() => {
    if (isGrowing && element.current) element.current.scrollTop = element.current.scrollHeight;
  }, [tool.output, isGrowing]);

  return (
    <pre ref={element} className="tool-output" tabIndex={0} role="region" aria-label={strings.tools.output}>
      {tool.name === 'run_shell_command' && (
        <span className="tool-command">
          <VisibleText text={`$ ${tool.detail}`} kind="line" />
          {'\n'}
        </span>
      )}
      <CappedText text={tool.output} kind="block" />
    </pre>
  );
}
