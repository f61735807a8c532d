import { exportTexts } from '../../../base/texts/exportTexts.ts';

/** Code points. */
const MAX_NAME = 60;

/** The name has no extension, and is valid on every system. */
export function toFileName(title: string): string {
  const clean = title
    .replaceAll(/[^\p{L}\p{N} ._-]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  // Cut by code points, because a lone surrogate is invalid in a URI.
  const name = [...clean]
    .slice(0, MAX_NAME)
    .join('')
    .replace(/(?<![. ])[. ]+$/, '');
  if (!name) return exportTexts.untitled();
  return RESERVED.test(name) ? `${exportTexts.untitled()} ${name}` : name;
}

/** Device names of Windows, also with an extension: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const RESERVED = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;
