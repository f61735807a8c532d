import { nextModel, type ApprovalMode } from '../../../shared/chatState.ts';
import { Button } from '../../controls/Button.tsx';
import { Icon } from '../../controls/Icon.tsx';
import { Menu } from '../../controls/Menu.tsx';
import { useChat, usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';
import { CompleteButton } from './CompleteButton.tsx';
import { AttachMenu } from './AttachMenu.tsx';
import type { Attachable } from '../composerSession.ts';
import { ContextMeter } from './ContextMeter.tsx';
import { ContextChip } from './ContextChip.tsx';
import { editsAnswer } from '../composerWords.ts';
import { KEY_NAMES } from '../../state/keyTables.ts';
import { InstructionsChip } from './InstructionsChip.tsx';
import { MoreMenu } from './MoreMenu.tsx';
import { ModelName } from './ModelName.tsx';

/** Only the settings can turn `yolo` on; the menu lists it only while it is on. */
const OFFERED = ['plan', 'default', 'auto-edit'] as const;

export function ComposerFooter({
  empty,
  shell,
  completing,
  translating,
  onSend,
  onComplete,
  onTranslate,
  onPromptFile,
  onAttach,
  onFiles,
}: {
  empty: boolean;
  /** The text is a shell command. */
  shell: boolean;
  completing: boolean;
  translating: boolean;
  onSend: () => void;
  onComplete: () => void;
  onTranslate: () => void;
  onPromptFile: () => void;
  onAttach: (what: Attachable) => void;
  onFiles: (files: readonly File[]) => void;
}) {
  const panel = usePanel();
  const chatModel = useChat((chat) => chat.model);
  const messageModel = useChat((chat) => chat.composerMenu.messageModel);
  const fallback = useChat((chat) => chat.composerMenu.fallback);
  const model = useChat(nextModel);
  const mode = useChat((chat) => chat.approvalMode);
  const isTrusted = useChat((chat) => chat.isTrusted);
  const idle = useChat((chat) => chat.status === 'idle');
  const hasImages = useChat((chat) => chat.attachments.length > 0);
  const editsQueued = useChat((chat) => chat.queue.some(({ id }) => id === chat.editing));
  const canQueue = useChat((chat) => chat.editing === null) || editsQueued;
  const saves = useChat(editsAnswer);
  const send = saves ? strings.editing.save : strings.composer.send;
  const isEmpty = empty && !hasImages;
  const modes: readonly ApprovalMode[] = [...new Set([...OFFERED, mode])];
  return (
    <div className="composer-footer">
      <AttachMenu shell={shell} onAttach={onAttach} onFiles={onFiles} />
      <ContextChip />
      <InstructionsChip />
      <CompleteButton disabled={empty} shell={shell} completing={completing} onClick={onComplete} />
      <MoreMenu
        empty={empty}
        shell={shell}
        translating={translating}
        onComplete={onComplete}
        onTranslate={onTranslate}
        onPromptFile={onPromptFile}
      />
      <ContextMeter />
      <button
        type="button"
        className={messageModel || fallback ? 'picker for-message' : 'picker'}
        aria-label={modelName(fallback ?? chatModel, messageModel)}
        title={modelTitle(model, messageModel, fallback, chatModel)}
        onClick={() => panel.send({ type: 'command', command: messageModel ? 'choose-message-model' : 'select-model' })}
      >
        <ModelName label={model?.label ?? strings.composer.noModel} />
        <Icon name="chevron-down" />
      </button>
      <Menu
        label={strings.composer.mode(strings.modes[mode].label)}
        items={modes.map((value) => ({ value, ...strings.modes[value] }))}
        selected={mode}
        onSelect={(value) => {
          const approvalMode = OFFERED.find((offered) => offered === value);
          if (approvalMode) panel.send({ type: 'set-approval-mode', approvalMode });
        }}
      >
        <span className="picker-text">{strings.modes[mode].label}</span>
      </Menu>
      {shell && (
        <Button className="run-button" title={strings.shell.runTitle} disabled={empty || !isTrusted} onClick={onSend}>
          {strings.shell.run}
        </Button>
      )}
      {idle && !shell && (
        <Button
          kind="icon"
          label={send}
          title={editsQueued ? strings.queue.returnToQueue : send}
          disabled={isEmpty}
          onClick={onSend}
        >
          <Icon name={saves ? 'save' : 'send'} />
        </Button>
      )}
      {/* Hidden, not removed, while the input is empty: creating the button would delay the first keystroke. */}
      {!idle && canQueue && !shell && (
        <Button
          className={isEmpty ? 'queue-button hidden' : 'queue-button'}
          label={strings.queue.add}
          title={editsQueued ? strings.queue.returnToQueue : strings.queue.addTitle(KEY_NAMES.steer)}
          onClick={onSend}
        >
          <span className="queue-word">{strings.queue.add}</span>
          <Icon name="send" />
        </Button>
      )}
      {!idle && (
        <Button
          kind="icon"
          className="stop"
          label={strings.composer.stop}
          title={strings.composer.stopTitle}
          onClick={() => {
            panel.stop();
            // The button disappears, so the composer takes the focus.
            panel.focusComposer();
          }}
        >
          <span aria-hidden="true" className="stop-square" />
        </Button>
      )}
    </div>
  );
}

type ModelChoice = { readonly label: string } | null;

function modelTitle(
  model: { readonly id: string } | null,
  ofMessage: ModelChoice,
  fallback: ModelChoice,
  ofChat: ModelChoice,
): string | undefined {
  if (model && ofMessage) return strings.composerMenu.onlyThisMessage(model.id);
  return fallback && ofChat ? strings.composerMenu.fallback(fallback.label, ofChat.label) : model?.id;
}

function modelName(ofChat: ModelChoice, ofMessage: ModelChoice): string {
  if (ofMessage) return strings.composerMenu.onlyThisMessage(ofMessage.label);
  return ofChat ? strings.composer.model(ofChat.label) : strings.composer.noModel;
}
