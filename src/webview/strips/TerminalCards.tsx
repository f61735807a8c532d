import { useId, useState, type KeyboardEvent } from 'react';
import { MAX_TERMINAL_ANSWER, type TerminalAction, type TerminalCard } from '../../shared/terminalCard.ts';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { VisibleText } from '../markdown/VisibleText.tsx';
import { useChat, usePanel } from '../state/panel.ts';
import { useNow } from '../state/useNow.ts';
import { formatAge } from '../strings/quantities.ts';
import { strings } from '../strings/strings.ts';
import { useAcceptsClicksFor } from '../transcript/cards/useAcceptsClicks.ts';
import { useReadToEnd } from './useReadToEnd.ts';

const words = strings.terminals;

const KEEPS_FOCUS: ReadonlySet<TerminalAction['kind']> = new Set(['show', 'open-limit', 'retry']);

type Question = Extract<TerminalCard['content'], { kind: 'question' }>;

/** A card for each terminal whose agent needs the user, the newest first. The cards never take the focus. */
export function TerminalCards() {
  const cards = useChat((chat) => chat.terminals);
  // A new card moves the buttons of the others, possibly under a pointer that is about to click.
  const acceptsClicks = useAcceptsClicksFor(cards.map(shownKey).join(' '));
  if (cards.length === 0) return null;
  return (
    <div className="terminal-cards">
      {cards.length > 1 && (
        <p className="terminal-count">
          {words.count(
            cards.length,
            cards.every(({ content }) => content.kind === 'question'),
          )}
        </p>
      )}
      <div className="terminal-list">
        {cards.map((card) => (
          <Card key={card.id} card={card} acceptsClicks={acceptsClicks} />
        ))}
      </div>
    </div>
  );
}

function Card({ card, acceptsClicks }: { card: TerminalCard; acceptsClicks: boolean }) {
  const panel = usePanel();
  const { id, agent, since, content } = card;
  const act = (action: TerminalAction): void => {
    if (!acceptsClicks) return;
    panel.send({ type: 'terminal', id, action });
    // The focused button is removed with the card. `show` focuses the terminal, `open-limit` focuses the setting, and
    // `retry` keeps the card; after other actions, the composer takes the focus.
    if (!KEEPS_FOCUS.has(action.kind)) panel.focusComposer();
  };
  return (
    <div
      className={content.kind === 'question' ? 'terminal-card' : 'terminal-card quiet'}
      role="group"
      aria-label={labelOf(card)}
    >
      <div className="terminal-head">
        <Icon name={content.kind === 'problem' ? 'warning' : 'terminal'} />
        <span className="terminal-title">
          {agent !== '' && <strong>{agent}</strong>} <VisibleText text={titleOf(card)} kind="line" />
        </span>
        <span className="terminal-age">
          <Age since={since} />
        </span>
      </div>
      {content.kind === 'question' ? (
        <QuestionBody content={content} acceptsClicks={acceptsClicks} onAct={act} />
      ) : (
        <Notice content={content} hasAgent={agent !== ''} acceptsClicks={acceptsClicks} onAct={act} />
      )}
    </div>
  );
}

/** How long the card has waited; `since` is in milliseconds since the epoch. */
function Age({ since }: { since: number }) {
  return formatAge(useNow(1000) - since);
}

interface BodyProps {
  acceptsClicks: boolean;
  onAct: (action: TerminalAction) => void;
}

function QuestionBody({ content, acceptsClicks, onAct }: BodyProps & { content: Question }) {
  const { revision, text, lastAction, choices, isOpen, isPartial, unanswerable, wording, refusal } = content;
  const hasLabels = choices.some(({ label }) => label !== '');
  const { box, end, overflows, isRead } = useReadToEnd(revision);
  // The user must not allow what is out of sight.
  const acceptsAnswers = acceptsClicks && isRead;
  const answer = (action: TerminalAction): void => {
    if (acceptsAnswers) onAct(action);
  };
  return (
    <>
      <div
        ref={box}
        className="terminal-question"
        {...(overflows && { tabIndex: 0, role: 'region', 'aria-label': words.question })}
      >
        {lastAction !== null && (
          <p className="terminal-action">
            <VisibleText text={lastAction} kind="line" />
          </p>
        )}
        <p className={text.includes('\n') ? 'terminal-text code' : 'terminal-text'}>
          <VisibleText text={text} kind="block" />
        </p>
        {hasLabels && (
          <ul className="terminal-options">
            {choices.map(({ send, label }) => (
              <li key={send}>
                <VisibleText text={`${send} ${label}`} kind="line" />
              </li>
            ))}
          </ul>
        )}
        <div ref={end} className="terminal-end" />
      </div>
      {wording !== null && <p className="terminal-note">{wording}</p>}
      {isPartial && <p className="terminal-note">{words.partial}</p>}
      {unanswerable !== null && <p className="terminal-note">{words.unanswerable[unanswerable]}</p>}
      {refusal !== null && (
        <p className="terminal-note" role="status">
          {refusal}
        </p>
      )}
      {overflows && !isRead && (isOpen || choices.length > 0) && (
        <p className="terminal-note" role="status">
          {words.unread}
        </p>
      )}
      {isOpen && <OwnAnswer revision={revision} acceptsClicks={acceptsAnswers} onAct={answer} />}
      {choices.length > 0 && (
        <div className="terminal-actions">
          <span className="terminal-choices" role="group" aria-label={words.options}>
            {choices.map(({ how, send, enter, label }, index) => (
              <Button
                key={send}
                className="terminal-choice"
                label={words.choice(send, label)}
                title={how === 'select' ? words.selects(send) : words.sends(send, enter)}
                disabled={!acceptsAnswers}
                onClick={() => answer({ kind: 'choose', revision, index })}
              >
                {send}
              </Button>
            ))}
          </span>
        </div>
      )}
      <div className="terminal-actions">
        <Links kinds={['show', 'dismiss', 'stop', 'continue']} acceptsClicks={acceptsClicks} onAct={onAct} />
      </div>
    </>
  );
}

