import * as z from 'zod';
import type { ImageView } from '../../../shared/transcriptItem.ts';
import type { Part } from '../../model/message.ts';
import type { PromptNode } from '../conversation/conversationNode.ts';
import type { PromptContent } from '../conversation/promptContent.ts';

/** An image of a prompt. */
export interface Attachment extends ImageView {
  readonly mimeType: string;
  /** Base64. */
  readonly data: string;
}

/** An attachment as stored on disk. */
export const attachmentSchema = z.object({
  id: z.string(),
  name: z.string(),
  mimeType: z.string(),
  thumbnail: z.string(),
  data: z.string(),
});

export function toImageView({ id, name, thumbnail }: ImageView): ImageView {
  return { id, name, thumbnail };
}

/** Puts the images before the text, as the providers advise. */
export function toPromptContent(
  text: string,
  attachments: readonly Attachment[],
): Required<Pick<PromptContent, 'parts' | 'images'>> {
  const pictures = attachments.map(({ mimeType, data }): Part => ({ type: 'image', mimeType, data }));
  const words: Part[] = text ? [{ type: 'text', text }] : [];
  return { parts: [...pictures, ...words], images: attachments.map(toImageView) };
}

export function attachmentsOf({ parts, images }: PromptNode): Attachment[] {
  const pictures = parts.filter((part) => part.type === 'image');
  return images.flatMap((image, index) => {
    const picture = pictures[index];
    return picture ? [{ ...toImageView(image), mimeType: picture.mimeType, data: picture.data }] : [];
  });
}
