import { stageEdits } from './stagedEdits.ts';
import { decodeText } from '../text/textFile.ts';
import { isOutcome, type Tool, type ToolContext, type ToolPreview } from '../tools/tool.ts';

/*
 * VS Code downloads the schema that a JSON file names, and all schemas that this schema refers to, as soon as the file
 * is opened. Extensions do the same for YAML and TOML. An edit could therefore send a secret away as part of an
 * address. Settings can assign any file name to these languages, so all files are checked, except those of
 * `OTHER_LANGUAGES`.
 */

/** File name extensions of prose and source code, in which the address of a schema may be an example. */
const OTHER_LANGUAGES = new Set(
  (
    'md mdx rst adoc html htm xml svg css scss less vue svelte astro ts tsx mts cts js jsx mjs cjs py rb rs go java kt ' +
    'cs fs c h cc cpp hpp m mm swift php pl lua dart scala ex exs clj sh bash zsh ps1 sql proto graphql'
  ).split(' '),
);

/** Writes nothing. Empty if the tool does not edit, or if the edit has no preview. */
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
  // Staged, so that the preview does not record files as seen: the model gets neither this preview nor its error.
  const preview = await tool.preview?.(input, stageEdits(context, new Map()), signal).catch(() => undefined);
  return preview && !isOutcome(preview) ? addedBetween(preview) : [];
}

export function addedSchemas(preview: ToolPreview): readonly string[] {
  return preview.file && mayNameSchema(preview.file.path) ? addedBetween(preview) : [];
}

/** The schemas of a moved file count as added, unless VS Code could already download them under the old name. */
function addedBetween({ file, removedFile }: ToolPreview): string[] {
  if (!file) return [];
  const { before, after } = file;
  const earlier = removedFile && mayNameSchema(removedFile.path) ? removedFile.bytes : before;
  const known = new Set(remoteSchemas(textOf(earlier)));
  return remoteSchemas(textOf(after)).filter((address) => !known.has(address));
}

function mayNameSchema(path: string): boolean {
  return !OTHER_LANGUAGES.has(/\.([^./\\]*)$/.exec(path)?.[1]?.toLowerCase() ?? '');
}

function textOf(bytes: Uint8Array | undefined): string {
  const decoded = decodeText(bytes ?? new Uint8Array());
  return decoded.kind === 'text' ? decoded.text : '';
}

/** Returns the remote addresses that `$schema`, `$ref` and TOML's `#:schema` give, without duplicates. */
export function remoteSchemas(text: string): string[] {
  if (!/\$(?:schema|ref)|#:schema|\\/.test(text)) return [];
  const addresses = [...schemasInJson(text), ...schemasInLines(unescape(text))].map((value) =>
    value.replace(/[\s\p{Cc}]+/gu, ''),
  );
  return [...new Set(addresses.filter(isRemote))];
}

const KEYS: ReadonlySet<string> = new Set(['$schema', '$ref']);

/**
 * Reads JSON as leniently as VS Code: with comments, unquoted keys, a missing colon and unterminated strings. The next
 * string after `$schema` or `$ref` counts as its value.
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

/** Matching takes linear time, because one alternative matches at every position of a text. */
const JSON_TOKEN = /\/\/[^\n\r]*|\/\*[^]*?(?:\*\/|$)|"(?:[^"\\\n\r]|\\[^])*"?|[^\s"/{}[\]:,]+|[^]/g;

/**
 * Decodes the escapes of JSON, but drops `\n` and the like, because `remoteSchemas` removes white space from addresses
 * anyway. Like VS Code's scanner, drops unknown escapes and escapes with too few digits.
 */
function unescape(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-f]{0,4})|([^]))/gi,
    (_all, digits: string | undefined, letter: string | undefined) => {
      if (digits !== undefined) return digits.length === 4 ? String.fromCharCode(Number.parseInt(digits, 16)) : '';
      return '"\\/'.includes(letter ?? ' ') ? (letter ?? '') : '';
    },
  );
}

/**
 * Returns the addresses in YAML's `# yaml-language-server: $schema=…`, `$schema: …` and `$ref: …`, in TOML's
 * `#:schema …`, and in JSON5's `$schema: '…'` and `$ref: '…'`.
 */
function schemasInLines(text: string): string[] {
  const found = text.matchAll(/(?:\$(?:schema|ref)["'`]?\s*[:=]|#:schema\s)\s*["'`]?([^\s"'`,}]+)/g);
  return [...found].map(([, value = '']) => value);
}

/** True if opening the address causes a network request; includes Windows paths such as `\\host\share`. */
function isRemote(address: string): boolean {
  if (/^(file:)?[\\/]{2}[^\\/]/i.test(address)) return true;
  return /^[a-z][a-z0-9+.-]+:/i.test(address) && !/^(file|vscode|untitled|urn):/i.test(address);
}
