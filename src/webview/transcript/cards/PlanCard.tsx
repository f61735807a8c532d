import { useRef, useState, type KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';
import type { StartMode } from '../../../shared/chatState.ts';
import type { ApprovalView, ToolBlock } from '../../../shared/toolBlock.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { Button } from '../../controls/Button.tsx';
import { Icon } from '../../controls/Icon.tsx';
import { Markdown } from '../../markdown/Markdown.tsx';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';
import { ApprovalReasons } from './ApprovalReasons.tsx';
import { useCardText } from './cardText.ts';
import { FeedbackField } from './FeedbackField.tsx';
import { useAcceptsClicks } from './useAcceptsClicks.ts';
import { useCardKeys, useOutlined } from './useCardKeys.ts';

const MAX_ROWS = 24;

/** Asks whether to start on a plan. Does not take the focus when it appears. */
export function PlanCard({ tool }: { tool: ToolBlock }) {
  return tool.approval && <Card callId={tool.callId} name={tool.name} approval={tool.approval} />;
}

function Card({ callId, name, approval }: { callId: string; name: string; approval: ApprovalView }) {
  const panel = usePanel();
  const acceptsClicks = useAcceptsClicks();
  const presented = approval.subject.kind === 'plan' ? approval.subject.text : '';
  const [plan, setPlan] = useCardText(`${callId} plan`, presented);
  const [reason, setReason] = useCardText(`${callId} reason`, '');
  const [editing, setEditing] = useState(false);
  // Feedback that was restored, after scrolling or after a reload, must not take the focus.
  const [wasRestored, setWasRestored] = useState(reason !== '');
  const [feedbackOpen, setFeedbackOpen] = useState(wasRestored);
  const [decided, setDecided] = useState(false);
  const card = useRef<HTMLDivElement>(null);
  const disabled = !acceptsClicks || decided;
  const isEmpty = plan.trim() === '';

  function decide(answer: { decision: 'allow-once'; mode: StartMode } | { decision: 'deny' }): void {
    if (disabled) return;
    setDecided(true);
    // The focused button is removed with the card.
    panel.focusComposer();
    // Feedback in a closed field is not sent.
    const feedback = feedbackOpen ? reason.trim() : '';
    const details = answer.decision === 'deny' ? feedback !== '' && { reason: feedback } : { plan };
    panel.request({ type: 'decide', callId, ...answer, ...details }).catch((error: unknown) => {
      setDecided(false);
      panel.problem.set(error instanceof Error ? error.message : String(error));
    });
  }

  /** The focused field is removed, so the last button of a row gets the focus. */
  function close(button: '.plan-head' | '.plan-actions', hide: () => void): void {
    flushSync(hide);
    const buttons = card.current?.querySelectorAll<HTMLElement>(`${button} :is(button, vscode-button)`) ?? [];
    [...buttons].at(-1)?.focus();
  }

  function showFeedback(shown: boolean): void {
    setFeedbackOpen(shown);
    setWasRestored(false);
  }

  const keepPlanning = () => decide({ decision: 'deny' });
  const isOutlined = useOutlined(callId);
  useCardKeys({
    id: callId,
    card,
    isRead: true,
    offersAllow: !feedbackOpen && !isEmpty,
    allow: () => decide({ decision: 'allow-once', mode: 'default' }),
    deny: keepPlanning,
    readFirst() {},
    isFeedbackOpen: feedbackOpen,
    closeFeedback: () => showFeedback(false),
  });
  return (
    <div
      className={isOutlined ? 'approval plan-card keyed' : 'approval plan-card'}
      role="group"
      aria-label={strings.approval.label(toDisplayText(name))}
      ref={card}
    >
      <div className="plan-head">
        <h2>
          <VisibleText text={approval.question} kind="line" />
        </h2>
        <Button
          kind="icon"
          className="quiet"
          label={editing ? strings.plan.preview : strings.plan.edit}
          title={editing ? strings.plan.previewTitle : strings.plan.editTitle}
          onClick={() => setEditing(!editing)}
        >
          <Icon name={editing ? 'open-preview' : 'edit'} />
          <span className="button-text">{editing ? strings.plan.preview : strings.plan.edit}</span>
        </Button>
      </div>
      <ApprovalReasons reasons={approval.reasons} />
      {editing ? (
        <textarea
          className="approval-text"
          aria-label={strings.plan.label}
          rows={Math.min(MAX_ROWS, Math.max(4, plan.split('\n').length + 1))}
          // A button of this card has opened the field, so it may take the focus.
          ref={focusOnMount}
          value={plan}
          onChange={(event) => setPlan(event.target.value)}
          onKeyDown={(event) => onEscape(event, () => close('.plan-head', () => setEditing(false)))}
        />
      ) : (
        <div className="markdown plan-text" role="region" aria-label={strings.plan.label}>
          <Markdown text={plan} />
        </div>
      )}
      {(isEmpty || plan !== presented) && (
        <p className="approval-note">{isEmpty ? strings.plan.emptied : strings.plan.edited}</p>
      )}
      {feedbackOpen && (
        <FeedbackField
          label={strings.plan.feedbackLabel}
          value={reason}
          takesFocus={!wasRestored}
          onChange={setReason}
          onSend={keepPlanning}
          onClose={() => close('.plan-actions', () => showFeedback(false))}
        />
      )}
      <div className="plan-actions">
        {!feedbackOpen && (
          <>
            <Button
              kind="primary"
              disabled={disabled || isEmpty}
              title={strings.plan.startTitle}
              onClick={() => decide({ decision: 'allow-once', mode: 'default' })}
            >
              {strings.plan.start}
            </Button>
            <Button
              disabled={disabled || isEmpty}
              title={strings.plan.startEditingTitle}
              onClick={() => decide({ decision: 'allow-once', mode: 'auto-edit' })}
            >
              {strings.plan.startEditing}
            </Button>
          </>
        )}
        <Button disabled={disabled} title={strings.plan.keepPlanningTitle} onClick={keepPlanning}>
          {strings.plan.keepPlanning}
        </Button>
        <Button kind="link" disabled={disabled} onClick={() => showFeedback(!feedbackOpen)}>
          {feedbackOpen ? strings.plan.cancelFeedback : strings.plan.feedback}
        </Button>
      </div>
    </div>
  );
}

/** Lets Esc close only the field. Otherwise the panel's Esc handler could also close the output of a slash command. */
function onEscape(event: KeyboardEvent, close: () => void): void {
  if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.stopPropagation();
  close();
}

function focusOnMount(element: HTMLTextAreaElement | null): void {
  element?.focus();
}
