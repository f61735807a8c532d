import { useState } from 'react';
import type { TranscriptItem } from '../../shared/chatState.ts';
import { Button } from '../controls/Button.tsx';
import { VisibleText } from '../markdown/VisibleText.tsx';
import { strings } from '../strings.ts';

const MAX_LINES = 20;
const MAX_CHARACTERS = 2_000;

export function UserMessage({ item }: { item: Extract<TranscriptItem, { kind: 'user' }> }) {
  const [open, setOpen] = useState(false);
  const short = shorten(item.text);
  return (
    <article className="message user" aria-label={strings.you}>
      <div className="bubble">
        <VisibleText text={open || short === null ? item.text : short} kind="prose" />
        {short !== null && (
          <Button kind="link" className="bubble-more" onClick={() => setOpen(!open)}>
            {open ? strings.showLess : strings.showMore}
          </Button>
        )}
      </div>
    </article>
  );
}

/** The beginning of a long text; null where it is short enough to stand as it is. */
function shorten(text: string): string | null {
  const lines = text.split('\n', MAX_LINES + 1);
  if (lines.length <= MAX_LINES && text.length <= MAX_CHARACTERS) return null;
  return lines.slice(0, MAX_LINES).join('\n').slice(0, MAX_CHARACTERS) + '…';
}
