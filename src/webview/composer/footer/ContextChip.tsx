import type { IdeContextView } from '../../../shared/chatState.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { Icon } from '../../controls/Icon.tsx';
import { useChat, usePanel } from '../../state/panel.ts';
import { strings } from '../../strings/strings.ts';

/** Shows the editor's context, and sets whether the chat's prompts contain this context. */
export function ContextChip() {
  const panel = usePanel();
  const context = useChat((chat) => chat.ideContext);
  const shared = useChat((chat) => chat.sharesEditor);
  const conversationId = useChat((chat) => chat.conversationId);
  if (!context) return null;
  const { subject, detail } = inWords(context);
  return (
    <div className="context-slot">
      <button
        type="button"
        className="context-chip"
        aria-pressed={shared}
        aria-label={strings.context.name(detail === '' ? subject : `${subject}, ${detail}`)}
        title={strings.context.title(everythingIn(context), shared)}
        onClick={() => panel.send({ type: 'share-editor', conversationId, shared: !shared })}
      >
        <Icon name={shared ? 'eye' : 'eye-closed'} />
        <span className="context-subject">{subject}</span>
        {detail !== '' && <span className="context-detail">{` · ${detail}`}</span>}
      </button>
    </div>
  );
}

function inWords({ activeFile, otherOpenFiles }: IdeContextView): { subject: string; detail: string } {
  const { openFiles, linesSelected, nameOnly } = strings.context;
  if (!activeFile) return { subject: openFiles(otherOpenFiles.length), detail: '' };
  const subject = toDisplayText(activeFile.path.slice(activeFile.path.lastIndexOf('/') + 1));
  const selected = activeFile.selectedLines > 0 ? linesSelected(activeFile.selectedLines) : '';
  return { subject, detail: activeFile.nameOnly ? nameOnly : selected };
}

function everythingIn({ activeFile, otherOpenFiles }: IdeContextView): string[] {
  const { line, selection, withheld, others } = strings.context;
  const path = activeFile && toDisplayText(activeFile.path);
  return [
    ...(activeFile ? [line(path ?? '', activeFile.line)] : []),
    ...(activeFile?.nameOnly ? [withheld] : []),
    ...(activeFile && !activeFile.nameOnly && activeFile.selectedLines > 0 ? [selection] : []),
    ...(otherOpenFiles.length > 0 ? [others(otherOpenFiles.length)] : []),
  ];
}
