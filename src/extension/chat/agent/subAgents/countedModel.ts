import { showsBeginning, usageAtEnd } from '../../../background/askOnce.ts';
import type { BackgroundRequest } from '../../../background/spending.ts';
import type { ModelEvent, ModelRequest, SelectedModel, Usage } from '../../../model/chatModel.ts';

export type CountedRequest = Omit<BackgroundRequest, 'promptId' | 'leaf'>;

/** Returns a copy that calls `onDidRequest` once for each sent request, however the request has ended. */
export function countRequests(model: SelectedModel, onDidRequest: (request: CountedRequest) => void): SelectedModel {
  const { chatModel } = model;
  async function* stream(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelEvent> {
    const wasSent = !signal.aborted;
    let hasBegun = false;
    // Null if the reader of the stream stops before the end.
    let usage: Usage | null = null;
    try {
      for await (const event of chatModel.stream(request, signal)) {
        if (event.type === 'end') usage = usageAtEnd(event, hasBegun);
        else hasBegun ||= showsBeginning(event);
        yield event;
      }
    } finally {
      if (wasSent) onDidRequest({ model, usage, request });
    }
  }
  return { ...model, chatModel: { ...(chatModel.billsAborted && { billsAborted: true }), stream } };
}
