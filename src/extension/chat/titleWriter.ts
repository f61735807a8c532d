import * as z from 'zod';
import type { BackgroundRequest } from '../background/spending.ts';
import { runStandaloneQuery, toStandaloneRequest } from '../background/standaloneQuery.ts';
import type { FastModel } from '../model/fastModel.ts';
import { textOf, type Message } from '../model/message.ts';
import type { SelectedModel } from '../model/chatModel.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { ChatService } from './chatService.ts';
import type { ChatSession, FirstExchange } from './session.ts';
import { cleanWrittenTitle } from './conversation/title.ts';

export interface TitleWriterOptions {
  readonly chats: Pick<ChatService, 'session' | 'onDidFinishPrompt' | 'onDidSwitch'>;
  readonly fastModel: () => Promise<FastModel>;
  readonly onRequest: (request: BackgroundRequest) => void;
  readonly clock: Pick<Clock, 'setTimeout'>;
  readonly log: Log;
}

/** Characters of the prompt, and of the answer, that the model sees. */
const MAX_SEEN = 2_000;
/** Milliseconds. */
const TIMEOUT = 20_000;

const TITLE_PROMPT =
  'Write a title of at most six words for this conversation, for a list of chats. Use the user’s language and sentence case: capitalize only the first word and proper names. No quotation marks, no full stop.';

const titleSchema = z.object({ title: z.string().describe('At most six words.') });

/**
 * Uses the fast model to write a chat's title from its first exchange. Without a usable fast model, the first prompt is
 * the title, because the chat's own model is too expensive.
 */
export class TitleWriter {
  private readonly options: TitleWriterOptions;
  private abort = new AbortController();

  constructor(options: TitleWriterOptions) {
    this.options = options;
    const { chats, log } = options;
    chats.onDidFinishPrompt(() => {
      this.write(chats.session).catch((error: unknown) => log.error('A chat could not be named', error));
    });
    chats.onDidSwitch(() => this.cancel());
  }

  /** Call when the window closes. */
  cancel(): void {
    this.abort.abort();
  }

  private async write(session: ChatSession): Promise<void> {
    const { fastModel, clock } = this.options;
    if (!session.firstExchange) return;
    this.cancel();
    const abort = new AbortController();
    this.abort = abort;
    const fast = await fastModel();
    // Read again after the await, because the user may have named or continued the chat.
    const exchange = session.firstExchange;
    if (fast.kind !== 'model' || !exchange || abort.signal.aborted) return;
    const timer = clock.setTimeout(() => abort.abort(), TIMEOUT);
    try {
      const title = await this.ask(fast.model, exchange, abort.signal);
      if (title !== '' && !abort.signal.aborted) session.setWrittenTitle(exchange.promptId, title);
    } finally {
      timer.dispose();
    }
  }

  private async ask(model: SelectedModel, exchange: FirstExchange, signal: AbortSignal): Promise<string> {
    const { onRequest, log } = this.options;
    const history = exchange.messages.map(shorten);
    const query = { model, history, prompt: TITLE_PROMPT, promptId: 'title', schema: titleSchema } as const;
    const request = toStandaloneRequest(query);
    const outcome = await runStandaloneQuery(query, signal);
    onRequest({ promptId: 'title', model, usage: outcome.usage, request, leaf: exchange.leaf });
    switch (outcome.kind) {
      case 'value':
        return cleanWrittenTitle(outcome.value.title);
      case 'malformed':
        // A model without support for schemas may have answered with the plain title.
        return /[{}]/.test(outcome.text) ? '' : cleanWrittenTitle(outcome.text);
      case 'failed':
        log.warn(`A chat could not be named: ${outcome.error.message}`);
        return '';
      case 'aborted':
        return '';
    }
  }
}

function shorten(message: Message): Message {
  return { ...message, parts: [{ type: 'text', text: textOf(message).slice(0, MAX_SEEN) }] };
}
