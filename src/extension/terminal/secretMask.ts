const MASK = '[masked]';

/**
 * Patterns of strings that look like keys, tokens or passwords. If a pattern has a group, the text of the group is
 * kept.
 */
const SECRETS: readonly RegExp[] = [
  // A private key, even if its end is not on the screen.
  /(-----BEGIN [A-Z ]*PRIVATE KEY-----)[\s\S]*?(?=-----END|$)/g,
  // Known prefixes: OpenAI and Anthropic, GitHub, GitLab, npm, Slack, Google, AWS, Stripe, Hugging Face, xAI, Groq.
  /\b(?:sk|pk|rk)[-_][\w-]{12,}/g,
  /\b(?:gh[pousr]_|github_pat_|glpat-|npm_|xox[a-z]-|AIza|ya29\.|AKIA|ASIA|hf_|xai-|gsk_)[\w.-]{10,}/g,
  // A JSON web token.
  /\beyJ[\w-]{8,}\.[\w-]{4,}(?:\.[\w-]*)?/g,
  // The password in an address.
  /(\b[a-z][a-z\d+.-]*:\/\/[^\s/:@]*:)[^\s/@]+(?=@)/gi,
  /(\b(?:bearer|basic)\s+)[\w.~+/-]{8,}=*/gi,
  // `API_KEY=…`, `"password": "…"`, `--token …`.
  /((?:api[-_ ]?key|access[-_ ]?key|secret|token|passw(?:or)?d|passphrase|credential|private[-_ ]?key)s?["']?\s*(?:[:=]|=>)\s*["']?)[^\s"',;]{4,}/gi,
  /(--(?:api-?key|token|password|secret)(?:\s+|=))[^\s]{4,}/gi,
];

/** A long word of letters and digits that looks random. */
const RANDOM_WORD = /(?<![\w/.-])[A-Za-z\d+/_-]{32,}={0,2}(?![\w/.-])/g;

/** Replaces everything that looks like a secret, before a text goes to a model. Line ends stay. */
export function maskSecrets(text: string): string {
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

/** Ordinary words and paths have few digits among their letters. */
function looksRandom(word: string): boolean {
  const digits = word.match(/\d/g)?.length ?? 0;
  return digits >= 4 && /[A-Za-z]/.test(word) && !/^[a-z]+(?:[-_/][a-z\d]+)+$/i.test(word);
}
