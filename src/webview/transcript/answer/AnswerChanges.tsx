import type { AnswerItem, ChangesView } from '../../../shared/transcriptItem.ts';
import { Button } from '../../controls/Button.tsx';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { useChat, usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';

/** "3 files, +42 −7 · Review · Undo". */
export function AnswerChanges({ answer: { id: itemId, changes } }: { answer: AnswerItem }) {
  const panel = usePanel();
  const conversationId = useChat((chat) => chat.conversationId);
  const idle = useChat((chat) => chat.status === 'idle');
  if (!changes) return null;
  const send = (action: 'undo' | 'redo' | 'compare' | 'review') =>
    panel.send({ type: 'change-files', conversationId, itemId, action });
  const action = changes.state === 'undone' ? 'redo' : 'undo';
  const { text, label } = strings.changes[action];
  return (
    <div className="answer-changes" role="group" aria-label={strings.changes.label}>
      {(changes.files > 0 || changes.state === 'dropped') && (
        <p>
          <span>{summaryOf(changes)}</span>
          {changes.state !== 'dropped' && (
            <Button kind="link" label={strings.changes.review.label} onClick={() => send('review')}>
              {strings.changes.review.text}
            </Button>
          )}
          {changes.state !== 'dropped' && changes.state !== 'restored' && (
            <Button kind="link" label={label} disabled={!idle} onClick={() => send(action)}>
              {text}
            </Button>
          )}
        </p>
      )}
      {changes.changed.length > 0 && (
        <p>
          <VisibleText text={strings.changes.changed(changes.changed)} kind="line" />
          <Button kind="link" onClick={() => send('compare')}>
            {strings.changes.compare}
          </Button>
        </p>
      )}
      {changes.lost.length > 0 && (
        <p>
          <VisibleText text={strings.changes.lost(changes.lost)} kind="line" />
        </p>
      )}
      {changes.bypasses.length > 0 && (
        <p>
          <VisibleText text={strings.changes.bypasses(changes.bypasses)} kind="line" />
        </p>
      )}
    </div>
  );
}

function summaryOf({ state, files, moved = 0, added, removed }: ChangesView): string {
  if (state === 'dropped') return strings.changes.dropped;
  if (state === 'restored') return strings.changes.restored;
  return state === 'undone' ? strings.changes.undone : strings.changes.counts(files, moved, added, removed);
}
