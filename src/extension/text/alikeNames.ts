/*
 * Names that look the same and differ in their bytes: macOS writes a narrow no-break space (U+202F) into the names of
 * screenshots, and some disks store "é" as two characters. Models write what they see.
 */

/** Equal for names that look the same. */
export function foldName(name: string): string {
  return isPlain(name) ? name : name.normalize('NFC').replace(/\p{Zs}/gu, ' ');
}

/**
 * Equal for the spellings of a path that some file system takes for one: without characters that are ignored, compatible
 * letters as one, and in one case. The detour by upper case folds what lower case leaves apart, as "\u00df" and "ss".
 */
export function foldSpelling(path: string): string {
  if (isPlain(path)) return path.toLowerCase();
  const folded = path.split('/').map((name) => [name, foldSegment(name)] as const);
  // A folder of which nothing is left would part its neighbours by two slashes, which globs do not match.
  return folded.flatMap(([name, plain]) => (plain === '' && name !== '' ? [] : [plain])).join('/');
}

function foldSegment(name: string): string {
  const plain = name.replace(/\p{Default_Ignorable_Code_Point}/gu, '').normalize('NFKC');
  // A slash in here was another character, and begins no folder.
  return plain.toUpperCase().toLowerCase().normalize('NFKC').replaceAll('/', '_');
}

/**
 * The names that a model may mean by `name`, which does not exist, among those that do: names that look the same, and
 * the name without the backslashes that a shell would need (`my\\ file.txt`).
 */
export function namesAlike(name: string, existing: readonly string[]): string[] {
  const wanted = foldName(name.replace(/\\([\s\p{P}\p{S}])/gu, '$1'));
  return existing.filter((each) => each !== name && foldName(each) === wanted);
}

/** False if no other name can be meant, so that no folder needs to be listed. */
export function mayHaveAlikes(name: string): boolean {
  return name.includes(' ') || name.includes('\\') || !isPlain(name);
}

function isPlain(name: string): boolean {
  return /^[\x20-\x7e]*$/.test(name);
}
