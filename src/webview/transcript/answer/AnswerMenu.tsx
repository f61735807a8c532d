import type { AnswerItem } from '../../../shared/transcriptItem.ts';
import { ActionMenu, type Action } from '../../controls/ActionMenu.tsx';
import { copyText } from '../../controls/CopyButton.tsx';
import { useChat, usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';
import { answerEntry } from './continuing.ts';
import { toMarkdown } from './answerMarkdown.ts';

export interface AnswerMenuProps {
  readonly answer: AnswerItem;
  readonly details: { readonly shown: boolean; readonly toggle: () => void } | null;
}

export function AnswerMenu({ answer, details }: AnswerMenuProps) {
  const panel = usePanel();
  const conversationId = useChat((chat) => chat.conversationId);
  const idle = useChat((chat) => chat.status === 'idle');
  const steered = useChat((chat) => isSteered(chat.items, answer.id));
  const words = strings.answer;
  const whileAnswering = idle ? {} : { disabled: true, reason: words.whileAnswering };

  const inComposer = (type: 'branch-from' | 'edit') => () =>
    void panel.request({ type, conversationId, itemId: answer.id }).then(
      () => panel.focusComposer(),
      (error: unknown) => panel.problem.set(error instanceof Error ? error.message : String(error)),
    );

  const isTour = useChat((chat) => chat.tour !== null);
  const entry = answerEntry(answer, { idle, isTour });

  const actions: Action[] = [
    ...(entry
      ? [
          {
            label: strings.actions[entry.continuing],
            icon: 'debug-continue',
            ...entry,
            onSelect: () => panel.send({ type: 'continue-answer', conversationId, itemId: answer.id }),
          },
        ]
      : []),
    {
      label: words.branchFromHere,
      icon: 'git-branch',
      ...(steered ? { disabled: true, reason: words.continuesAfterSteering } : whileAnswering),
      onSelect: inComposer('branch-from'),
    },
    {
      label: words.edit,
      icon: 'edit',
      ...(endsInText(answer) ? whileAnswering : { disabled: true, reason: words.nothingToEdit }),
      onSelect: inComposer('edit'),
    },
    {
      label: words.retry,
      icon: 'refresh',
      ...whileAnswering,
      onSelect: () => panel.send({ type: 'retry', conversationId, itemId: answer.id }),
    },
    ...(answer.changes
      ? [
          {
            label: strings.changes.reviewChat,
            icon: 'diff-multiple',
            onSelect: () =>
              panel.send({ type: 'change-files', conversationId, itemId: answer.id, action: 'review-chat' }),
          },
        ]
      : []),
    { label: words.copyMarkdown, icon: 'markdown', onSelect: () => copyText(toMarkdown(answer), panel.problem.set) },
    {
      label: words.exportUpToHere,
      icon: 'export',
      onSelect: () => panel.send({ type: 'export', conversationId, itemId: answer.id }),
    },
  ];
  if (details) {
    actions.push({
      label: details.shown ? words.hideDetails : words.details,
      icon: 'info',
      ...(answer.usage && { detail: words.inOut(inputOf(answer.usage), answer.usage.output) }),
      onSelect: details.toggle,
    });
  }
  return <ActionMenu label={words.more} icon="ellipsis" actions={actions} />;
}

/** Whether the answer continues after a message that the user sent during the answer. */
function isSteered(
  items: readonly { readonly id: string; readonly steers?: boolean | undefined }[],
  id: string,
): boolean {
  return items[items.findIndex((item) => item.id === id) + 1]?.steers === true;
}

/** Whether the answer ends in text; only such text can be edited. */
function endsInText({ blocks }: AnswerItem): boolean {
  const last = blocks.findLast(({ kind }) => kind !== 'thinking');
  return last?.kind === 'text' && last.text.trim() !== '';
}

function inputOf({ input, cacheRead, cacheWrite }: NonNullable<AnswerItem['usage']>): number {
  return input + cacheRead + cacheWrite;
}
