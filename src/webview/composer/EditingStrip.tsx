import { Button } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { useChat } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';
import { editsAnswer } from './composerWords.ts';

export function EditingStrip({ onCancel }: { onCancel: () => void }) {
  const editing = useChat((chat) => chat.editing !== null);
  const queued = useChat((chat) => chat.queue.some(({ id }) => id === chat.editing));
  const answer = useChat(editsAnswer);
  if (!editing) return null;
  const label = queued ? strings.queue.editingStrip : answer ? strings.editing.answer : strings.editing.label;
  const effect = answer ? strings.editing.answerEffect : strings.editing.effect;
  return (
    <div className="editing-strip" role="group" aria-label={label}>
      <Icon name="edit" />
      <span className="editing-text">
        {label}
        {!queued && <span className="editing-effect">{effect}</span>}
      </span>
      <Button kind="link" title={queued ? strings.queue.cancelTitle : strings.editing.cancelTitle} onClick={onCancel}>
        {strings.editing.cancel}
      </Button>
    </div>
  );
}