type LinkKind = 'show' | 'dismiss' | 'decline' | 'retry' | 'limit' | 'stop' | 'continue';

interface Link {
  readonly label: string;
  readonly action: TerminalAction;
  readonly more?: { readonly title: string };
}

const LINKS: Readonly<Record<LinkKind, Link>> = {
  show: { label: words.show, action: { kind: 'show' } },
  dismiss: { label: words.dismiss, action: { kind: 'dismiss' } },
  // If the user hides an offer, the terminal is not watched.
  decline: { label: words.decline, action: { kind: 'dismiss' }, more: { title: words.declineTitle } },
  retry: { label: words.retry, action: { kind: 'retry' }, more: { title: words.retryTitle } },
  limit: { label: words.openLimit, action: { kind: 'open-limit' } },
  stop: { label: words.stop, action: { kind: 'stop' } },
  continue: { label: words.continueHere, action: { kind: 'continue' }, more: { title: words.continueTitle } },
};

function Links({ kinds, acceptsClicks, onAct }: BodyProps & { kinds: readonly LinkKind[] }) {
  return kinds.map((kind) => (
    <Button
      key={kind}
      kind="link"
      {...LINKS[kind].more}
      disabled={!acceptsClicks}
      onClick={() => onAct(LINKS[kind].action)}
    >
      {LINKS[kind].label}
    </Button>
  ));
}

function OwnAnswer({ revision, acceptsClicks, onAct }: BodyProps & { revision: number }) {
  const [text, setText] = useState('');
  const field = useId();
  const isEmpty = text.trim() === '';
  const send = (): void => onAct({ kind: 'write', revision, text: text.trim() });

  function onKeyDown(event: KeyboardEvent): void {
    // During a composition, Enter belongs to the input method.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // An answer is one line, so Shift+Enter and other combinations do nothing.
    if (!isEmpty && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey) send();
  }

  return (
    <div className="terminal-own">
      <input
        id={field}
        className="question-own"
        value={text}
        maxLength={MAX_TERMINAL_ANSWER}
        aria-label={words.own}
        placeholder={words.own}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={onKeyDown}
      />
      <Button title={words.sendTitle} disabled={!acceptsClicks || isEmpty} onClick={send}>
        {words.send}
      </Button>
    </div>
  );
}

function Notice({
  content,
  hasAgent,
  acceptsClicks,
  onAct,
}: BodyProps & { content: Exclude<TerminalCard['content'], Question>; hasAgent: boolean }) {
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
        <Links
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
    ...(next === 'open-limit' ? (['limit'] as const) : []),
    ...(canRetry ? (['retry'] as const) : []),
    'show',
    'dismiss',
    ...(hasAgent ? (['stop'] as const) : []),
  ];
}

/** A key that changes whenever a click on the card could have another effect. */
function shownKey({ id, content }: TerminalCard): string {
  return content.kind === 'question' ? `${id}.${content.revision}` : id;
}

function labelOf({ agent, terminal, content }: TerminalCard): string {
  switch (content.kind) {
    case 'question':
      return words.label(agent, terminal);
    case 'offer':
      return words.offerLabel(agent, terminal);
    case 'problem':
      return words.problemLabel(agent, terminal);
  }
}

function titleOf({ agent, terminal, content }: TerminalCard): string {
  switch (content.kind) {
    case 'question':
      return words.asks(terminal);
    case 'offer':
      return words.runs(terminal);
    case 'problem':
      return agent === '' ? words.terminal(terminal) : words.in(terminal);
  }
}
