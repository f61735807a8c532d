import type { DocumentPart, ImagePart, TextPart } from './message.ts';

/** What stands in a user's message or in a result. */
export type ContentPart = TextPart | ImagePart | DocumentPart;

export interface TakenMedia {
  readonly images: boolean;
  readonly documents: boolean;
}

/**
 * The content as a model takes it: what it cannot be given is named instead. A server that is sent what it does not
 * take refuses the request, and as the content stays in the conversation, every request after it.
 */
export function toTakenContent(content: readonly ContentPart[], takes: TakenMedia): ContentPart[] {
  return content.map((part) => {
    const isTaken = part.type === 'text' || (part.type === 'image' ? takes.images : takes.documents);
    return isTaken ? part : { type: 'text', text: describeLeftOut(part) };
  });
}

/** For a model that is not given the part itself. */
export function describeLeftOut(part: ImagePart | DocumentPart): string {
  if (part.type === 'image') return '[An image, which cannot be shown to this model]';
  return `[${part.name}: a PDF, which this model cannot be given. A command such as pdftotext takes the text out of it.]`;
}
