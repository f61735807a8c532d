import { useCallback, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';
import type { TerminalAction, TerminalCard } from '../../shared/terminalCard.ts';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { VisibleText } from '../markdown/VisibleText.tsx';
import { usePanel } from '../state/panel.ts';
import { useNow } from '../state/useNow.ts';
import { formatAge } from '../strings/quantities.ts';
import { strings } from '../strings/strings.ts';
import { useAcceptsClicksFor } from '../transcript/cards/useAcceptsClicks.ts';
import { TerminalLinks, type CardActions, type LinkKind } from './TerminalLinks.tsx';
import { TerminalQuestion } from './TerminalQuestion.tsx';
import { shownKey, useHeldCards, type ShownCards } from './useHeldCards.ts';

const words = strings.terminals;

const KEEPS_FOCUS: ReadonlySet<TerminalAction['kind']> = new Set(['show', 'open-limit', 'open-integration', 'retry']);

type Question = Extract<TerminalCard['content'], { kind: 'question' }>;

/**
 * The cards about terminals: questions, then offers and problems. The cards never take the focus from another part of
 * the page.
 */
export function TerminalCards() {
  const cards = useHeldCards();
  const { shown } = cards;
  // A new card may move another button under a pointer that is about to click, so clicks are ignored for a moment.
  const shownKeys = shown.map(({ card, isEnded }) => shownKey(card, isEnded)).join(' ');
  const acceptsClicks = useAcceptsClicksFor(shownKeys);
  const list = useRef<HTMLDivElement>(null);
  useFocusInView(list, shownKeys);
  if (shown.length === 0) return null;
  const areQuestions = shown.every(({ card, isEnded }) => card.content.kind === 'question' && !isEnded);
  return (
    <div className="terminal-cards">
      {shown.length > 1 && <p className="terminal-count">{words.count(shown.length, areQuestions)}</p>}
      <div ref={list} className="terminal-list">
        {shown.map(({ card, isEnded }) => (
          <Card key={card.id} card={card} isEnded={isEnded} acceptsClicks={acceptsClicks} cards={cards} />
        ))}
      </div>
    </div>
  );
}

/**
 * A new card pushes other cards down, so the focused card is scrolled into view. If no card has the focus, scrolls to
 * the first card, unless the pointer is over the cards.
 */
function useFocusInView(list: RefObject<HTMLElement | null>, shownKeys: string): void {
  useLayoutEffect(() => {
    const focused = list.current?.querySelector(':focus');
    if (!focused && list.current?.matches(':hover') === false) list.current.scrollTo(0, 0);
    focused?.closest('.terminal-card')?.scrollIntoView({ block: 'nearest' });
    focused?.scrollIntoView({ block: 'nearest' });
  }, [list, shownKeys]);
}

interface CardProps {
  card: TerminalCard;
  isEnded: boolean;
  acceptsClicks: boolean;
  cards: ShownCards;
}

function Card({ card, isEnded, acceptsClicks, cards: { held, dispatch, answer } }: CardProps) {
  const panel = usePanel();
  const { id, agent, since, content } = card;
  const box = useRef<HTMLDivElement>(null);
  useKeptFocus(box, held.focused === id);
  const close = useCallback(() => dispatch({ type: 'closed', id }), [dispatch, id]);
  const act = (action: TerminalAction): void => {
    if (!acceptsClicks) return;
    panel.send({ type: 'terminal', id, action });
    // `show`, `open-limit` and `open-integration` focus something else, and `retry` keeps the card.
    if (KEEPS_FOCUS.has(action.kind)) return;
    if (action.kind !== 'continue') close();
    // The composer takes the focus: `continue` writes into it, and the other actions remove the focused button.
    panel.focusComposer();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (!currentTarget.contains(relatedTarget)) dispatch({ type: 'left', id });
  };
  return (
    <div
      ref={box}
      className={content.kind === 'question' && !isEnded ? 'terminal-card' : 'terminal-card quiet'}
      role="group"
      aria-label={labelOf(card, isEnded)}
      tabIndex={-1}
      onFocus={() => dispatch({ type: 'focused', id })}
      onBlur={onBlur}
    >
      <div className="terminal-head">
        <Icon name={content.kind === 'problem' ? 'warning' : 'terminal'} />
        <span className="terminal-title">
          {agent !== '' && <strong>{agent}</strong>} <VisibleText text={titleOf(card, isEnded)} kind="line" />
        </span>
        {!isEnded && (
          <span className="terminal-age">
            <Age since={since} />
          </span>
        )}
      </div>
      {content.kind === 'question' ? (
        <TerminalQuestion
          content={content}
          isEnded={isEnded}
          wasRefused={held.refused.includes(id)}
          hasFocus={held.focused === id}
          draft={held.drafts[id] ?? ''}
          acceptsClicks={acceptsClicks}
          onType={(text) => dispatch({ type: 'typed', id, text })}
          onAct={act}
          onAnswer={(action) => answer(id, action)}
          onClose={close}
        />
      ) : (
        <Notice content={content} hasAgent={agent !== ''} acceptsClicks={acceptsClicks} onAct={act} />
      )}
    </div>
  );
}

/**
 * Keeps the focus on the card if the focused control was disabled or removed. If the focus moved elsewhere, the next
 * key could press another button or send a prompt.
 */
function useKeptFocus(card: RefObject<HTMLElement | null>, hasFocus: boolean): void {
  useLayoutEffect(() => {
    const focused = document.activeElement;
    const isLost = focused === document.body || (focused !== null && 'disabled' in focused && focused.disabled);
    if (hasFocus && isLost && document.hasFocus()) card.current?.focus({ preventScroll: true });
  });
}

/** `since`: milliseconds since the epoch. */
function Age({ since }: { since: number }) {
  return formatAge(useNow(1000) - since);
}

function Notice({
  content,
  hasAgent,
  acceptsClicks,
  onAct,
}: CardActions & { content: Exclude<TerminalCard['content'], Question>; hasAgent: boolean }) {
  const isOffer = content.kind === 'offer';
  return (
    <>
      <p className="terminal-note">
        {isOffer ? `${words.offer} ${content.reader}`.trim() : <VisibleText text={content.message} kind="line" />}
      </p>
      <div className="terminal-actions">
        {isOffer && (
          <Button disabled={!acceptsClicks} onClick={() => onAct({ kind: 'watch' })}>
            {words.watch}
          </Button>
        )}
        <TerminalLinks
          kinds={isOffer ? ['show', 'decline'] : noticeLinks(content, hasAgent)}
          acceptsClicks={acceptsClicks}
          onAct={onAct}
        />
      </div>
    </>
  );
}

function noticeLinks(
  { canRetry, next }: Extract<TerminalCard['content'], { kind: 'problem' }>,
  hasAgent: boolean,
): readonly LinkKind[] {
  return [
    ...(next ? [next] : []),
    ...(canRetry ? (['retry'] as const) : []),
    'show',
    'dismiss',
    ...(hasAgent ? (['stop'] as const) : []),
  ];
}

function labelOf({ agent, terminal, content }: TerminalCard, isEnded: boolean): string {
  switch (content.kind) {
    case 'question':
      return isEnded ? words.endedLabel(agent, terminal) : words.label(agent, terminal);
    case 'offer':
      return words.offerLabel(agent, terminal);
    case 'problem':
      return words.problemLabel(agent, terminal);
  }
}

function titleOf({ agent, terminal, content }: TerminalCard, isEnded: boolean): string {
  switch (content.kind) {
    case 'question':
      return isEnded ? words.asked(terminal) : words.asks(terminal);
    case 'offer':
      return words.runs(terminal);
    case 'problem':
      return agent === '' ? words.terminal(terminal) : words.in(terminal);
  }
}
