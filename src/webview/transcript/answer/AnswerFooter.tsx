import { useState } from 'react';
import type { AnswerItem } from '../../../shared/transcriptItem.ts';
import { Button } from '../../controls/Button.tsx';
import { CopyButton } from '../../controls/CopyButton.tsx';
import { Icon } from '../../controls/Icon.tsx';
import { useChat, usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';
import { AnswerMenu } from './AnswerMenu.tsx';
import { answerText } from './answerParts.ts';
import { BranchSwitcher } from './BranchSwitcher.tsx';
import { noticeActions } from './continuing.ts';
import { toBackgroundRows, toTotalRows, toUsageParts, toUsageRows, type UsageRow } from './usageParts.ts';

export function AnswerFooter({ answer }: { answer: AnswerItem }) {
  const panel = usePanel();
  const isLast = useChat((chat) => chat.items.at(-1)?.id === answer.id);
  const isFirst = useChat((chat) => chat.items.find(({ kind }) => kind === 'answer')?.id === answer.id);
  const conversationId = useChat((chat) => chat.conversationId);
  const idle = useChat((chat) => chat.status === 'idle');
  const [detailed, setDetailed] = useState(false);
  const editing = useChat((chat) => chat.editing === answer.id);
  const hasText = answer.blocks.some((block) => block.kind === 'text' && block.text.trim() !== '');
  const suggesting = useChat((chat) => (isLast ? chat.suggesting : null));
  const spending = useChat((chat) => (isLast ? chat.spending : null));
  const rows = [
    ...toUsageRows(answer),
    ...(suggesting ? toBackgroundRows(suggesting) : []),
    ...(spending ? toTotalRows(spending) : []),
  ];
  const retry = () => panel.send({ type: 'retry', conversationId, itemId: answer.id });

  const details = rows.length > 0 ? { shown: detailed, toggle: () => setDetailed(!detailed) } : null;

  return (
    <>
      <footer className="answer-footer">
        {hasText && <CopyButton withText label={strings.answer.copy} text={() => answerText(answer)} />}
        {answer.continued?.of === 'prompt' && hasText && (
          <FooterButton
            icon="account"
            label={strings.answer.useAsMessage}
            title={strings.answer.useAsMessageDetail}
            disabled={!idle}
            onClick={() => panel.send({ type: 'use-as-message', conversationId, itemId: answer.id })}
          />
        )}
        {/* The footer does not repeat a Retry button of the notice above. */}
        {isLast && !noticeActions(answer, { isLast, isFirst }).includes('retry') && (
          <FooterButton icon="refresh" label={strings.answer.retry} disabled={!idle} onClick={retry} />
        )}
        <AnswerMenu answer={answer} details={details} />
        {editing && (
          <span className="user-state">
            <Icon name="edit" /> {strings.user.editing}
          </span>
        )}
        <Meta answer={answer} />
        <BranchSwitcher itemId={answer.id} branch={answer.branch} />
      </footer>
      {detailed && <Details rows={rows} />}
    </>
  );
}

/** The label is shown as text if there is room. */
function FooterButton({
  icon,
  label,
  title = label,
  disabled,
  onClick,
}: {
  icon: string;
  label: string;
  title?: string;
  disabled: boolean;
  onClick: () => void;
}) {
  return (
    <Button kind="icon" className="quiet" label={label} title={title} disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
      <span className="button-text">{label}</span>
    </Button>
  );
}

/** `1.9k tokens · $0.011 · 38% of context` */
function Meta({ answer }: { answer: AnswerItem }) {
  const parts = toUsageParts(answer);
  if (answer.speculated) {
    const { speculated, speculatedDetail, countedBefore } = strings.answer;
    parts.push({ text: speculated, detail: answer.countedBefore ? countedBefore : speculatedDetail });
  }
  if (answer.edited) parts.push({ text: strings.answer.edited, detail: strings.answer.editedDetail });
  if (answer.amended.length > 0) {
    parts.push({ text: strings.answer.amended(answer.amended.length), detail: answer.amended.join('\n') });
  }
  if (parts.length === 0) return null;
  return (
    <span className="answer-meta">
      {parts.map(({ text, detail }, index) => (
        <span key={index} title={detail}>
          {text}
        </span>
      ))}
    </span>
  );
}

function Details({ rows }: { rows: readonly UsageRow[] }) {
  return (
    <dl className="answer-details" aria-label={strings.answer.details}>
      {rows.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
