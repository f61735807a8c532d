import { useEffect, useState } from 'react';
import type { ToolBlock } from '../../shared/chatState.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { Button } from '../controls/Button.tsx';
import { VisibleText } from '../markdown/VisibleText.tsx';
import { usePanel } from '../panel.ts';
import { strings } from '../strings.ts';
import { DiffView } from './DiffView.tsx';

/** Milliseconds in which a new card takes no key and no click: what was on its way was meant for something else. */
const GUARD_MS = 500;

type Decision = 'allow-once' | 'allow-for-chat' | 'deny';

/** Asks before a call runs. It never takes the focus. */
export function ApprovalCard({ tool }: { tool: ToolBlock }) {
  const panel = usePanel();
  const [armed, setArmed] = useState(false);
  const [decided, setDecided] = useState(false);

  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), GUARD_MS);
    return () => clearTimeout(timer);
  }, []);

  function decide(decision: Decision): void {
    setDecided(true);
    // The button that had the focus goes away with the card.
    panel.focusComposer();
    panel.request({ type: 'decide', callId: tool.callId, decision }).catch((error: unknown) => {
      setDecided(false);
      panel.problem.set(error instanceof Error ? error.message : String(error));
    });
  }

  const disabled = !armed || decided;
  return (
    <div className="approval" role="group" aria-label={strings.approval.label(toDisplayText(tool.name))}>
      <h2>
        <VisibleText text={tool.approval?.question ?? ''} kind="line" />
      </h2>
      {tool.approval && tool.approval.diff !== '' && (
        <DiffView diff={tool.approval.diff} label={strings.approval.diff} />
      )}
      <div className="approval-actions">
        <Button kind="primary" disabled={disabled} onClick={() => decide('allow-once')}>
          {strings.approval.once}
        </Button>
        <Button disabled={disabled} onClick={() => decide('allow-for-chat')}>
          {strings.approval.chat}
        </Button>
        <Button kind="link" disabled={disabled} onClick={() => decide('deny')}>
          {strings.approval.deny}
        </Button>
      </div>
    </div>
  );
}
