import { toSentence } from '../../shared/displayText.ts';

/** Texts about images that are attached to a message. */
export const imageStrings = {
  list: 'Attached images',
  pasted: 'Pasted image',
  remove: (name: string) => `Remove ${name}`,
  attaching: (name: string) => `Attaching ${name}`,
  drop: 'Drop images to attach them',
  dropHint: 'Hold Shift to drop',
  tooMany: (name: string, limit: number) =>
    `${name} was not attached: a message can have ${limit} images at most. Remove one to add another.`,
  animated: (name: string) => `${name} is animated. Only its first frame is attached.`,
  failed: (name: string, why: string) => `${name} was not attached. ${toSentence(why)}`,
  problems: {
    'not-an-image': (name: string) => `${name} is not an image. Only images can be attached; text can be pasted.`,
    svg: (name: string) => `${name} is an SVG image, which models cannot see. Attach it as PNG, or paste its source.`,
    'too-large': (name: string) => `${name} is too large to attach. Make it smaller, or attach a part of it.`,
    unreadable: (name: string) => `${name} cannot be read as an image. It may be damaged. Save it again as PNG.`,
  },
} as const;
