import { useEffect, useRef, useState } from 'react';
import type { ChatState } from '../shared/chatState.ts';
import { useChat, usePanel } from './panel.ts';
import { strings } from './strings.ts';
import { answerText } from './transcript/answerParts.ts';

/** Characters of an answer that are read out; the rest can be read in the transcript. */
const SPOKEN = 1_000;

/** Tells a screen reader, politely, what a glance would tell: an answer is there, a question waits. */
export function Announcer() {
  const panel = usePanel();
  const status = useChat((chat) => chat.status);
  const previous = useRef(status);
  const [text, setText] = useState('');

  useEffect(() => {
    const before = previous.current;
    previous.current = status;
    const chat = panel.chat.get();
    if (chat && before !== status) setText(describeChange(chat));
  }, [panel, status]);

  return (
    <div className="sr-only" role="status" aria-live="polite">
      {text}
    </div>
  );
}

function describeChange(chat: ChatState): string {
  const answer = chat.items.at(-1);
  switch (chat.status) {
    case 'responding':
      return strings.composer.answering;
    case 'waiting-for-confirmation': {
      const asked = answer?.kind === 'answer' ? answer.blocks : [];
      const card = asked.find((block) => block.kind === 'tool' && block.status === 'awaiting-approval');
      return card?.kind === 'tool' ? strings.approval.announcement(card.approval?.question ?? '') : '';
    }
    case 'idle':
      if (answer?.kind !== 'answer') return '';
      if (answer.error) return answer.error.message;
      return strings.answer.finished(answerText(answer).slice(0, SPOKEN));
  }
}
