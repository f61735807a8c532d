import { useMemo } from 'react';
import { toDisplayText } from '../../../shared/displayText.ts';
import type { AnswerItem, Routed } from '../../../shared/transcriptItem.ts';
import { CodeInsertion } from '../../markdown/codeInsertion.ts';
import { FileOpening } from '../../markdown/fileOpening.ts';
import { Markdown } from '../../markdown/Markdown.tsx';
import { useChat, usePanel, type Panel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';
import { indexOfCode } from './answerCode.ts';
import { isLeftOut } from './answerEnd.ts';
import { useFileOpening } from './answerFiles.ts';
import { isSilent, toAnswerParts, type AnswerPart } from './answerParts.ts';
import { AnswerChanges } from './AnswerChanges.tsx';
import { AnswerFooter } from './AnswerFooter.tsx';
import { AnswerNotice } from './AnswerNotice.tsx';
import { ApprovalCard } from '../cards/ApprovalCard.tsx';
import { EditsCard } from '../cards/EditsCard.tsx';
import { QuestionCard } from '../cards/QuestionCard.tsx';
import { LaterPrompts } from './LaterPrompts.tsx';
import { PlanCard } from '../cards/PlanCard.tsx';
import { PlanView } from '../cards/PlanView.tsx';
import { RetryCountdown } from './RetryCountdown.tsx';
import { Sources } from './Sources.tsx';
import { Thinking } from './Thinking.tsx';
import { ToolRun } from '../tools/ToolRun.tsx';
import { TourEnd } from './TourEnd.tsx';

export function AnswerMessage({ answer }: { answer: AnswerItem }) {
  const streaming = answer.status === 'streaming';
  const parts = toAnswerParts(answer);
  const automatic = answer.continued?.automatic;
  const isLast = useChat((chat) => chat.items.at(-1)?.id === answer.id);
  const editing = useChat((chat) => chat.editing === answer.id);
  const showsCitations = useChat((chat) => chat.showsCitations);
  const isSuperseded = !isLast && !answer.branch && isLeftOut(answer);
  const panel = usePanel();
  const insertion = useMemo(() => createInsertion(panel, answer.id), [panel, answer.id]);
  const opening = useFileOpening(answer);
  return (
    <article
      className={editing ? 'message answer editing' : 'message answer'}
      aria-label={strings.premove}
      aria-busy={streaming}
      data-item={answer.id}
    >
      <CodeInsertion value={insertion}>
        <FileOpening value={opening}>
          {parts.map((part) => (
            <PartView key={part.key} part={part} />
          ))}
        </FileOpening>
      </CodeInsertion>
      {showsCitations && <Sources citations={answer.citations} />}
      {streaming && answer.retry && <RetryCountdown itemId={answer.id} retry={answer.retry} />}
      {streaming && automatic && <p className="working">{strings.answer.automatic(automatic)}</p>}
      {streaming && !answer.retry && !automatic && isSilent(parts, answer) && (
        <p className="working">{strings.answer.working}</p>
      )}
      <AnswerNotice answer={answer} />
      {answer.routed && <RoutedLine routed={answer.routed} models={answer.models} />}
      {!streaming && <AnswerChanges answer={answer} />}
      <TourEnd itemId={answer.id} />
      {answer.branch?.later && <LaterPrompts itemId={answer.id} later={answer.branch.later} />}
      {!streaming && !isSuperseded && <AnswerFooter answer={answer} />}
    </article>
  );
}

/** Why another model answers instead of the selected one. */
function RoutedLine({ routed, models }: { routed: Routed; models: readonly string[] }) {
  const model = toModelLabel(models.at(-1) ?? '');
  return <p className="routed">{strings.answer.routed[routed.reason](model, toModelLabel(routed.insteadOf))}</p>;
}

/** A model's id without the provider, safe to display. */
function toModelLabel(id: string): string {
  return toDisplayText(id.slice(id.indexOf('/') + 1));
}

function PartView({ part }: { part: AnswerPart }) {
  switch (part.kind) {
    case 'text':
      return (
        <div className={part.growing ? 'markdown growing' : 'markdown'}>
          <Markdown text={part.text} growing={part.growing} />
        </div>
      );
    case 'thinking':
      return <Thinking text={part.text} duration={part.duration} growing={part.growing} />;
    case 'tools':
      return <ToolRun tools={part.tools} collapsed={part.collapsed} />;
    case 'approval':
      return <ApprovalCard tool={part.tool} />;
    case 'plan':
      return part.tool.status === 'awaiting-approval' ? <PlanCard tool={part.tool} /> : <PlanView tool={part.tool} />;
    case 'edits':
      return <EditsCard tools={part.tools} />;
    case 'question':
      return <QuestionCard tool={part.tool} />;
  }
}

function createInsertion(panel: Panel, itemId: string): CodeInsertion {
  return {
    indexOf(code) {
      const answer = panel.chat.get()?.items.findLast((item) => item.id === itemId);
      return answer?.kind === 'answer' ? indexOfCode(answer.blocks, code) : null;
    },
    insert: (index) => panel.send({ type: 'insert-code', itemId, index }),
  };
}
