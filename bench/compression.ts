import { toConversation } from '../src/extension/chat/conversation/chatMeta.ts';
import { Conversation } from '../src/extension/chat/conversation/conversation.ts';
import type { ConversationEntry } from '../src/extension/chat/conversation/conversationEntry.ts';
import { toCuratedHistory } from '../src/extension/chat/conversation/curatedHistory.ts';
import { toTranscript } from '../src/extension/chat/view/transcript.ts';
import { createToolRegistry } from '../src/extension/tools/registry.ts';
import { createBareClient } from '../test/support/bareClient.ts';
import { longText } from '../test/support/longText.ts';
import { createManualClock } from '../test/support/manualClock.ts';
import { createScriptedModel } from '../test/support/scriptedModel.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';

const MESSAGES = 2000;
const COMPRESSIONS = 3;
const ROUNDS = 51;
/** Number of runs before the measurement, until the code is compiled. */
const WARM_UP = 20;

const clock = createManualClock();
const registry = createToolRegistry([]);

/** The time that Premove itself needs for a compression, and the cost of summaries when a chat is opened. */
export const compression: Measurement = { name: 'compression', run: measure };

async function measure(): Promise<Figure[]> {
  const compressed = toLines(write(COMPRESSIONS));
  const plain = toLines(write(0));
  const compressedTimes: number[] = [];
  const plainTimes: number[] = [];
  for (let round = 0; round < WARM_UP; round += 1) for (const lines of [compressed, plain]) open(lines);
  for (let round = 0; round < ROUNDS; round += 1) {
    compressedTimes.push(timed(() => open(compressed)));
    plainTimes.push(timed(() => open(plain)));
  }
  const compressionTimes: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) compressionTimes.push(await compress());
  return [
    toFigure({
      name: `Opening a chat of ${MESSAGES.toLocaleString('en')} messages with ${COMPRESSIONS} compressions`,
      unit: 'ms',
      statistic: 'median',
      samples: compressedTimes,
      yardstick: { name: 'the same chat without compressions', samples: plainTimes },
      target: { text: 'at most 1.1 × without compressions', isMet: (value, other) => value <= 1.1 * other },
    }),
    toFigure({
      name: `A compression of ${MESSAGES.toLocaleString('en')} messages, without the model's time`,
      unit: 'ms',
      statistic: 'median',
      samples: compressionTimes,
    }),
  ];
}

interface Written {
  readonly conversation: Conversation;
  readonly entries: readonly ConversationEntry[];
}

/** Writes a chat with this number of summaries at equal distances. */
function write(compressions: number): Written {
  const entries: ConversationEntry[] = [];
  const conversation = new Conversation('bench', { clock, onDidAppend: (entry) => void entries.push(entry) });
  const distance = MESSAGES / (compressions + 1);
  for (let count = 0; count < MESSAGES; count += 2) {
    if (count > 0 && compressions > 0 && count % distance === 0) addSummary(conversation);
    conversation.addPrompt([{ type: 'text', text: longText(`Prompt ${count}`, 60) }]);
    const { id } = conversation.openAnswer({ modelId: 'bench/m', promptId: String(count) });
    const message = { role: 'assistant', parts: [{ type: 'text', text: longText(`Answer ${count}`, 120) }] } as const;
    conversation.closeAnswer(id, { outcome: 'stopped', stopReason: 'done', message, usage: null });
  }
  return { conversation, entries };
}

function addSummary(conversation: Conversation): void {
  const keepFrom = conversation.path().at(-40)?.id ?? '';
  const carried = { prompts: [longText('Prompt', 400)], todos: '', plan: '' };
  const counts = { messages: 400, before: 94_000, after: 11_000 };
  conversation.addSummary({ keepFrom, text: longText('Summary', 800), carried, modelId: 'bench/m', ...counts });
}

const toLines = ({ entries }: Written): string[] => entries.map((entry) => JSON.stringify(entry));

/** Reads the entries, and makes the transcript and the messages of the next request. */
function open(lines: readonly string[]): void {
  const conversation = toConversation(lines.map((line) => JSON.parse(line) as ConversationEntry));
  const path = conversation.path();
  if (toTranscript(path, conversation, registry).length < MESSAGES) throw new Error('Messages are missing.');
  if (toCuratedHistory(path).length === 0) throw new Error('There is no history.');
}

/** Milliseconds of a compression with a model that answers at once. */
async function compress(): Promise<number> {
  const { conversation } = write(0);
  const chatModel = createScriptedModel([longText('Summary', 800)]);
  const client = createBareClient({ conversation, clock });
  const model = { id: 'bench/m', label: 'm', name: 'm', chatModel, contextWindow: 1_000_000 };
  let isDone = false;
  const started = performance.now();
  await client.compress(
    { model, focus: '' },
    (event) => void (isDone ||= event.type === 'compressed'),
    new AbortController().signal,
  );
  const time = performance.now() - started;
  if (!isDone) throw new Error('The chat was not compressed.');
  return time;
}

function timed(work: () => void): number {
  const started = performance.now();
  work();
  return performance.now() - started;
}
