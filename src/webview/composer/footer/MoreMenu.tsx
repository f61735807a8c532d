import { ActionMenu, type Action } from '../../controls/ActionMenu.tsx';
import { useChat, usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';
import { KEY_NAMES } from '../../state/keyTables.ts';
import { toShare } from './ContextMeter.tsx';
import { useContextFill } from './useContextFill.ts';
import { stateOf, type MoreEntry } from './moreEntries.ts';

const words = strings.composerMenu;

type MenuCommand =
  'choose-translation-target' | 'choose-effort' | 'choose-message-model' | 'clear-message-model' | 'end-fallback';

/**
 * The composer's actions that are used less often. An action that cannot be used now is disabled. An action is missing
 * if what it would change does not exist, for example the thinking effort of a model without efforts.
 */
export function MoreMenu({
  empty,
  shell,
  translating,
  onComplete,
  onTranslate,
  onPromptFile,
}: {
  empty: boolean;
  /** The text is a shell command. */
  shell: boolean;
  translating: boolean;
  onComplete: () => void;
  onTranslate: () => void;
  onPromptFile: () => void;
}) {
  const panel = usePanel();
  const isTour = useChat((chat) => chat.tour !== null);
  const target = useChat((chat) => chat.composerMenu.translateTarget);
  const { effort, messageModel, fallback } = useChat((chat) => chat.composerMenu);
  const conversationId = useChat((chat) => chat.conversationId);
  const isIdle = useChat((chat) => chat.status === 'idle');
  const isEmptyChat = useChat((chat) => chat.items.length === 0);
  const fill = useContextFill();
  const share = fill && toShare(fill);
  const hasPromptFiles = useChat((chat) => chat.commands.some(({ folder }) => folder !== undefined));
  const choose = (command: MenuCommand) => panel.send({ type: 'command', command });
  const stateIn = (entry: MoreEntry) => stateOf(entry, { empty, shell, translating, isTour, hasPromptFiles });
  const actions: Action[] = [
    {
      icon: 'sparkle',
      label: strings.completion.ask,
      detail: KEY_NAMES.complete,
      ...stateIn('complete'),
      onSelect: onComplete,
    },
    {
      icon: 'globe',
      label: translating ? words.cancelTranslation : words.translate,
      ...(target !== '' && { detail: target }),
      ...stateIn('translate'),
      onSelect: onTranslate,
    },
    {
      icon: 'settings',
      label: words.chooseTarget,
      ...stateIn('choose-target'),
      onSelect: () => choose('choose-translation-target'),
    },
    {
      icon: 'note',
      label: words.promptFiles,
      ...stateIn('prompt-files'),
      onSelect: onPromptFile,
    },
    {
      icon: 'arrow-swap',
      label: words.messageModel,
      ...(messageModel && { detail: messageModel.label }),
      ...stateIn('message-model'),
      onSelect: () => choose('choose-message-model'),
    },
    ...(messageModel
      ? [{ icon: 'discard', label: words.chatModel, onSelect: () => choose('clear-message-model') }]
      : []),
    ...(fallback
      ? [{ icon: 'discard', label: strings.actions['end-fallback'], onSelect: () => choose('end-fallback') }]
      : []),
    {
      icon: 'fold',
      label: strings.actions.compress,
      ...(share !== null && { detail: share }),
      disabled: isTour || isEmptyChat || !isIdle,
      reason: isTour ? strings.notInTour : isIdle ? words.compressTitle : words.notWhileAnswering,
      onSelect: () => panel.send({ type: 'compress', conversationId }),
    },
    ...(effort
      ? [
          {
            icon: 'lightbulb',
            label: words.effort,
            detail: effort.chosen ?? words.defaultEffort,
            onSelect: () => choose('choose-effort'),
          },
        ]
      : []),
  ];
  return (
    <ActionMenu
      label={words.label}
      title={words.title}
      icon="ellipsis"
      actions={actions}
      onClose={() => panel.focusComposer()}
    />
  );
}
