import { useId } from 'react';
import type { Note, NoteSection } from '../../shared/note.ts';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { VisibleText } from '../markdown/VisibleText.tsx';
import { useChat, usePanel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';
import { formatAmount } from '../transcript/answer/usageParts.ts';

const words = strings.commands;

/** Shows the output of a command. Never takes the focus, because the user may be typing. */
export function NoteCard() {
  const note = useChat((chat) => chat.note);
  return note && <OpenNote key={note.id} note={note} />;
}

function OpenNote({ note: { id, title, sections } }: { note: Note }) {
  const panel = usePanel();
  const heading = useId();

  function close(): void {
    panel.send({ type: 'dismiss-note', id });
    // The focused button is removed with the note.
    panel.focusComposer();
  }

  return (
    <section
      className="note"
      aria-labelledby={heading}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <div className="note-head">
        <h2 id={heading}>{title}</h2>
        <Button kind="icon" label={words.closeNote(title)} title={words.closeNoteTitle} onClick={close}>
          <Icon name="close" />
        </Button>
      </div>
      <div className="note-body" role="group" aria-labelledby={heading} tabIndex={0}>
        {sections.map((section, index) => (
          <Section key={index} section={section} />
        ))}
      </div>
    </section>
  );
}

function Section({ section: { heading, text, rows, memory, opensServers, managesTrust } }: { section: NoteSection }) {
  const panel = usePanel();
  return (
    <>
      {heading !== '' && (
        <h3>
          <VisibleText text={heading} kind="line" />
        </h3>
      )}
      {rows.length > 0 && (
        <dl>
          {rows.map((row, index) => (
            <Row key={index} row={row} />
          ))}
        </dl>
      )}
      {text !== '' && (
        <p>
          <VisibleText text={text} kind="block" />
        </p>
      )}
      {memory && (
        <Button
          kind="link"
          label={words.openMemoryName(heading, memory.exists)}
          title={words.openMemoryTitle}
          onClick={() => panel.send({ type: 'open-memory', scope: memory.scope })}
        >
          {words.openMemory(memory.exists)}
        </Button>
      )}
      {managesTrust && (
        <Button kind="link" onClick={() => panel.send({ type: 'command', command: 'manage-trust' })}>
          {strings.actions['manage-trust']}
        </Button>
      )}
      {opensServers && (
        <Button kind="link" onClick={() => panel.send({ type: 'command', command: 'list-mcp-servers' })}>
          {words.listServers}
        </Button>
      )}
    </>
  );
}

function Row({ row: { name, detail, amount } }: { row: NoteSection['rows'][number] }) {
  const shownDetail = <VisibleText text={detail} kind="line" />;
  return (
    <div>
      <dt>
        <VisibleText text={name} kind="line" />
        {amount && detail !== '' && <span className="note-detail">{shownDetail}</span>}
      </dt>
      <dd className={amount ? 'note-amount' : 'note-detail'}>
        {amount ? formatAmount(amount) || words.nothing : shownDetail}
      </dd>
    </div>
  );
}
