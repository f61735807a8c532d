import { useLayoutEffect, useRef } from 'react';
import type { QueuedPromptView } from '../../shared/chatState.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import type { Request } from '../../shared/protocol.ts';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { toShortName } from '../composer/footer/ModelName.tsx';
import { useChat, usePanel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';

type Change = Extract<Request, { type: 'change-queued' }>['change'];
type Act = (id: string, change: Change) => void;

const words = strings.queue;
/** Characters of a queued message in its row, and in a button's accessible name. */
const MAX_ROW = 500;
const MAX_NAME = 60;

export function QueueList() {
  const panel = usePanel();
  const queue = useChat((chat) => chat.queue);
  const paused = useChat((chat) => chat.queuePaused);
  const editing = useChat((chat) => chat.editing);
  const answering = useChat((chat) => chat.status !== 'idle');
  const conversationId = useChat((chat) => chat.conversationId);
  const { root, keepFocus, onFocus, onBlur } = useFocusWithin(queue, answering);
  const rows = useRef<HTMLOListElement>(null);
  const { length } = queue;
  const shown = useRef(length);
  useLayoutEffect(() => {
    // A newly queued prompt is at the end.
    if (length > shown.current) rows.current?.scrollTo({ top: rows.current.scrollHeight });
    shown.current = length;
  }, [length]);
  if (queue.length === 0) return null;
  const waiting = queue.filter(({ removed }) => !removed);

  const act: Act = (id, change) => {
    keepFocus(id, change);
    panel.send({ type: 'change-queued', conversationId, id, change });
  };
  return (
    <div className="queue" role="group" aria-label={words.label} ref={root} onFocus={onFocus} onBlur={onBlur}>
      {paused && waiting.length > 0 && (
        <PausedLine count={waiting.length} onSend={() => panel.send({ type: 'send-queue', conversationId })} />
      )}
      <ol className="queue-rows" ref={rows}>
        {queue.map((prompt) => (
          <li key={prompt.id} className={rowClass(prompt, editing)} data-queued={prompt.id}>
            <Row
              prompt={prompt}
              editing={editing === prompt.id}
              answering={answering}
              first={waiting[0] === prompt}
              last={waiting.at(-1) === prompt}
              act={act}
            />
          </li>
        ))}
      </ol>
    </div>
  );
}

function PausedLine({ count, onSend }: { count: number; onSend: () => void }) {
  const panel = usePanel();
  return (
    <div className="queue-paused" title={words.pausedTitle}>
      <Icon name="debug-pause" className="tone-warning" />
      <span className="queue-paused-text">{words.paused(count)}</span>
      <Button
        kind="link"
        label={words.sendLabel}
        title={words.sendTitle}
        onClick={() => {
          onSend();
          panel.focusComposer();
        }}
      >
        {words.send}
      </Button>
    </div>
  );
}

interface RowProps {
  prompt: QueuedPromptView;
  editing: boolean;
  /** An answer is running, so a prompt without a model of its own can be steered. */
  answering: boolean;
  first: boolean;
  last: boolean;
  act: Act;
}

function Row({ prompt, editing, answering, first, last, act }: RowProps) {
  const { id, text, images, steers, removed, model } = prompt;
  const name = toName(prompt);
  const modelTitle = answering ? words.modelAfterAnswer : words.model;
  const change = (action: Change) => ({ 'data-action': action, onClick: () => act(id, action) });
  if (removed) {
    return (
      <>
        <span className="queued-note">{words.removed}</span>
        <Text text={text} />
        <Button kind="link" label={`${words.undoLabel}: ${name}`} onClick={() => act(id, 'restore')}>
          <span className="button-text" data-action="restore">
            {words.undo}
          </span>
        </Button>
      </>
    );
  }
  return (
    <>
      {answering && steers && <span className="queued-steers">{words.steers}</span>}
      <Text text={text} />
      {images.length > 0 && (
        <span
          className="queued-note"
          role="img"
          aria-label={words.images(images.length)}
          title={words.images(images.length)}
        >
          <Icon name="file-media" /> {images.length}
        </span>
      )}
      {model && (
        <span className="queued-note queued-model" title={modelTitle(model.id)}>
          <span className="sr-only">{modelTitle(model.label)}</span>
          <span aria-hidden="true">{toShortName(model.label)}</span>
        </span>
      )}
      {editing ? (
        <span className="queued-note">{words.editing}</span>
      ) : (
        <>
          {answering && !model && (
            <IconButton
              icon={steers ? 'compass-active' : 'compass'}
              label={words.steer(name)}
              title={steers ? words.doNotSteerTitle : words.steerTitle}
              aria-pressed={steers}
              {...change(steers ? 'do-not-steer' : 'steer')}
            />
          )}
          {!(first && last) && (
            <>
              <IconButton
                icon="arrow-up"
                label={words.up(name)}
                title={words.upTitle}
                disabled={first}
                {...change('move-up')}
              />
              <IconButton
                icon="arrow-down"
                label={words.down(name)}
                title={words.downTitle}
                disabled={last}
                {...change('move-down')}
              />
            </>
          )}
          <IconButton icon="edit" label={words.edit(name)} title={words.editTitle} {...change('edit')} />
          <IconButton icon="close" label={words.remove(name)} title={words.removeTitle} {...change('remove')} />
        </>
      )}
    </>
  );
}

function Text({ text }: { text: string }) {
  const shown = toDisplayText(text.slice(0, MAX_ROW).replaceAll(/\s+/g, ' ').trim());
  return (
    <span className="queued-text" title={toDisplayText(text.slice(0, MAX_ROW))}>
      {shown || words.onlyImages}
    </span>
  );
}

/** After a change, the first of these buttons that exists and is enabled gets the focus. */
const FOCUS_AFTER: Readonly<Record<Change, readonly Change[]>> = {
  edit: [],
  remove: ['restore'],
  restore: ['remove'],
  'move-up': ['move-up', 'move-down'],
  'move-down': ['move-down', 'move-up'],
  steer: ['do-not-steer'],
  'do-not-steer': ['steer'],
};

/** After a change to the focused row, focuses a button of that row or else the composer. */
function useFocusWithin(queue: readonly QueuedPromptView[], answering: boolean) {
  const panel = usePanel();
  const root = useRef<HTMLDivElement>(null);
  const wanted = useRef<{ readonly id: string; readonly actions: readonly Change[] }>(null);
  const within = useRef(false);

  useLayoutEffect(() => {
    const { current } = wanted;
    const target = current && findButton(root.current, current.id, current.actions);
    if (target) {
      wanted.current = null;
      target.focus();
    } else if (within.current && document.activeElement === document.body && document.hasFocus()) {
      within.current = false;
      panel.focusComposer();
    }
  }, [queue, answering, panel]);

  return {
    root,
    keepFocus: (id: string, change: Change) => void (wanted.current = { id, actions: FOCUS_AFTER[change] }),
    onFocus: () => void (within.current = true),
    onBlur: () => void (within.current = false),
  };
}

function findButton(root: HTMLElement | null, id: string, actions: readonly Change[]): HTMLElement | undefined {
  const row = root?.querySelector(`[data-queued="${CSS.escape(id)}"]`);
  for (const action of actions) {
    const found = row?.querySelector<HTMLElement>(`[data-action="${action}"]`);
    const button = found?.closest<HTMLElement>('.button, button');
    if (button && !button.hasAttribute('disabled')) return button;
  }
  return undefined;
}

function rowClass({ id, removed }: QueuedPromptView, editing: string | null): string {
  if (removed) return 'queued removed';
  return editing === id ? 'queued editing' : 'queued';
}

function toName({ text, images }: QueuedPromptView): string {
  const line = toDisplayText(text.slice(0, MAX_ROW).replaceAll(/\s+/g, ' ').trim());
  if (line === '') return words.images(images.length);
  return line.length > MAX_NAME ? `${line.slice(0, MAX_NAME)}…` : line;
}
