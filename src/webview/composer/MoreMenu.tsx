import { ActionMenu, type Action } from '../controls/ActionMenu.tsx';
import { useChat, usePanel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';

const words = strings.composerMenu;

/** The composer's actions that are used less often. An action that does not exist here has no entry. */
export function MoreMenu({
  empty,
  translating,
  onComplete,
  onTranslate,
}: {
  empty: boolean;
  translating: boolean;
  onComplete: () => void;
  onTranslate: () => void;
}) {
  const panel = usePanel();
  const isTour = useChat((chat) => chat.tour !== null);
  const target = useChat((chat) => chat.composerMenu.translateTarget);
  const writing: Action[] = [
    { icon: 'sparkle', label: strings.completion.ask, detail: 'Alt+C', disabled: empty, onSelect: onComplete },
    {
      icon: 'globe',
      label: translating ? words.cancelTranslation : words.translate,
      ...(target !== '' && { detail: target }),
      disabled: empty && !translating,
      onSelect: onTranslate,
    },
    {
      icon: 'settings',
      label: words.chooseTarget,
      onSelect: () => panel.send({ type: 'command', command: 'choose-translation-target' }),
    },
  ];
  // The tour's script does not support these actions.
  if (isTour) return null;
  return (
    <ActionMenu
      label={words.label}
      title={words.title}
      icon="ellipsis"
      actions={writing}
      onClose={() => panel.focusComposer()}
    />
  );
}
