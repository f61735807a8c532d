const MASK = '[masked]';

/** Patterns of keys, tokens and passwords. If a pattern has a group, the text of the group is kept. */
const SECRETS: readonly RegExp[] = [
  // A private key, even if its end is not on the screen.
  /(-----BEGIN [A-Z ]*PRIVATE KEY-----)[\s\S]*?(?=-----END|$)/g,
  // OpenAI and Anthropic, GitHub, GitLab, npm, Slack, Google, AWS, Stripe, Hugging Face, xAI, Groq.
  /\b(?:sk|pk|rk)[-_][\w-]{12,}/g,
  /\b(?:gh[pousr]_|github_pat_|glpat-|npm_|xox[a-z]-|AIza|ya29\.|AKIA|ASIA|hf_|xai-|gsk_)[\w.-]{10,}/g,
  // A JSON web token.
  /\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  // The password in an address.
  /(\b[a-z][a-z\d+.-]{0,30}:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/gi,
  /(\b(?:bearer|basic)\s+)[\w.~+/-]{8,}=*/gi,
  // `API_KEY=…`, `DB_PASS=…`, `"password": "…"`, `--token …`.
  /((?:api[-_ ]?key|access[-_ ]?key|secret|token|passw(?:or)?d|passphrase|(?<![a-z])(?:pass|pwd)|credential|private[-_ ]?key)s?["']?\s*(?:[:=]|=>)\s*["']?)[^\s"',;]{4,}/gi,
  /(--(?:api-?key|token|password|secret)(?:\s+|=))[^\s]{4,}/gi,
];

/** A long word that can be random. */
const RANDOM_WORD = /(?<![\w/.+-])[A-Za-z\d+/_.-]{26,}={0,2}(?![\w/+-])/g;

/** Characters. To find a secret that continues on the next lines, lines are joined until they have this many. */
const MAX_JOINED = 500;
/** A line with fewer characters does not count as full, because terminals are wider. */
const MIN_WIDTH = 40;
/** Columns that an agent leaves empty at the right border when it wraps a text. */
const MARGIN = 8;
/** Characters of a random part of a word. */
const MIN_PART = 16;
/** Digits of a random word; 2 are enough for a part with upper and lower case letters. */
const MIN_DIGITS = 4;
/** Characters. A shorter word looks random only if one of its parts looks random. */
const MIN_WORD = 32;

/**
 * Masks secrets before a text is sent to a model. Keeps line ends. `text`: lines of a screen, so a secret can continue
 * on the next line.
 */
export function maskSecrets(text: string): string {
  return maskWhole(maskWrapped(text.split('\n')).join('\n'));
}

function maskWhole(text: string): string {
  const masked = SECRETS.reduce(
    (current, pattern) =>
      current.replace(pattern, (match: string, ...groups: unknown[]) => {
        const kept = typeof groups[0] === 'string' ? groups[0] : '';
        return kept + MASK + '\n'.repeat(match.split('\n').length - 1);
      }),
    text,
  );
  return masked.replace(RANDOM_WORD, (word) => (looksRandom(word) ? MASK : word));
}

/**
 * Whether a word looks random. This is so if one of its parts looks random. A long word without dots also looks random
 * if it has letters and digits, and does not consist of ordinary words joined by dashes, underscores or slashes.
 */
function looksRandom(word: string): boolean {
  const isPlain = word.length >= MIN_WORD && !word.includes('.') && !/^[a-z]+(?:[-_/][a-z\d]+)+$/i.test(word);
  return (isPlain && hasDigits(word) && /[A-Za-z]/.test(word)) || word.split(/[-_/.]/).some(isRandomPart);
}

function isRandomPart(part: string): boolean {
  if (part.length < MIN_PART || !/[A-Za-z]/.test(part)) return false;
  return hasDigits(part) || (hasDigits(part, 2) && /[a-z]/.test(part) && /[A-Z]/.test(part));
}

function hasDigits(text: string, count = MIN_DIGITS): boolean {
  return (text.match(/\d/g)?.length ?? 0) >= count;
}

/** The part of a line between two columns (UTF-16 units). */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** Masks the secrets that continue on the next line. Agents wrap their text themselves, also in boxes. */
function maskWrapped(lines: readonly string[]): readonly string[] {
  const width = lines.reduce((most, line) => Math.max(most, line.length), 0);
  const contents = lines.map(contentSpan);
  const hidden = lines.map((): Span[] => []);
  for (const at of lines.keys()) {
    const parts = partsFrom(at, lines, contents, width);
    if (parts.length < 2) continue;
    const joined = parts.map(({ start, end }, row) => lines[at + row]!.slice(start, end)).join('');
    const first = parts[0]!.end - parts[0]!.start;
    for (const span of findSecrets(joined)) {
      if (span.start >= first || span.end <= first || isSeparateWord(joined, span, first)) continue;
      let before = 0;
      for (const [row, { start, end }] of parts.entries()) {
        const from = start + Math.max(0, span.start - before);
        const to = Math.min(end, start + span.end - before);
        if (from < to) hidden[at + row]!.push({ start: from, end: to });
        before += end - start;
      }
    }
  }
  return lines.map((line, at) => replaceAll(line, hidden[at]!));
}

/** Whether an ordinary word ends at `first`, and the text after it is a secret by itself. */
function isSeparateWord(joined: string, { start, end }: Span, first: number): boolean {
  if (!/^[A-Za-z]{1,15}$/.test(joined.slice(start, first))) return false;
  const rest = joined.slice(first, end);
  return findSecrets(rest).some((span) => span.start === 0 && span.end === rest.length);
}

/**
 * The content of line `at`, at most its last `MAX_JOINED / 2` characters, then the parts of the next lines that can
 * continue its last word.
 */
function partsFrom(at: number, lines: readonly string[], contents: readonly Span[], width: number): readonly Span[] {
  const { start, end } = contents[at]!;
  const parts: Span[] = [{ start: Math.max(start, end - MAX_JOINED / 2), end }];
  let length = end - start;
  for (let next = at + 1; next < lines.length && length < MAX_JOINED; next += 1) {
    const previous = contents[next - 1]!;
    if (previous.end === previous.start || !isWordCharacter(lines[next - 1]!, previous.end - 1)) break;
    const content = contents[next]!;
    let wordEnd = content.start;
    while (wordEnd < content.end && isWordCharacter(lines[next]!, wordEnd)) wordEnd += 1;
    const word = lines[next]!.slice(content.start, wordEnd);
    const isFull = previous.end >= MIN_WIDTH && previous.end >= width - MARGIN;
    const isOrdinary = word.length < MIN_PART && !(/\d/.test(word) && /[A-Za-z]/.test(word));
    // After a whole secret, an ordinary word with more text after it does not continue the secret.
    const isNext = isOrdinary && wordEnd < content.end && endsWithSecret(lines, at, parts);
    if (word === '' || (isOrdinary && !isFull) || isNext) break;
    parts.push({ start: content.start, end: wordEnd });
    length += wordEnd - content.start;
    if (wordEnd < content.end) break;
  }
  return parts;
}

/** The first of the parts is on line `at`. */
function endsWithSecret(lines: readonly string[], at: number, parts: readonly Span[]): boolean {
  const text = parts.map(({ start, end }, row) => lines[at + row]!.slice(start, end)).join('');
  return findSecrets(text).some(({ end }) => end === text.length);
}

/** The line without white space and the borders of a box at both ends. */
function contentSpan(line: string): Span {
  let start = 0;
  let end = line.length;
  while (start < end && isBorder(line, start)) start += 1;
  while (end > start && isBorder(line, end - 1)) end -= 1;
  return { start, end };
}

function isBorder(line: string, at: number): boolean {
  return ' \t│┃'.includes(line[at]!);
}

/** Whether the character is visible ASCII, as in secrets. */
function isWordCharacter(line: string, at: number): boolean {
  const code = line.charCodeAt(at);
  return code > 0x20 && code < 0x7f;
}

function findSecrets(text: string): readonly Span[] {
  const found = SECRETS.flatMap((pattern) =>
    [...text.matchAll(pattern)].map((match) => ({
      start: match.index + (match[1]?.length ?? 0),
      end: match.index + match[0].length,
    })),
  );
  const random = [...text.matchAll(RANDOM_WORD)]
    .filter(([word]) => looksRandom(word))
    .map(({ index, 0: word }) => ({ start: index, end: index + word.length }));
  return [...found, ...random];
}

/** Replaces the spans, which can overlap, with masks. */
function replaceAll(line: string, spans: readonly Span[]): string {
  let text = '';
  let at = 0;
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    // A span that begins inside an earlier span shares its mask.
    if (start >= at) text += line.slice(at, start) + MASK;
    at = Math.max(at, end);
  }
  return text + line.slice(at);
}
