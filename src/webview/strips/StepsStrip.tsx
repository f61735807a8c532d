import { useState } from 'react';
import { toDisplayText } from '../../shared/displayText.ts';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { VisibleText } from '../markdown/VisibleText.tsx';
import { useChat, usePanel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';
import { TodoList } from '../transcript/tools/TodoList.tsx';
import { countDone, currentSteps, currentStep, type StepList } from '../transcript/tools/todos.ts';

/** The current step of the model's list in one line, which expands to all steps. */
export function StepsStrip() {
  const items = useChat((chat) => chat.items);
  const { memory } = usePanel();
  const [hidden, setHidden] = useState(() => memory.get().hiddenPlan);
  const steps = currentSteps(items);
  if (!steps || steps.callId === hidden) return null;
  return (
    <StepsLine
      steps={steps}
      onHide={() => {
        memory.patch({ hiddenPlan: steps.callId });
        setHidden(steps.callId);
      }}
    />
  );
}

function StepsLine({ steps: { todos }, onHide }: { steps: StepList; onHide: () => void }) {
  const [open, setOpen] = useState(false);
  const panel = usePanel();
  const step = currentStep(todos)?.content ?? '';
  return (
    <div className="steps" role="group" aria-label={strings.todos.label}>
      <div className="steps-line">
        <button type="button" className="steps-toggle" aria-expanded={open} onClick={() => setOpen(!open)}>
          <Icon name={open ? 'chevron-down' : 'chevron-right'} className="twistie" />
          <span className="steps-current" title={toDisplayText(step)}>
            <VisibleText text={step} kind="line" />
          </span>
          <span className="steps-count">{strings.todos.done(countDone(todos), todos.length)}</span>
        </button>
        <Button
          kind="icon"
          label={strings.todos.hide}
          title={strings.todos.hide}
          onClick={() => {
            onHide();
            panel.focusComposer();
          }}
        >
          <Icon name="close" />
        </Button>
      </div>
      {open && <TodoList todos={todos} />}
    </div>
  );
}
