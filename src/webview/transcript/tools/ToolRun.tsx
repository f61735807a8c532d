import { useState } from 'react';
import type { ToolBlock } from '../../../shared/toolBlock.ts';
import { Icon } from '../../controls/Icon.tsx';
import { useExpandWhenFound } from '../../find/useExpandWhenFound.ts';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { summarizeRun } from '../answer/answerParts.ts';
import { LineCounts } from './LineCounts.tsx';
import { toRunWords, worstEnding } from './runWords.ts';
import { StatusIcon } from './StatusIcon.tsx';
import { ToolRow } from './ToolRow.tsx';

/** A collapsed run shows one line about all of its calls, and the rows of the calls without success. */
export function ToolRun({ tools, collapsed }: { tools: readonly ToolBlock[]; collapsed: boolean }) {
  const [open, setOpen] = useState(false);
  useExpandWhenFound(
    (match) => tools.some(({ callId }) => callId === match.callId),
    () => setOpen(true),
  );
  const shown = collapsed && !open ? tools.filter(({ status }) => status !== 'success') : tools;
  return (
    <div className="tools">
      {collapsed && <CollapsedLine tools={tools} open={open} onToggle={() => setOpen(!open)} />}
      {shown.map((tool) => (
        <ToolRow key={tool.callId} tool={tool} />
      ))}
    </div>
  );
}

function CollapsedLine({
  tools,
  open,
  onToggle,
}: {
  tools: readonly ToolBlock[];
  open: boolean;
  onToggle: () => void;
}) {
  const { added, removed } = summarizeRun(tools);
  return (
    <button type="button" className="tool-row collapse" aria-expanded={open} onClick={onToggle}>
      <StatusIcon status={worstEnding(tools)} />
      <span className="tool-words">
        {toRunWords(tools).map(({ text, code }, index) =>
          code ? (
            <code key={index}>
              <VisibleText text={text} kind="line" />
            </code>
          ) : (
            <VisibleText key={index} text={text} kind="line" />
          ),
        )}
      </span>
      <LineCounts added={added} removed={removed} />
      <Icon name={open ? 'chevron-up' : 'chevron-down'} className="twistie" />
    </button>
  );
}
