import type { DocumentPart, ImagePart, TextPart } from './message.ts';

export type ContentPart = TextPart | ImagePart | DocumentPart;

export interface AcceptedMedia {
  readonly images: boolean;
  readonly documents: boolean;
}

/**
 * Each part that the model does not accept becomes a note. Otherwise the server would refuse this request and every
 * later one.
 */
export function toAcceptedContent(content: readonly ContentPart[], accepted: AcceptedMedia): ContentPart[] {
  return content.map((part) => {
    const isAccepted = part.type === 'text' || (part.type === 'image' ? accepted.images : accepted.documents);
    return isAccepted ? part : { type: 'text', text: describeOmitted(part) };
  });
}

export function describeOmitted(part: ImagePart | DocumentPart): string {
  if (part.type === 'image') return '[An image, which this model cannot see]';
  return `[${part.name}: a PDF, which this model cannot read. A command such as pdftotext extracts its text.]`;
}
