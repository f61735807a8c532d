import { useEffect, useId, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { RestoreCard as Card } from '../../shared/restoreCard.ts';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { VisibleText } from '../markdown/VisibleText.tsx';
import { useChat, usePanel } from '../state/panel.ts';
import { whileShown } from '../state/whileShown.ts';
import { strings } from '../strings/strings.ts';

/** The question before files are restored. */
export function RestoreCard() {
  const card = useChat((chat) => chat.restoring);
  return card && <OpenCard key={card.id} card={card} />;
}

function OpenCard({ card }: { card: Card }) {
  const panel = usePanel();
  const conversationId = useChat((chat) => chat.conversationId);
  const heading = useId();
  const root = useRef<HTMLDivElement>(null);
  const words = strings.restore;
  const { id, kind, prompt, files, changed, lost, bypasses, dropped } = card;
  const isResend = kind === 'edit' || kind === 'retry';
  const hasEffect = files.length > 0 || kind === 'chat';

  // The card's buttons must be reachable with the keyboard. The focus does not interrupt the user, because a user
  // action has opened the card.
  useEffect(() => root.current?.focus(), []);

  function send(action: 'restore' | 'keep' | 'cancel' | 'compare'): void {
    panel.send({ type: 'checkpoint', conversationId, itemId: id, action });
    // The focused button is removed with the card.
    if (action !== 'compare') panel.focusComposer();
  }

  return (
    <div
      className="approval restore-card"
      role="group"
      aria-labelledby={heading}
      tabIndex={-1}
      ref={root}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        send('cancel');
      }}
    >
      <h2 id={heading}>
        <Icon name="history" />
        <span>{hasEffect ? words.titles[kind] : words.nothing}</span>
      </h2>
      {!isResend && (
        <p className="restore-prompt">
          <VisibleText text={words.prompt(prompt)} kind="line" />
        </p>
      )}
      {hasEffect && <p>{words.count(files.map(({ change }) => change))}</p>}
      {files.length > 0 && <FileList files={files} />}
      {changed.length > 0 && (
        <p>
          <VisibleText text={strings.changes.changed(changed)} kind="line" />{' '}
          <Button kind="link" onClick={() => send('compare')}>
            {strings.changes.compare}
          </Button>
        </p>
      )}
      {lost.length > 0 && (
        <p>
          <VisibleText text={strings.changes.notRestorable(lost)} kind="line" />
        </p>
      )}
      {bypasses.length > 0 && (
        <p>
          <VisibleText text={strings.changes.bypasses(bypasses)} kind="line" />
        </p>
      )}
      {dropped && <p>{words.dropped}</p>}
      <div className="question-actions">
        {hasEffect && (
          <Button kind="primary" onClick={() => send('restore')}>
            {restoreText(card)}
          </Button>
        )}
        {isResend && <Button onClick={() => send('keep')}>{words.buttons.keep}</Button>}
        <Button kind={isResend ? 'link' : 'secondary'} onClick={() => send('cancel')}>
          {hasEffect ? words.buttons.cancel : words.buttons.close}
        </Button>
      </div>
    </div>
  );
}

/** The list scrolls, so that the buttons stay visible. Only a list that scrolls can be focused. */
function FileList({ files }: { files: Card['files'] }) {
  const words = strings.restore;
  const hidden = files.length - MAX_FILES;
  const list = useRef<HTMLUListElement>(null);
  const scrolls = useScrolls(list);
  return (
    <ul className="restore-files" aria-label={words.list} ref={list} {...(scrolls && { tabIndex: 0 })}>
      {files.slice(0, MAX_FILES).map(({ path, added, removed, change }) => (
        <li key={path}>
          <VisibleText text={path} kind="line" />{' '}
          <span className="restore-counts">{change === 'edit' ? `+${added} −${removed}` : words[change]}</span>
        </li>
      ))}
      {hidden > 0 && <li className="restore-counts">{words.more(hidden)}</li>}
    </ul>
  );
}

const MAX_FILES = 200;

/** Whether the element's content is higher than the element. */
function useScrolls(box: RefObject<HTMLElement | null>): boolean {
  const { shown } = usePanel();
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    return whileShown(shown, () => {
      const sizes = new ResizeObserver(() => setScrolls(element.scrollHeight > element.clientHeight));
      sizes.observe(element);
      return () => sizes.disconnect();
    });
  }, [box, shown]);
  return scrolls;
}

function restoreText({ kind, files }: Card): string {
  const { buttons } = strings.restore;
  if (kind === 'edit' || kind === 'retry') return buttons.first;
  if (kind === 'files') return buttons.files;
  return files.length > 0 ? buttons.chat : buttons.chatOnly;
}
