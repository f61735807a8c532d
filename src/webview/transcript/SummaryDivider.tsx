import { useState } from 'react';
import type { SummaryItem } from '../../shared/transcriptItem.ts';
import { Button } from '../controls/Button.tsx';
import { Markdown } from '../markdown/Markdown.tsx';
import { useChat, usePanel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';
import { useCardText } from './cards/cardText.ts';

const words = strings.summary;

const MAX_ROWS = 24;

/** "Compressed 212 messages, 94k → 11k tokens · Show · Undo". The messages above the divider stay in the chat. */
export function SummaryDivider({ item }: { item: SummaryItem }) {
  const panel = usePanel();
  const [shown, setShown] = useState(false);
  const [editing, setEditing] = useState(false);
  const isIdle = useChat(({ status }) => status === 'idle');
  const isLastSummary = useChat(({ items }) => items.findLast(({ kind }) => kind === 'summary')?.id === item.id);
  const isLast = useChat(({ items }) => items.at(-1)?.id === item.id);
  const conversationId = useChat((chat) => chat.conversationId);
  const mayEdit = isIdle && isLast && item.state === 'done';
  const change = (next: { text: string } | { undone: boolean }) =>
    panel.send({ type: 'change-summary', conversationId, itemId: item.id, change: next });
  const isUndone = item.state === 'undone';
  return (
    <div className="summary" data-item={item.id} role="group" aria-label={words.label}>
      <p className="summary-line">
        <span>{describe(item)}</span>
        {item.state === 'running' ? (
          <Button kind="link" onClick={() => panel.stop()}>
            {words.stop}
          </Button>
        ) : (
          <Button kind="link" onClick={() => setShown(!shown)}>
            {shown ? words.hide : words.show}
          </Button>
        )}
        {item.state !== 'running' && isLastSummary && (
          <Button
            kind="link"
            disabled={!isIdle}
            title={isUndone ? words.redoTitle : words.undoTitle}
            onClick={() => change({ undone: !isUndone })}
          >
            {isUndone ? words.redo : words.undo}
          </Button>
        )}
      </p>
      {shown && editing && mayEdit && (
        <SummaryEditor
          item={item}
          onSave={(text) => {
            change({ text });
            setEditing(false);
          }}
          onCancel={() => setEditing(false)}
        />
      )}
      {shown && !(editing && mayEdit) && (
        <>
          <div className="markdown summary-text">
            <Markdown text={item.text} />
          </div>
          {mayEdit && (
            <Button kind="link" title={words.editTitle} onClick={() => setEditing(true)}>
              {words.edit}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

/** A button has opened the editor, so its field may take the focus. */
function SummaryEditor({
  item,
  onSave,
  onCancel,
}: {
  item: SummaryItem;
  onSave: (text: string) => void;
  onCancel: () => void;
}) {
  const [text, setText] = useCardText(`${item.id} summary ${item.text.length}`, item.text);
  return (
    <div className="summary-editor">
      <textarea
        className="approval-text"
        aria-label={words.field}
        rows={Math.min(MAX_ROWS, Math.max(4, text.split('\n').length + 1))}
        ref={focusOnMount}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.stopPropagation();
          onCancel();
        }}
      />
      <div className="approval-actions">
        <Button kind="primary" disabled={text.trim() === ''} onClick={() => onSave(text)}>
          {words.save}
        </Button>
        <Button
          kind="link"
          onClick={() => {
            setText(item.text);
            onCancel();
          }}
        >
          {words.cancel}
        </Button>
      </div>
    </div>
  );
}

function focusOnMount(field: HTMLTextAreaElement | null): void {
  field?.focus();
}

function describe({ state, messages, before, after, edited }: SummaryItem): string {
  if (state === 'running') return words.running;
  const done = words.done(messages, before, after);
  const parts = [state === 'undone' ? words.undone : done, ...(edited ? [words.edited] : [])];
  return parts.join(' · ');
}
