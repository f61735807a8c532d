import { Button } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { useChat } from '../panel.ts';
import { strings } from '../strings.ts';

/** Says that what is sent takes the place of an earlier message, and the way out. */
export function EditingStrip({ onCancel }: { onCancel: () => void }) {
  const editing = useChat((chat) => chat.editing !== null);
  if (!editing) return null;
  return (
    <div className="editing-strip" role="group" aria-label={strings.editing.label}>
      <Icon name="edit" />
      <span className="editing-text">{strings.editing.label}</span>
      <Button kind="link" title={strings.editing.cancelTitle} onClick={onCancel}>
        {strings.editing.cancel}
      </Button>
    </div>
  );
}
