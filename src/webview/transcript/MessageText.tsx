import { useState } from 'react';
import { toDisplayText } from '../../shared/displayText.ts';
import { kindOf, MENTION_ICONS, nameOf } from '../composer/editor/mentionWidget.ts';
import { Button } from '../controls/Button.tsx';
import { Icon } from '../controls/Icon.tsx';
import { normalize } from '../find/search.ts';
import { useExpandWhenFound } from '../find/useExpandWhenFound.ts';
import { CappedText } from '../markdown/CappedText.tsx';
import { VisibleText } from '../markdown/VisibleText.tsx';
import { usePanel } from '../state/panel.ts';
import { strings } from '../strings/strings.ts';
import { shortenPieces, type MessagePiece } from './messagePieces.ts';

const LIMIT = { lines: 20, characters: 2_000 };

/** Long pastes and mentions are chips, as they were in the input. */
export function MessageText({ itemId, pieces }: { itemId: string; pieces: readonly MessagePiece[] }) {
  const [all, setAll] = useState(false);
  useExpandWhenFound(
    (match) => match.itemId === itemId,
    () => setAll(true),
  );
  const short = shortenPieces(pieces, LIMIT);
  const toggle = all ? strings.showLess : strings.showMore;
  return (
    <>
      {(all || short === null ? pieces : short).map((piece, index) => (
        <Piece key={index} itemId={itemId} piece={piece} />
      ))}
      {short !== null && (
        <Button kind="link" className="bubble-more" label={toggle.label} onClick={() => setAll(!all)}>
          {toggle.text}
        </Button>
      )}
    </>
  );
}

function Piece({ itemId, piece }: { itemId: string; piece: MessagePiece }) {
  switch (piece.kind) {
    case 'text':
      return <VisibleText text={piece.text} kind="prose" />;
    case 'paste':
      return <Paste itemId={itemId} {...piece} />;
    case 'mention':
      return <Mention itemId={itemId} {...piece} />;
  }
}

type PastePiece = Extract<MessagePiece, { kind: 'paste' }>;

function Paste({ itemId, text, lines, screenOf }: Omit<PastePiece, 'kind'> & { itemId: string }) {
  const [open, setOpen] = useState(false);
  useExpandWhenFound(
    (match) => match.itemId === itemId && normalize(text).includes(match.query),
    () => setOpen(true),
  );
  const words = screenOf === undefined ? strings.pastedText : strings.agentScreen(toDisplayText(screenOf));
  const label = words.label(strings.pastedText.size(lines, text.length));
  return (
    <>
      <button type="button" className="paste-chip" aria-expanded={open} onClick={() => setOpen(!open)}>
        {label}
      </button>
      {open && (
        <pre className="pasted" tabIndex={0} role="region" aria-label={label}>
          <CappedText text={text} kind="block" />
        </pre>
      )}
    </>
  );
}

function Mention({ itemId, id, label, index }: { itemId: string; id: string; label: string; index: number }) {
  const panel = usePanel();
  const kind = kindOf(id);
  const words = toDisplayText(label);
  const short = nameOf({ kind, label }).name;
  const name = strings.mentions.chip(kind, words);
  const content = (
    <>
      <Icon name={MENTION_ICONS[kind]} />
      <span className="mention-name">
        {/* Invisible, but copied, because the chip stands for the whole text of the mention. */}
        <span className="mention-words">{`@${words.slice(0, words.length - short.length)}`}</span>
        {short}
      </span>
    </>
  );
  if (kind !== 'file' && kind !== 'symbol') {
    return (
      <span className="mention" role="img" aria-label={name} title={name}>
        {content}
      </span>
    );
  }
  return (
    <button
      type="button"
      role="link"
      className="mention"
      aria-label={name}
      title={strings.mentions.open(words)}
      onClick={() => panel.send({ type: 'open-mention', itemId, index })}
    >
      {content}
    </button>
  );
}
