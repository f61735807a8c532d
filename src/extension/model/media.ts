import type { DocumentPart, ImagePart, TextPart } from './message.ts';

/** A part of a user's message or of a tool result. */
export type ContentPart = TextPart | ImagePart | DocumentPart;

export interface TakenMedia {
  readonly images: boolean;
  readonly documents: boolean;
}

/**
 * Replaces each part that the model does not accept with a note. A server refuses a request with such a part. Because
 * the part stays in the conversation, the server would refuse every later request as well.
 */
export function toTakenContent(content: readonly ContentPart[], takes: TakenMedia): ContentPart[] {
  return content.map((part) => {
    const isTaken = part.type === 'text' || (part.type === 'image' ? takes.images : takes.documents);
    return isTaken ? part : { type: 'text', text: describeLeftOut(part) };
  });
}

/** The note that a model reads in place of a part that it does not accept. */
export function describeLeftOut(part: ImagePart | DocumentPart): string {
  if (part.type === 'image') return '[An image, which this model cannot see]';
  return `[${part.name}: a PDF, which this model cannot read. A command such as pdftotext extracts its text.]`;
}
