/** What every system takes as the name of an exported chat's file, without its ending. */
export function toFileName(title: string): string {
  const clean = title
    .replaceAll(/[^\p{L}\p{N} ._-]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  // Whole characters: half of one cannot stand in an address.
  const name = [...clean]
    .slice(0, 60)
    .join('')
    .replace(/(?<![. ])[. ]+$/, '');
  if (!name) return 'Chat';
  return RESERVED.test(name) ? `Chat ${name}` : name;
}

/** Windows' devices, also with an ending: https://learn.microsoft.com/windows/win32/fileio/naming-a-file */
const RESERVED = /^(?:con|prn|aux|nul|(?:com|lpt)[\d¹²³]) *(?:\.|$)/i;
