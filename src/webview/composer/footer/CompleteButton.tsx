import { Button } from '../../controls/Button.tsx';
import { Icon } from '../../controls/Icon.tsx';
import { KEY_NAMES } from '../../state/keyTables.ts';
import { strings } from '../../strings/strings.ts';

const words = strings.completion;

/** Asks for a completion of the input. While the completion arrives, a click drops it. */
export function CompleteButton({
  disabled,
  shell,
  completing,
  onClick,
}: {
  disabled: boolean;
  /** The text is a shell command. */
  shell: boolean;
  completing: boolean;
  onClick: () => void;
}) {
  return (
    <Button
      kind="icon"
      className="complete"
      label={completing ? words.stop : words.ask}
      title={shell ? strings.shell.leaveFirst : completing ? words.stopTitle : words.askTitle(KEY_NAMES.complete)}
      disabled={disabled || shell}
      onClick={onClick}
    >
      <Icon name={completing ? 'loading' : 'sparkle'} spin={completing} />
    </Button>
  );
}
