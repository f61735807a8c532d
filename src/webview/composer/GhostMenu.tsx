import type { SuggestionAction } from '../../shared/suggesting.ts';
import { ActionMenu } from '../controls/ActionMenu.tsx';
import { useChat, usePanel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';

const words = strings.ghost;

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
      // Tab accepts the suggestion, so the menu opens with Shift+F10 in the input, and the focus returns there.
      onClose={() => panel.focusComposer()}
    />
  );
}
