import { useRef, useState } from 'react';
import type { PersistentRuleOffer, ToolBlock } from '../../../shared/toolBlock.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { Icon } from '../../controls/Icon.tsx';
import { IconButton } from '../../controls/IconButton.tsx';
import { toNextDecision } from '../../state/nextDecision.ts';
import { usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';
import { MadeBy, toDenial } from './ApprovalCard.tsx';
import { EditView, type Edit } from './ApprovalSubjectView.tsx';
import { CardActions } from './CardActions.tsx';
import { countEdits } from './groupedEdits.ts';
import { LineCounts } from '../tools/LineCounts.tsx';
import { ToolFile } from '../tools/ToolRow.tsx';
import { useOutlined } from './useCardKeys.ts';
import { useDecision } from './useDecision.ts';
import { useNextDecision } from './useNextDecision.ts';

/** Asks about several edits at once; each can also be decided on separately. */
export function EditsCard({ tools }: { tools: readonly ToolBlock[] }) {
  const panel = usePanel();
  const card = useRef<HTMLDivElement>(null);
  const { disabled, decide } = useDecision(card);
  useNextDecision(card, tools, disabled);
  const ids = tools.map(({ callId }) => callId);
  const id = ids.join(' ');
  const isOutlined = useOutlined(id);
  const names = [...new Set(tools.map(({ name }) => toDisplayText(name)))];
  const offers = offersOf(tools);
  return (
    <div
      className={isOutlined ? 'approval keyed' : 'approval'}
      role="group"
      aria-label={strings.approval.label(names.join(', '))}
      ref={card}
    >
      {tools[0]?.madeBy !== undefined && <MadeBy agent={tools[0].madeBy} />}
      <h2>{countEdits(tools)}</h2>
      <ul className="approval-edits">
        {tools.map((tool, index) => (
          <li key={tool.callId}>
            {tool.approval?.subject.kind === 'edit' && (
              <EditRow
                tool={tool}
                edit={tool.approval.subject}
                startsOpen={index === 0}
                disabled={disabled}
                onOpenDiff={() => panel.send({ type: 'open-diff', callId: tool.callId })}
                onDecide={(decision) => decide([tool.callId], { decision }, toNextDecision(ids, tool.callId, decision))}
              />
            )}
          </li>
        ))}
      </ul>
      <CardActions
        id={id}
        textKey={tools[0]?.approval?.group ?? id}
        card={card}
        allowLabel={strings.approval.all}
        disabled={disabled}
        isRead
        grantable={tools.every(({ approval }) => approval?.grantable)}
        offers={offers.map(({ offer }) => offer)}
        onAllow={(decision) => decide(ids, { decision })}
        onPersistent={(index) => {
          const taken = offers[index];
          if (taken) decide([taken.callId], { decision: 'allow-always', persistent: taken.index });
        }}
        onDeny={(reason) => decide(ids, toDenial(reason))}
      />
    </div>
  );
}

function EditRow({
  tool,
  edit,
  startsOpen,
  disabled,
  onOpenDiff,
  onDecide,
}: {
  tool: ToolBlock;
  edit: Edit;
  startsOpen: boolean;
  disabled: boolean;
  onOpenDiff: () => void;
  onDecide: (decision: 'allow-once' | 'deny') => void;
}) {
  const [open, setOpen] = useState(startsOpen);
  const name = edit.movedFrom === undefined ? edit.file : strings.approval.moved(edit.movedFrom, edit.file);
  const file = toDisplayText(name);
  return (
    <>
      <div className="approval-edit" data-call={tool.callId}>
        <button
          type="button"
          className="icon-button"
          aria-expanded={open}
          aria-label={strings.approval.diffOf(file)}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'chevron-down' : 'chevron-right'} />
        </button>
        {(edit.isDeletion || edit.movedFrom !== undefined) && (
          <span className="approval-edit-verb">{tool.words.label}</span>
        )}
        <span className="approval-edit-name" title={file}>
          <ToolFile tool={tool} name={name} inOneLine />
        </span>
        <span className="approval-edit-counts">
          <LineCounts added={edit.added} removed={edit.removed} />
        </span>
        {edit.canOpen && (
          <IconButton label={strings.approval.openDiffOf(file)} icon="diff" disabled={disabled} onClick={onOpenDiff} />
        )}
        <IconButton
          label={strings.approval.accept(file)}
          icon="check"
          disabled={disabled}
          data-decision="allow-once"
          onClick={() => onDecide('allow-once')}
        />
        <IconButton
          label={strings.approval.reject(file)}
          icon="close"
          disabled={disabled}
          data-decision="deny"
          onClick={() => onDecide('deny')}
        />
      </div>
      {edit.amended && <p className="approval-note">{strings.approval.amended}</p>}
      {open && <EditView edit={edit} label={strings.approval.diffOf(file)} />}
    </>
  );
}

interface OwnOffer {
  readonly offer: PersistentRuleOffer;
  readonly callId: string;
  /** Among the offers of call `callId`. */
  readonly index: number;
}

function offersOf(tools: readonly ToolBlock[]): OwnOffer[] {
  const all = tools.flatMap(({ callId, approval }) =>
    (approval?.persistent ?? []).map((offer, index) => ({ offer, callId, index })),
  );
  const key = ({ offer }: OwnOffer): string => offer.rules.join('\n');
  return all.filter((each, at) => all.findIndex((other) => key(other) === key(each)) === at);
}
