import type { Response, ResponseOutputItem, ResponseStreamEvent } from 'openai/resources/responses/responses';

/** Stream events with at least the fields that `foldOpenAiResponsesEvent` reads. */
type Events = readonly object[];

/** A whole answer as the events of a stream. */
export function toOpenAiResponsesEvents(response: Response): ResponseStreamEvent[] {
  const status = response.status === 'incomplete' || response.status === 'failed' ? response.status : 'completed';
  const events = [...response.output.flatMap(toItemEvents), { type: `response.${status}`, response }];
  return events as ResponseStreamEvent[];
}

function toItemEvents(item: ResponseOutputItem, index: number): Events {
  return [
    { type: 'response.output_item.added', output_index: index, item },
    ...toContentEvents(item, index),
    { type: 'response.output_item.done', output_index: index, item },
  ];
}

function toContentEvents(item: ResponseOutputItem, output_index: number): Events {
  if (item.type === 'reasoning') {
    const summary = (item.summary ?? []).map(({ text: delta }, summary_index) => {
      return { type: 'response.reasoning_summary_text.delta', output_index, summary_index, delta };
    });
    const content = (item.content ?? []).map(({ text: delta }, content_index) => {
      return { type: 'response.reasoning_text.delta', output_index, content_index, delta };
    });
    return summary.length > 0 ? summary : content;
  }
  if (item.type !== 'message') return [];
  return item.content.flatMap((part, content_index): Events => {
    if (part.type === 'refusal') {
      return [{ type: 'response.refusal.delta', output_index, content_index, delta: part.refusal }];
    }
    const annotations = (part.annotations ?? []).map((annotation) => {
      return { type: 'response.output_text.annotation.added', output_index, content_index, annotation };
    });
    return [{ type: 'response.output_text.delta', output_index, content_index, delta: part.text }, ...annotations];
  });
}
