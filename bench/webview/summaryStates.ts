import type { ChatState } from '../../src/shared/chatState.ts';
import type { SummaryItem, TranscriptItem } from '../../src/shared/transcriptItem.ts';
import { answer, chat, text, user, USAGE } from './stateParts.ts';

const SUMMARY: SummaryItem = {
  kind: 'summary',
  id: 's1',
  state: 'done',
  text: '## Goal\nMove the store to the new format.\n\n## Decisions and constraints\n"Never change the tests."\n\n## Files\nsrc/store.ts: moved. src/load.ts: two callers are left.\n\n## Next step\nChange the last two callers.',
  edited: false,
  messages: 212,
  before: 94_000,
  after: 11_000,
  branch: null,
};

const BEFORE: readonly TranscriptItem[] = [
  user('move the store to the new format'),
  answer({ blocks: [text('The store is moved. Two callers are left.')], usage: USAGE }),
];
const AFTER: readonly TranscriptItem[] = [
  user('now the last two callers', 'u2'),
  answer({
    id: 'a2',
    blocks: [text('Both callers use the new store.')],
    usage: USAGE,
    context: { used: 62_000, window: 200_000 },
  }),
];

/** States of a compressed chat. */
export const SUMMARY_STATES: Readonly<Record<string, ChatState>> = {
  'summary-running': chat({ status: 'responding', items: [...BEFORE, { ...SUMMARY, state: 'running', text: '' }] }),
  summary: chat({ items: [...BEFORE, SUMMARY] }),
  'summary-followed': chat({ items: [...BEFORE, { ...SUMMARY, edited: true }, ...AFTER] }),
  'summary-undone': chat({ items: [...BEFORE, { ...SUMMARY, state: 'undone' }] }),
};
