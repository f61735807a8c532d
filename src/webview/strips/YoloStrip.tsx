import { Button } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { useChat, usePanel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';

/** Warns that edits and commands run without asking. */
export function YoloStrip() {
  const panel = usePanel();
  const isOn = useChat((chat) => chat.approvalMode === 'yolo');
  if (!isOn) return null;
  return (
    <div className="yolo-strip" role="status">
      <Icon name="warning" className="tone-warning" />
      <span>{strings.yolo.warning}</span>
      <Button kind="link" onClick={() => panel.send({ type: 'set-approval-mode', approvalMode: 'default' })}>
        {strings.yolo.turnOff}
      </Button>
    </div>
  );
}
