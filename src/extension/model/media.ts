import type { DocumentPart, ImagePart, TextPart } from './message.ts';

/** A part of a user's message or of a tool result. */
export type ContentPart = TextPart | ImagePart | DocumentPart;

export interface AcceptedMedia {
  readonly images: boolean;
  readonly documents: boolean;
}

/**
 * Replaces each part that the model does not accept with a note. A server refuses a request with such a part. Because
 * the part stays in the conversation, the server would refuse every later request as well.
 */
export function toAcceptedContent(content: readonly ContentPart[], accepted: AcceptedMedia): ContentPart[] {
  return content.map((part) => {
    const isAccepted = part.type === 'text' || (part.type === 'image' ? accepted.images : accepted.documents);
    return isAccepted ? part : { type: 'text', text: describeOmitted(part) };
  });
}

/** The note that a model reads in place of a part that it does not accept. */
export function describeOmitted(part: ImagePart | DocumentPart): string {
  if (part.type === 'image') return '[An image, which this model cannot see]';
  return `[${part.name}: a PDF, which this model cannot read. A command such as pdftotext extracts its text.]`;
}
