import { useEffect, type KeyboardEvent } from 'react';
import { MAX_TERMINAL_ANSWER, type TerminalAction, type TerminalCard } from '../../shared/terminalCard.ts';
import { Button } from '../controls/Button.tsx';
import { VisibleText } from '../markdown/VisibleText.tsx';
import { strings } from '../strings/strings.ts';
import { TerminalLinks, type CardActions } from './TerminalLinks.tsx';
import { useReadToEnd } from './useReadToEnd.ts';

const words = strings.terminals;

/**
 * Milliseconds from the blur of an ended card to its removal. The delay lets a click elsewhere end before the removal
 * moves the clicked button.
 */
const LEAVE_MS = 300;

export interface QuestionProps extends CardActions {
  content: Extract<TerminalCard['content'], { kind: 'question' }>;
  /** The question has ended, but the user still uses the card. */
  isEnded: boolean;
  wasRefused: boolean;
  hasFocus: boolean;
  /** The user's own, unsent answer. */
  draft: string;
  onType: (text: string) => void;
  onAnswer: (action: TerminalAction) => void;
  onClose: () => void;
}

export function TerminalQuestion(props: QuestionProps) {
  const { content, acceptsClicks, isEnded, wasRefused, hasFocus, draft, onType, onAct, onAnswer, onClose } = props;
  const { revision, text, lastAction, choices, isOpen, isPartial, unanswerable, wording, refusal } = content;
  const hasLabels = choices.some(({ label }) => label !== '');
  const { box, end, answers, overflows, isPinned, isRead } = useReadToEnd(revision);
  const isLeft = isEnded && !hasFocus && draft.trim() === '';
  useEffect(() => {
    if (!isLeft) return;
    const timer = setTimeout(onClose, LEAVE_MS);
    return () => clearTimeout(timer);
  }, [isLeft, onClose]);
  // The user must not allow what is out of sight.
  const acceptsAnswers = acceptsClicks && isRead && !isEnded;
  const answer = (action: TerminalAction): void => {
    if (acceptsAnswers) onAnswer(action);
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
        {hasLabels && !isEnded && (
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
      <div ref={answers} className={isPinned ? 'terminal-answers pinned' : 'terminal-answers'}>
        {refusal !== null && (
          <p className="terminal-note" role="status">
            {refusal}
          </p>
        )}
        {isEnded && refusal === null && <p className="terminal-note">{wasRefused ? words.endedUnsent : words.ended}</p>}
        {overflows && !isRead && !isEnded && (isOpen || choices.length > 0) && (
          <p className="terminal-note" role="status">
            {words.unread}
          </p>
        )}
        {isOpen && (
          <OwnAnswer
            text={draft}
            isEnded={isEnded}
            acceptsClicks={acceptsAnswers}
            onType={onType}
            onSend={() => answer({ kind: 'write', revision, text: draft.trim() })}
          />
        )}
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
      </div>
      <div className="terminal-actions">
        {isEnded ? (
          <Button kind="link" disabled={!acceptsClicks} onClick={onClose}>
            {words.close}
          </Button>
        ) : (
          <TerminalLinks kinds={['show', 'dismiss', 'stop', 'continue']} acceptsClicks={acceptsClicks} onAct={onAct} />
        )}
      </div>
    </>
  );
}

interface OwnAnswerProps {
  text: string;
  isEnded: boolean;
  acceptsClicks: boolean;
  onType: (text: string) => void;
  onSend: () => void;
}

function OwnAnswer({ text, isEnded, acceptsClicks, onType, onSend }: OwnAnswerProps) {
  const isEmpty = text.trim() === '';

  function onKeyDown(event: KeyboardEvent): void {
    // During a composition, Enter belongs to the input method.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // An answer is one line, so Shift+Enter and other combinations do nothing.
    if (!isEmpty && !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey) onSend();
  }

  return (
    <div className="terminal-own">
      <input
        className="question-own"
        value={text}
        maxLength={MAX_TERMINAL_ANSWER}
        readOnly={isEnded}
        aria-label={words.own}
        placeholder={words.own}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={onKeyDown}
      />
      <Button title={words.sendTitle} disabled={!acceptsClicks || isEmpty} onClick={onSend}>
        {words.send}
      </Button>
    </div>
  );
}
