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
  /** Identifies the question. Each question has its own id. */
  readonly id: string;
  /** The key under which unsent feedback is persisted. */
  readonly textKey: string;
  readonly card: RefObject<HTMLElement | null>;
  readonly allowLabel: string;
  readonly disabled: boolean;
  /** False until the user has been shown the whole content. */
  readonly isRead: boolean;
  /** True if the card offers "Allow for this chat". */
  readonly grantable: boolean;
  readonly offers: readonly PersistentRuleOffer[];
  readonly onAllow: (decision: 'allow-once' | 'allow-for-chat') => void;
  readonly onPersistent: (index: number) => void;
  readonly onDeny: (reason: string) => void;
}

/** A card's row of buttons, and the keys that press the buttons. */
export function CardActions(props: CardActionsProps) {
  const { id, textKey, card, allowLabel, disabled, isRead, grantable, offers, onAllow, onPersistent, onDeny } = props;
  const [reason, setReason] = useCardText(`${textKey} reason`, '');
  // Feedback restored after a reload must not take the focus.
  const [wasKept, setWasKept] = useState(reason !== '');
  const [explaining, setExplaining] = useState(wasKept);
  const [choosing, setChoosing] = useState(false);
  const [unread, setUnread] = useState(false);
  const row = useRef<HTMLDivElement>(null);
  const canAllow = !disabled && isRead;

  useCardKeys({
    id,
    card,
    isRead,
    offersAllow: !explaining && !choosing,
    allow: () => onAllow('allow-once'),
    deny: () => onDeny(explaining ? reason : ''),
    readFirst: () => setUnread(true),
    isExplaining: explaining,
    closeFeedback,
  });

  /** Closes the feedback field or the rule choice, and returns the focus to the menu button that opened it. */
  function closeAndFocusMenu(close: () => void, which: 'first' | 'last'): void {
    const hadFocus = card.current?.contains(document.activeElement);
    flushSync(close);
    const menus = row.current?.querySelectorAll<HTMLElement>('.action-menu > button') ?? [];
    if (hadFocus) menus[which === 'first' ? 0 : menus.length - 1]?.focus();
  }

  function closeFeedback(): void {
    if (!explaining) return;
    setWasKept(false);
    closeAndFocusMenu(() => setExplaining(false), 'last');
  }

  if (choosing) {
    return (
      <PersistentRuleChoice
        offers={offers}
        disabled={disabled || !isRead}
        onAdd={onPersistent}
        onBack={() => closeAndFocusMenu(() => setChoosing(false), 'first')}
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
    allowing.push({ label: strings.persistent.open, icon: 'verified', onSelect: () => setChoosing(true) });
  }
  return (
    <>
      {explaining && (
        <FeedbackField
          label={strings.approval.feedback}
          value={reason}
          takesFocus={!wasKept}
          onChange={setReason}
          onSend={() => onDeny(reason)}
          onClose={closeFeedback}
        />
      )}
      <div className="approval-actions" ref={row}>
        {!explaining && (
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
          <Button disabled={disabled} onClick={() => onDeny(explaining ? reason : '')}>
            {strings.approval.deny}
          </Button>
          {!explaining && (
            <ActionMenu
              label={strings.approval.denyMenu}
              icon="chevron-down"
              className="split-menu"
              disabled={disabled}
              actions={[
                { label: strings.approval.denyWithFeedback, icon: 'comment', onSelect: () => setExplaining(true) },
              ]}
            />
          )}
        </span>
        {explaining && (
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
