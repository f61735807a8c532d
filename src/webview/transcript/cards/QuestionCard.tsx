import { useId, useState, type KeyboardEvent } from 'react';
import type { ToolBlock } from '../../../shared/toolBlock.ts';
import type { Request } from '../../../shared/protocol.ts';
import { Button } from '../../controls/Button.tsx';
import { Icon } from '../../controls/Icon.tsx';
import { VisibleText } from '../../markdown/VisibleText.tsx';
import { usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';
import { useAcceptsClicks } from './useAcceptsClicks.ts';

type Answer = Extract<Request, { type: 'answer' }>['answer'];

/** The card never takes the focus, but Tab reaches it. */
export function QuestionCard({ tool }: { tool: ToolBlock }) {
  const panel = usePanel();
  const acceptsClicks = useAcceptsClicks();
  const [answered, setAnswered] = useState(false);
  const heading = useId();
  const { text, options } = tool.question ?? { text: '', options: [] };
  const disabled = !acceptsClicks || answered;

  function sendAnswer(answer: Answer): void {
    if (disabled) return;
    setAnswered(true);
    // The focused element is removed with the card.
    panel.focusComposer();
    const failed = (why: string): void => {
      setAnswered(false);
      panel.problem.set(why);
    };
    panel.request({ type: 'answer', callId: tool.callId, answer }).then(
      (taken) => (taken === true ? panel.memory.patch({ answer: null }) : failed(strings.question.gone)),
      (error: unknown) => failed(error instanceof Error ? error.message : String(error)),
    );
  }

  function onKeyDown(event: KeyboardEvent): void {
    const option = event.target instanceof HTMLTextAreaElement ? undefined : options[Number(event.key) - 1];
    if (option === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    sendAnswer({ kind: 'answered', text: option });
  }

  return (
    <div className="question" role="group" aria-labelledby={heading} onKeyDown={onKeyDown}>
      <h2 id={heading}>
        <Icon name="question" className="tone-warning" />
        <span className="sr-only">{strings.question.label}: </span>
        <span className="question-text">
          <VisibleText text={text} kind="block" />
        </span>
      </h2>
      {options.length > 0 && (
        <div className="question-options" role="group" aria-label={strings.question.options}>
          {options.map((option, index) => (
            <button
              key={option}
              type="button"
              className="choice question-option"
              disabled={disabled}
              onClick={() => sendAnswer({ kind: 'answered', text: option })}
            >
              <span className="question-key" aria-hidden="true">
                {index + 1}
              </span>
              <span className="question-text">
                <VisibleText text={option} kind="line" />
              </span>
            </button>
          ))}
        </div>
      )}
      <OwnAnswer callId={tool.callId} hasOptions={options.length > 0} disabled={disabled} onAnswer={sendAnswer} />
    </div>
  );
}

function OwnAnswer({
  callId,
  hasOptions,
  disabled,
  onAnswer,
}: {
  callId: string;
  hasOptions: boolean;
  disabled: boolean;
  onAnswer: (answer: Answer) => void;
}) {
  const { memory } = usePanel();
  const [text, setText] = useState(() => {
    const { answer } = memory.get();
    return answer?.callId === callId ? answer.text : '';
  });

  function onKeyDown(event: KeyboardEvent): void {
    // During a composition, Enter belongs to the input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (text.trim() !== '') onAnswer({ kind: 'answered', text });
  }

  return (
    <>
      <textarea
        className="question-own"
        rows={Math.min(6, text.split('\n').length)}
        value={text}
        aria-label={strings.question.own}
        placeholder={strings.question.ownPlaceholder(hasOptions)}
        onChange={({ target }) => {
          setText(target.value);
          memory.patch({ answer: { callId, text: target.value } });
        }}
        onKeyDown={onKeyDown}
      />
      <div className="question-actions">
        <Button
          kind={hasOptions ? 'secondary' : 'primary'}
          disabled={disabled || text.trim() === ''}
          onClick={() => onAnswer({ kind: 'answered', text })}
        >
          {strings.question.answer}
        </Button>
        <Button kind="link" disabled={disabled} onClick={() => onAnswer({ kind: 'dismissed' })}>
          {strings.question.skip}
        </Button>
      </div>
    </>
  );
}
