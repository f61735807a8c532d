import type { SuggestionAction } from '../../shared/suggesting.ts';
import { ActionMenu } from '../controls/ActionMenu.tsx';
import { useChat, usePanel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';

const words = strings.ghost;

/** The menu next to the visible suggestion, with the actions that turn suggestions off. */
export function GhostMenu() {
  const panel = usePanel();
  const conversationId = useChat((chat) => chat.conversationId);
  const turnOff = (action: SuggestionAction, icon: string, label: string) => ({
    label,
    icon,
    onSelect: () => panel.send({ type: 'suggestions', conversationId, action }),
  });
  return (
    <ActionMenu
      label={words.menu}
      title={words.menuTitle}
      icon="ellipsis"
      actions={[
        turnOff('off-in-chat', 'comment', words.off['off-in-chat']),
        turnOff('off', 'circle-slash', words.off.off),
      ]}
      // Tab accepts the suggestion, so it cannot reach this menu. Shift+F10 in the input opens the menu, so the focus
      // returns to the input.
      onClose={() => panel.focusComposer()}
    />
  );
}
