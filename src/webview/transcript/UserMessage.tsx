import type { ImageView, UserItem } from '../../shared/transcriptItem.ts';
import { toDisplayText } from '../../shared/displayText.ts';
import { ActionMenu, type Action } from '../controls/ActionMenu.tsx';
import { copyText } from '../controls/CopyButton.tsx';
import { Icon } from '../controls/Icon.tsx';
import { IconButton } from '../controls/IconButton.tsx';
import { useChat, usePanel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';
import { promptEntry } from './answer/continuing.ts';
import { BranchSwitcher } from './answer/BranchSwitcher.tsx';
import { toMessagePieces } from './messagePieces.ts';
import { MessageText } from './MessageText.tsx';

export function UserMessage({ item }: { item: UserItem }) {
  const editing = useChat((chat) => chat.editing === item.id);
  return (
    <article
      className={editing ? 'message user editing' : 'message user'}
      aria-label={strings.you}
      data-item={item.id}
      tabIndex={-1}
    >
      <div className="user-row">
        <EditButton itemId={item.id} />
        <MessageMenu item={item} />
        <div className="bubble">
          {item.images.length > 0 && <Thumbnails images={item.images} />}
          {item.text !== '' && <MessageText itemId={item.id} pieces={toMessagePieces(item)} />}
        </div>
      </div>
      {(editing || item.branch || item.steers) && (
        <div className="user-foot">
          {editing && (
            <span className="user-state">
              <Icon name="edit" /> {strings.user.editing}
            </span>
          )}
          {item.steers && (
            <span className="user-state">
              <Icon name="compass" /> {strings.queue.steered}
            </span>
          )}
          <BranchSwitcher itemId={item.id} branch={item.branch} />
        </div>
      )}
    </article>
  );
}

function EditButton({ itemId }: { itemId: string }) {
  const panel = usePanel();
  const conversationId = useChat((chat) => chat.conversationId);
  const idle = useChat((chat) => chat.status === 'idle');
  return (
    <IconButton
      icon="edit"
      label={strings.user.edit}
      className="edit-button"
      disabled={!idle}
      onClick={() => {
        panel.request({ type: 'edit', conversationId, itemId }).then(
          () => panel.focusComposer(),
          (error: unknown) => panel.problem.set(error instanceof Error ? error.message : String(error)),
        );
      }}
    />
  );
}

function MessageMenu({ item }: { item: UserItem }) {
  const panel = usePanel();
  const conversationId = useChat((chat) => chat.conversationId);
  const idle = useChat((chat) => chat.status === 'idle');
  const isTour = useChat((chat) => chat.tour !== null);
  const actions: Action[] = [];
  const entry = promptEntry(item.text, { idle, isTour });
  if (entry) {
    actions.push({
      label: strings.actions.continue,
      icon: 'debug-continue',
      ...entry,
      onSelect: () => panel.send({ type: 'continue-prompt', conversationId, itemId: item.id }),
    });
  }
  if (item.text !== '') {
    actions.push({ label: strings.user.copy, icon: 'copy', onSelect: () => copyText(item.text, panel.problem.set) });
  }
  const send = (action: 'ask-files' | 'ask-chat' | 'review') => () =>
    panel.send({ type: 'checkpoint', conversationId, itemId: item.id, action });
  const unavailable = isTour
    ? { disabled: true, reason: strings.notInTour }
    : item.steers
      ? { disabled: true, reason: strings.restore.steers }
      : {};
  const waits = idle ? unavailable : { disabled: true, reason: strings.answer.whileAnswering };
  actions.push(
    { label: strings.restore.review, icon: 'diff-multiple', ...unavailable, onSelect: send('review') },
    { label: strings.restore.files, icon: 'discard', ...waits, onSelect: send('ask-files') },
    { label: strings.restore.chat, icon: 'history', ...waits, onSelect: send('ask-chat') },
  );
  return <ActionMenu label={strings.user.more} icon="ellipsis" className="icon-button edit-button" actions={actions} />;
}

/** All thumbnails have the same size, so that nothing moves when an image is loaded. */
function Thumbnails({ images }: { images: readonly ImageView[] }) {
  return (
    <ul className="thumbnails" aria-label={strings.user.images}>
      {images.map(({ id, name, thumbnail }) => (
        <li key={id}>
          {thumbnail.startsWith('data:image/') ? (
            <img src={thumbnail} alt={toDisplayText(name)} title={toDisplayText(name)} />
          ) : (
            <span className="thumbnail-name">{toDisplayText(name)}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
