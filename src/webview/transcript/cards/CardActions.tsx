import { useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { PersistentRuleOffer } from '../../../shared/toolBlock.ts';
import { ActionMenu, type Action } from '../../controls/ActionMenu.tsx';
import { Button } from '../../controls/Button.tsx';
import { strings } from '../../strings/strings.ts';
import { useCardText } from './cardText.ts';
import { FeedbackField } from './FeedbackField.tsx';
import { PersistentRuleChoice } from './PersistentRuleChoice.tsx';
import { useCardKeys } from './useCardKeys.ts';

export interface CardActionsProps {
  /** Each question has its own id. */
  readonly id: string;
  /** A part of the key of persisted, unsent feedback. */
  readonly textKey: string;
  readonly card: RefObject<HTMLElement | null>;
  readonly allowLabel: string;
  readonly disabled: boolean;
  /** The user has been shown the whole content. */
  readonly isRead: boolean;
  readonly grantable: boolean;
  readonly offers: readonly PersistentRuleOffer[];
  readonly onAllow: (decision: 'allow-once' | 'allow-for-chat') => void;
  readonly onPersistent: (index: number) => void;
  readonly onDeny: (reason: string) => void;
}

export function CardActions(props: CardActionsProps) {
  const { id, textKey, card, allowLabel, disabled, isRead, grantable, offers, onAllow, onPersistent, onDeny } = props;
  const [reason, setReason] = useCardText(`${textKey} reason`, '');
  // Feedback that was restored, after scrolling or after a reload, must not take the focus.
  const [wasRestored, setWasRestored] = useState(reason !== '');
  const [feedbackOpen, setFeedbackOpen] = useState(wasRestored);
  const [choosingRule, setChoosingRule] = useState(false);
  const [unread, setUnread] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const canAllow = !disabled && isRead;

  useCardKeys({
    id,
    card,
    isRead,
    offersAllow: !feedbackOpen && !choosingRule,
    allow: () => onAllow('allow-once'),
    deny: () => onDeny(feedbackOpen ? reason : ''),
    readFirst: () => setUnread(true),
    isFeedbackOpen: feedbackOpen,
    closeFeedback,
  });

  /** If the card had the focus, returns the focus to the menu button that opened the field or the choice. */
  function closeAndFocusMenu(close: () => void, which: 'first' | 'last'): void {
    const hadFocus = card.current?.contains(document.activeElement);
    flushSync(close);
    const menus = row.current?.querySelectorAll<HTMLElement>('.action-menu > button') ?? [];
    if (hadFocus) menus[which === 'first' ? 0 : menus.length - 1]?.focus();
  }

  function closeFeedback(): void {
    if (!feedbackOpen) return;
    setWasRestored(false);
    closeAndFocusMenu(() => setFeedbackOpen(false), 'last');
  }

  if (choosingRule) {
    return (
      <PersistentRuleChoice
        offers={offers}
        disabled={disabled || !isRead}
        onAdd={onPersistent}
        onBack={() => closeAndFocusMenu(() => setChoosingRule(false), 'first')}
      />
    );
  }
  const allowing: Action[] = [];
  if (grantable) {
    allowing.push({
      label: strings.approval.chat,
      icon: 'comment-discussion',
      onSelect: () => onAllow('allow-for-chat'),
    });
  }
  if (offers.length > 0) {
    allowing.push({ label: strings.persistent.open, icon: 'verified', onSelect: () => setChoosingRule(true) });
  }
  return (
    <>
      {feedbackOpen && (
        <FeedbackField
          label={strings.approval.feedback}
          value={reason}
          takesFocus={!wasRestored}
          onChange={setReason}
          onSend={() => onDeny(reason)}
          onClose={closeFeedback}
        />
      )}
      <div className="approval-actions" ref={row}>
        {!feedbackOpen && (
          <span className="split">
            <Button kind="primary" disabled={!canAllow} onClick={() => onAllow('allow-once')}>
              {allowLabel}
            </Button>
            {allowing.length > 0 && (
              <ActionMenu
                label={strings.approval.allowMenu}
                icon="chevron-down"
                className="split-menu primary"
                disabled={!canAllow}
                actions={allowing}
              />
            )}
          </span>
        )}
        <span className="split">
          <Button disabled={disabled} onClick={() => onDeny(feedbackOpen ? reason : '')}>
            {strings.approval.deny}
          </Button>
          {!feedbackOpen && (
            <ActionMenu
              label={strings.approval.denyMenu}
              icon="chevron-down"
              className="split-menu"
              disabled={disabled}
              actions={[
                { label: strings.approval.denyWithFeedback, icon: 'comment', onSelect: () => setFeedbackOpen(true) },
              ]}
            />
          )}
        </span>
        {feedbackOpen && (
          <Button kind="link" onClick={closeFeedback}>
            {strings.approval.closeFeedback}
          </Button>
        )}
      </div>
      {!isRead && (
        <p className={unread ? 'approval-note unread' : 'approval-note'} role={unread ? 'status' : undefined}>
          {strings.approval.readFirst}
        </p>
      )}
    </>
  );
}
