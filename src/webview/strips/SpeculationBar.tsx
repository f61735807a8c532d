import type { ReactNode } from 'react';
import type { ApprovalMode, SpeculationView } from '../../shared/chatState.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { isAcceptable } from '../../shared/preparedEdits.ts';
import type { SpeculationAction } from '../../shared/protocol.ts';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { useChat, usePanel } from '../state/panel.ts';
import { formatDuration } from '../strings/quantities.ts';
import { strings } from '../strings/strings.ts';
import { asEstimate, formatAmount } from '../transcript/answer/usageParts.ts';
import { Elapsed } from '../transcript/tools/Elapsed.tsx';
import { LineCounts } from '../transcript/tools/LineCounts.tsx';
import {
  changedWords,
  problemOf,
  problemWords,
  readyWords,
  sentInsteadWords,
  stoppedWords,
} from './speculationWords.ts';

const words = strings.speculation;

export function SpeculationBars() {
  const kept = useChat((chat) => chat.keptPreviews);
  const current = useChat((chat) => chat.speculation);
  return (
    <>
      {kept.map((view) => (
        <SpeculationBar key={view.id} view={view} />
      ))}
      {current && <SpeculationBar view={current} />}
    </>
  );
}

function SpeculationBar({ view }: { view: SpeculationView }) {
  // The transcript shows the progress of a speculation that is the current answer.
  const isWaiting = isAcceptable(view) || view.phase === 'review' || view.phase === 'conflict';
  if (view.adopted && !view.kept && !isWaiting) return null;
  return (
    <div
      className={`speculation ${view.phase} ${hasLongText(view) ? 'long' : ''}`}
      data-testid={view.kept ? 'kept-preview' : 'speculation'}
      role="group"
      aria-label={words.label}
      title={words.about(view.prompt ?? '', view.model)}
    >
      <Status view={view} />
      <span className="speculation-actions">
        <Actions view={view} />
      </span>
    </div>
  );
}

/** Whether the buttons must leave the whole width to the text if the panel is narrow. */
function hasLongText(view: SpeculationView): boolean {
  const { phase, kept, resumes, problem } = view;
  if (phase !== 'ready' && phase !== 'review' && phase !== 'stopped') return false;
  if (phase === 'stopped' && !resumes) return false;
  return resumes || kept || problem !== undefined || changedWords(view) !== '';
}

function Status({ view }: { view: SpeculationView }) {
  const problem = problemOf(view);
  if (problem !== null) {
    const [icon, tone] = view.phase === 'failed' ? ['error', 'failure'] : ['warning', 'warning'];
    return <Line view={view} icon={icon} tone={tone} text={problemWords(problem, view)} />;
  }
  switch (view.phase) {
    case 'held':
      return (
        <Line icon="debug-pause" tone="muted" strong text={words.stopped}>
          <span className="speculation-stop">{view.activity}</span>
        </Line>
      );
    case 'running':
      if (view.paused) return <Line view={view} icon="debug-pause" tone="muted" text={words.paused} />;
      return (
        <Line view={view} icon="loading" spin tone="running" text={words.preparing}>
          <Progress view={view} />
        </Line>
      );
    case 'ready':
    case 'review':
      if (view.resumes && !view.kept) return <Stopped view={view} />;
      return (
        <Line view={view} {...readyLook(view)} text={readyWords(view)}>
          <Changes view={view} />
        </Line>
      );
    case 'applying':
      return (
        <Line view={view} icon="loading" spin tone="running" text={words.applying}>
          <Changes view={view} />
        </Line>
      );
    case 'stopped':
      return <Stopped view={view} />;
    case 'conflict':
    case 'failed':
      // In these phases, `problemOf` is never null.
      return null;
  }
}

function readyLook(view: SpeculationView) {
  if (changedWords(view) !== '') return { icon: 'warning', tone: 'warning' };
  if (view.kept) return { icon: 'diff-multiple', tone: 'muted' };
  return { icon: 'check', tone: 'success', strong: true };
}

function Line({
  view = null,
  icon,
  tone,
  text,
  spin = false,
  strong = false,
  children,
}: {
  /** Null for a speculation that has not started. */
  view?: SpeculationView | null;
  icon: string;
  tone: string;
  text: string;
  spin?: boolean;
  strong?: boolean;
  children?: ReactNode;
}) {
  return (
    <>
      <Icon name={icon} spin={spin} className={`tone-${tone}`} />
      <span className="speculation-text">
        <span className="speculation-main">
          {strong ? <strong>{text}</strong> : text} {children}
        </span>
        {view && <Facts view={view} />}
      </span>
    </>
  );
}

