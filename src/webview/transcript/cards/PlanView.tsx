import { useState } from 'react';
import type { ToolBlock } from '../../../shared/toolBlock.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { Icon } from '../../controls/Icon.tsx';
import { useExpandWhenFound } from '../../find/useExpandWhenFound.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { strings } from '../../strings/strings.ts';
import { StatusIcon } from '../tools/StatusIcon.tsx';

/** A plan that was not accepted is collapsed at first. */
export function PlanView({ tool }: { tool: ToolBlock }) {
  const isNotAccepted = tool.status === 'cancelled' || tool.status === 'error';
  const [chosen, setOpen] = useState<boolean | null>(null);
  const open = chosen ?? !isNotAccepted;
  useExpandWhenFound(
    (match) => match.callId === tool.callId,
    () => setOpen(true),
  );
  return (
    <div className="tools" role="group" aria-label={strings.plan.presented}>
      <button type="button" className="tool-row collapse" aria-expanded={open} onClick={() => setOpen(!open)}>
        <StatusIcon status={tool.notRun === 'denied' ? 'denied' : tool.status} />
        <span className="tool-verb">{strings.plan.label}</span>
        <span className="tool-detail">{!open && <VisibleText text={tool.detail} kind="line" />}</span>
        <span className="tool-summary" title={isNotAccepted ? undefined : toDisplayText(tool.summary)}>
          <VisibleText text={isNotAccepted ? strings.plan.notAccepted : tool.summary} kind="line" />
        </span>
        <Icon name={open ? 'chevron-up' : 'chevron-down'} className="twistie" />
      </button>
      {open && (
        <div className="markdown plan-text">
          <Markdown text={tool.plan ?? ''} />
        </div>
      )}
    </div>
  );
}
