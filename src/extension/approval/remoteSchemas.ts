import type { ProposedFile } from '../ports/editReview.ts';
import { stageEdits } from './stagedEdits.ts';
import { decodeText } from '../text/textFile.ts';
import { isOutcome, type Tool, type ToolContext, type ToolPreview } from '../tools/tool.ts';

/*
 * VS Code downloads the schema that a JSON file names as soon as the file is opened, and whatever that schema refers to.
 * An edit followed by any look at the file could so send a secret away as part of an address. Extensions do the same for
 * YAML and TOML. Those languages are told by content, because settings and extensions decide which files have them.
 */

/** Prose and source code, whose text may hold such an address as an example. */
const OTHER_LANGUAGES = new Set(
  (
    'md mdx rst adoc html htm xml svg css scss less vue svelte astro ts tsx mts cts js jsx mjs cjs py rb rs go java kt ' +
    'cs fs c h cc cpp hpp m mm swift php pl lua dart scala ex exs clj sh bash zsh ps1 sql proto graphql'
  ).split(' '),
);

/** The addresses of schemas on the web that an edit would add. Nothing is written, and a failure adds none. */
export async function findAddedSchemas(
  tool: Tool,
  input: unknown,
  context: ToolContext,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (tool.kind !== 'edit') return [];
  const written = tool.paths(input);
  const real = await Promise.all(written.map(async (path) => (await context.workspace.resolve(path)).path));
  if (![...written, ...real].some(mayNameSchema)) return [];
  // The model hears of a failure when the call runs, so that this preview must not count as seen.
  const preview = await tool.preview?.(input, stageEdits(context, new Map()), signal).catch(() => undefined);
  return preview && !isOutcome(preview) ? difference(preview.file) : [];
}

/** As `findAddedSchemas`, for an edit that has a preview. */
export function addedSchemas({ file }: Pick<ToolPreview, 'file'>): readonly string[] {
  return mayNameSchema(file.path) ? difference(file) : [];
}

function difference({ before, after }: ProposedFile): string[] {
  const known = new Set(remoteSchemas(textOf(before)));
  return remoteSchemas(textOf(after)).filter((address) => !known.has(address));
}

function mayNameSchema(path: string): boolean {
  return !OTHER_LANGUAGES.has(/\.([^./\\]*)$/.exec(path)?.[1]?.toLowerCase() ?? '');
}

function textOf(bytes: Uint8Array | undefined): string {
  const decoded = decodeText(bytes ?? new Uint8Array());
  return decoded.kind === 'text' ? decoded.text : '';
}

/** The remote addresses that the values of `$schema` and `$ref` hold, each once. */
export function remoteSchemas(text: string): string[] {
  if (!/\$(?:schema|ref)|#:schema|\\/.test(text)) return [];
  const addresses = [...schemasInJson(text), ...schemasInLines(unescape(text))].map((value) =>
    value.replace(/[\s\p{Cc}]+/gu, ''),
  );
  return [...new Set(addresses.filter(isRemote))];
}

const KEYS: ReadonlySet<string> = new Set(['$schema', '$ref']);

/**
 * As VS Code reads JSON: with comments, keys without quotes, a missing colon and strings without an end. Any string that
 * comes next after such a key counts as its value.
 */
function schemasInJson(text: string): string[] {
  const found: string[] = [];
  let isValue = false;
  for (const [token] of text.matchAll(JSON_TOKEN)) {
    if (token.startsWith('//') || token.startsWith('/*')) continue;
    const isString = token.startsWith('"');
    const value = isString ? unescape(token.slice(1, token.endsWith('"') && token.length > 1 ? -1 : undefined)) : token;
    if (isValue && isString) found.push(value);
    if (isString || KEYS.has(value)) isValue = KEYS.has(value);
  }
  return found;
}

/** A comment, a string, a word, or one other character; so every place of a text begins a token, which keeps this linear. */
const JSON_TOKEN = /\/\/[^\n\r]*|\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n\r]|\\[^])*"?|[^\s"/{}[\]:,]+|[^]/g;

/** As VS Code's scanner does, for which an unknown escape is nothing, as are too few digits. */
function unescape(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-f]{0,4})|([^]))/gi,
    (_all, digits: string | undefined, letter: string | undefined) => {
      if (digits !== undefined) return digits.length === 4 ? String.fromCharCode(Number.parseInt(digits, 16)) : '';
      return '"\\/'.includes(letter ?? ' ') ? (letter ?? '') : '';
    },
  );
}

/** YAML's `# yaml-language-server: $schema=…` and `$schema: …`, TOML's `#:schema …`, and JSON5's other quotes. */
function schemasInLines(text: string): string[] {
  const found = text.matchAll(/(?:\$(?:schema|ref)["'`]?\s*[:=]|#:schema\s)\s*["'`]?([^\s"'`,}]+)/g);
  return [...found].map(([, value = '']) => value);
}

/** Whether something asks the network for it; also as a path of Windows, `\\host\share`. */
function isRemote(address: string): boolean {
  if (/^(file:)?[\\/]{2}[^\\/]/i.test(address)) return true;
  return /^[a-z][a-z0-9+.-]+:/i.test(address) && !/^(file|vscode|untitled|urn):/i.test(address);
}
