import { useState } from 'react';
import type { SummaryItem } from '../../shared/transcriptItem.ts';
import { Button } from '../controls/Button.tsx';
import { VisibleText } from '../markdown/VisibleText.tsx';
import { strings } from '../strings/strings.ts';

const words = strings.summary;

/** "Compressed 212 messages, 94k → 11k tokens · Show". The messages above the divider stay in the chat. */
export function SummaryDivider({ item }: { item: SummaryItem }) {
  const [shown, setShown] = useState(false);
  return (
    <div className="summary" data-item={item.id} role="group" aria-label={words.label}>
      <p className="summary-line">
        <span>{describe(item)}</span>
        {item.state !== 'running' && (
          <Button kind="link" onClick={() => setShown(!shown)}>
            {shown ? words.hide : words.show}
          </Button>
        )}
      </p>
      {shown && (
        <div className="summary-text">
          <VisibleText text={item.text} kind="block" />
        </div>
      )}
    </div>
  );
}

function describe({ state, messages, before, after, edited }: SummaryItem): string {
  if (state === 'running') return words.running;
  const done = words.done(messages, before, after);
  const parts = [state === 'undone' ? words.undone : done, ...(edited ? [words.edited] : [])];
  return parts.join(' · ');
}
