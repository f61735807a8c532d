/*
 * Names that look the same but differ in their bytes. macOS writes a narrow no-break space (U+202F) into the names of
 * screenshots, and some disks store "é" as two characters. A model writes the characters that it sees, so its
 * path may differ from the name on the disk.
 */

/** Returns the same string for names that look the same. */
export function foldName(name: string): string {
  return isPlain(name) ? name : name.normalize('NFC').replace(/\p{Zs}/gu, ' ');
}

/**
 * Returns the same string for all spellings that some file system treats as equal: drops invisible characters, folds
 * compatible letters and case. Upper case comes first, because lower case alone keeps "ß" and "ss" apart.
 */
export function foldSpelling(path: string): string {
  if (isPlain(path)) return path.toLowerCase();
  const folded = path.split('/').map((name) => [name, foldSegment(name)] as const);
  // A name that becomes empty is dropped, because globs do not match two slashes in a row.
  return folded.flatMap(([name, plain]) => (plain === '' && name !== '' ? [] : [plain])).join('/');
}

function foldSegment(name: string): string {
  const plain = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFKC');
  // A slash at this point comes from another character, such as "℀", and does not separate folders.
  return plain.toUpperCase().toLowerCase().normalize('NFKC').replaceAll('/', '_');
}

/**
 * Returns the names that a model may mean by the missing `name`. Ignores backslashes that a shell would need, as in
 * `my\ file.txt`.
 */
export function namesAlike(name: string, existing: readonly string[]): string[] {
  const wanted = foldName(name.replace(/\\([\s\p{P}\p{S}])/gu, '$1'));
  return existing.filter((each) => each !== name && foldName(each) === wanted);
}

/** Whether another name can look like `name`. If not, the caller does not have to list the folder. */
export function mayHaveAlikes(name: string): boolean {
  return name.includes(' ') || name.includes('\\') || !isPlain(name);
}

function isPlain(name: string): boolean {
  return /^[\x20-\x7e]*$/.test(name);
}
