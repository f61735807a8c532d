import { useState } from 'react';
import type { ToolBlock, ToolStatus } from '../../shared/chatState.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { Icon } from '../controls/Icon.tsx';
import { VisibleText } from '../markdown/VisibleText.tsx';
import { usePanel } from '../panel.ts';
import { plural } from '../quantities.ts';
import { strings } from '../strings.ts';
import { summarizeRun } from './answerParts.ts';
import { DiffView } from './DiffView.tsx';
import { Elapsed } from './Elapsed.tsx';
import { TodoList } from './TodoList.tsx';
import { ToolOutput } from './ToolOutput.tsx';
import { toVerb } from './toolVerb.ts';

/** Calls that came one after the other: rows while they run, one line when the answer has moved on. */
export function ToolRun({ tools, folded }: { tools: readonly ToolBlock[]; folded: boolean }) {
  const [open, setOpen] = useState(false);
  const rows = tools.map((tool) => <ToolRow key={tool.callId} tool={tool} />);
  if (!folded) return <div className="tools">{rows}</div>;
  return (
    <div className="tools">
      <FoldLine tools={tools} open={open} onToggle={() => setOpen(!open)} />
      {open && rows}
    </div>
  );
}

function FoldLine({ tools, open, onToggle }: { tools: readonly ToolBlock[]; open: boolean; onToggle: () => void }) {
  const run = summarizeRun(tools);
  return (
    <button type="button" className="tool-row fold" aria-expanded={open} onClick={onToggle}>
      <Icon name={run.failed > 0 ? 'warning' : 'check'} className={run.failed > 0 ? 'tone-warning' : 'tone-success'} />
      <span className="tool-verb">{strings.tools.steps(run.steps)}</span>
      <span className="tool-detail">
        {run.failed > 0 ? strings.tools.failed(run.failed) : run.files > 0 && strings.tools.files(run.files)}
      </span>
      <LineCounts added={run.added} removed={run.removed} />
      <Icon name={open ? 'chevron-up' : 'chevron-down'} className="twistie" />
    </button>
  );
}

function ToolRow({ tool }: { tool: ToolBlock }) {
  const isRunning = tool.status === 'executing';
  const hasOutput = tool.output.trim() !== '';
  /** Null until the user has chosen: then what a running call shows is shown, and folds when it has finished. */
  const [chosen, setOpen] = useState<boolean | null>(null);
  const open = chosen ?? (isRunning && hasOutput);
  const toggle = () => setOpen(!open);
  return (
    <>
      {/* The whole row is a larger target for the pointer; the keyboard has the button at its end. */}
      <div className={hasOutput ? 'tool-row expandable' : 'tool-row'} {...(hasOutput && { onClick: toggle })}>
        <StatusIcon status={tool.status} />
        <span className="tool-verb">
          <VisibleText text={toVerb(tool.name)} kind="line" />
        </span>
        <span className="tool-detail" title={toDisplayText(tool.detail)}>
          {tool.name === 'run_shell_command' ? (
            <code>
              <VisibleText text={tool.detail} kind="line" />
            </code>
          ) : (
            <VisibleText text={tool.detail} kind="line" />
          )}
        </span>
        {tool.added + tool.removed > 0 ? (
          <LineCounts added={tool.added} removed={tool.removed} />
        ) : isRunning && tool.startedAt !== null ? (
          <span className="tool-summary">
            <Elapsed since={tool.startedAt} />
          </span>
        ) : (
          <span className="tool-summary">
            <VisibleText
              text={tool.status === 'scheduled' ? strings.tools.status.scheduled : tool.summary}
              kind="line"
            />
          </span>
        )}
        {tool.status === 'executing' && <StopCallButton tool={tool} />}
        {hasOutput && (
          <button
            type="button"
            className="twistie-button"
            aria-expanded={open}
            aria-label={open ? strings.tools.hideOutput : strings.tools.showOutput}
            onClick={(event) => {
              event.stopPropagation();
              toggle();
            }}
          >
            <Icon name={open ? 'chevron-up' : 'chevron-down'} className="twistie" />
          </button>
        )}
      </div>
      {open && tool.diff !== '' && <DiffView diff={tool.diff} label={strings.tools.change} />}
      {open && tool.todos && <TodoList todos={tool.todos} />}
      {open && tool.diff === '' && !tool.todos && <ToolOutput tool={tool} />}
    </>
  );
}

/** Ends this call; those beside it and the answer go on. */
function StopCallButton({ tool }: { tool: ToolBlock }) {
  const panel = usePanel();
  return (
    <button
      type="button"
      className="twistie-button"
      aria-label={strings.tools.cancel}
      title={strings.tools.cancel}
      onClick={(event) => {
        event.stopPropagation();
        panel.send({ type: 'cancel-call', callId: tool.callId });
      }}
    >
      <Icon name="debug-stop" />
    </button>
  );
}

const STATUS_ICONS: Record<ToolStatus, { icon: string; tone: string; spin?: boolean }> = {
  validating: { icon: 'loading', tone: 'running', spin: true },
  'awaiting-approval': { icon: 'question', tone: 'warning' },
  'awaiting-answer': { icon: 'question', tone: 'warning' },
  scheduled: { icon: 'circle-outline', tone: 'muted' },
  executing: { icon: 'loading', tone: 'running', spin: true },
  success: { icon: 'check', tone: 'success' },
  error: { icon: 'error', tone: 'failure' },
  cancelled: { icon: 'circle-slash', tone: 'muted' },
};

function StatusIcon({ status }: { status: ToolStatus }) {
  const { icon, tone, spin = false } = STATUS_ICONS[status];
  return (
    <>
      <Icon name={icon} spin={spin} className={`tone-${tone}`} />
      <span className="sr-only">{strings.tools.status[status]}: </span>
    </>
  );
}

/** "+3 −3", said in words to a screen reader; nothing where nothing changed. */
export function LineCounts({ added, removed }: { added: number; removed: number }) {
  if (added + removed === 0) return null;
  return (
    <span className="line-counts">
      <span className="added" aria-label={`${plural(added, 'line')} added`} role="img">
        +{added}
      </span>{' '}
      <span className="removed" aria-label={`${plural(removed, 'line')} removed`} role="img">
        −{removed}
      </span>
    </span>
  );
}