/** A narrow panel hides the step, because the activity is more useful. */
function Progress({ view: { step, activity } }: { view: SpeculationView }) {
  const where = words.step(step);
  if (activity === '') return where;
  return (
    <span title={activity}>
      <span className="speculation-step">{where}, </span>
      {activity}
    </span>
  );
}

function Stopped({ view }: { view: SpeculationView }) {
  const { files, waitsFor } = view;
  const why = stoppedWords(view);
  const sentInstead = sentInsteadWords(view);
  const changed = changedWords(view);
  return (
    <Line view={view} icon="debug-pause" tone="muted" strong text={words.stopped}>
      <span className="speculation-stop" title={files.join('\n')}>
        {waitsFor === undefined ? why : `${why}: `}
        {waitsFor !== undefined && <MiddleCut>{waitsFor}</MiddleCut>}
        {sentInstead !== '' && <span> {sentInstead}</span>}
        {changed !== '' && <span className="speculation-changed">{changed}</span>}
      </span>
    </Line>
  );
}

/** How many characters stay visible at the end of a long text. */
const END = 12;

/** A long text is cut in its middle, because both ends matter. */
function MiddleCut({ children: text }: { children: string }) {
  const characters = [...text];
  return (
    <code className="middle-cut" dir="ltr" title={text}>
      <span className="middle-cut-start">{characters.slice(0, -END).join('')}</span>
      <span className="middle-cut-end">{characters.slice(-END).join('')}</span>
    </code>
  );
}

function Facts({ view: { spent, model, startedAt, duration } }: { view: SpeculationView }) {
  const cost = asEstimate(formatAmount(spent), spent.estimated);
  return (
    <span className="speculation-facts">
      {cost !== '' && <span>{cost}</span>}
      <span className="speculation-model">{toDisplayText(model)}</span>
      <span>{duration === null ? <Elapsed since={startedAt} /> : formatDuration(duration)}</span>
    </span>
  );
}

function Changes({ view }: { view: SpeculationView }) {
  if (view.files.length === 0) return null;
  return (
    <>
      <span className="speculation-files" title={view.files.join('\n')}>
        {strings.tools.files(view.files.length, view.moved)}
      </span>{' '}
      <LineCounts added={view.added} removed={view.removed} />
    </>
  );
}

function Actions({ view }: { view: SpeculationView }) {
  const panel = usePanel();
  const mode = useChat((chat) => chat.approvalMode);
  const act = (action: SpeculationAction) => () => {
    panel.send({ type: 'speculation', id: view.id, action });
    // The button may disappear, so the focus moves to the input.
    panel.focusComposer();
  };
  const preview = view.files.length > 0 && (
    <Button kind="link" onClick={act('preview')}>
      {words.preview}
    </Button>
  );
  const discard = (
    <Button kind="icon" label={words.discardLabel} title={words.discardLabel} onClick={act('discard')}>
      <Icon name="close" />
    </Button>
  );
  switch (view.phase) {
    case 'held':
      return (
        <Button kind="link" label={words.resumeLabel} onClick={act('resume')}>
          {words.resume}
        </Button>
      );
    case 'running':
      return (
        <>
          {preview}
          <Button kind="link" label={words.stopLabel} onClick={act('discard')}>
            {words.stop}
          </Button>
        </>
      );
    case 'ready':
    case 'review':
    case 'stopped':
      if (view.phase === 'stopped' && !view.resumes) return discard;
      return (
        <>
          {preview}
          {mayApply(view, mode) && (
            <Button kind="primary" onClick={act('apply')}>
              {view.files.length > 0 ? words.apply : view.resumes ? words.continue : words.show}
            </Button>
          )}
          {discard}
        </>
      );
    case 'applying':
      return null;
    case 'conflict':
      return (
        <>
          <Button kind="link" onClick={act('preview')}>
            {words.reviewMerge}
          </Button>
          <Button kind="link" title={words.redoTitle} onClick={act('redo')}>
            {words.redo}
          </Button>
          <Button kind="link" label={words.discardLabel} onClick={act('discard')}>
            {words.discard}
          </Button>
        </>
      );
    case 'failed':
      return discard;
  }
}

/** In `default` mode, the user must see the diff before the edits can be applied. */
function mayApply({ phase, files }: SpeculationView, mode: ApprovalMode): boolean {
  return mode !== 'default' || phase === 'review' || files.length === 0;
}
