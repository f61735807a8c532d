import * as vscode from 'vscode';
import { WorkspaceError } from '../../ports/workspace.ts';
import { decodeText, encodeText } from '../../text/textFile.ts';

/**
 * Tools use UTF-8, and UTF-16 with a byte order mark. A file with another encoding in `files.encoding` is converted to
 * UTF-8 for tools, and back when a tool writes it. Parameters named `encoding` are VS Code's names of encodings.
 */

/** Undefined for UTF-8, which needs no conversion. */
function configuredEncoding(path: string): string | undefined {
  const encoding = vscode.workspace.getConfiguration('files', vscode.Uri.file(path)).get<string>('encoding');
  return encoding === undefined || encoding === 'utf8' ? undefined : encoding;
}

/**
 * Opens a side of a diff, so that VS Code shows `bytes` in their actual encoding instead of `files.encoding`. An editor
 * that is opened afterwards keeps the encoding.
 */
export async function openInItsEncoding(uri: vscode.Uri, bytes: Uint8Array): Promise<void> {
  const isOpen = vscode.workspace.textDocuments.some((document) => document.uri.toString() === uri.toString());
  const decoded = decodeText(bytes);
  if (isOpen || decoded.kind === 'binary') return;
  await vscode.workspace.openTextDocument(uri, { encoding: decoded.encoding.replace('-', '') });
}

/**
 * Returns the configured encoding of a file with these bytes. Undefined in these cases:
 * - The configured encoding is UTF-8.
 * - The bytes are UTF-16 with a byte order mark, or valid UTF-8 that is not all ASCII. Another encoding is improbable.
 * - A conversion would change bytes.
 */
async function encodingOf(path: string, bytes: Uint8Array): Promise<string | undefined> {
  const encoding = configuredEncoding(path);
  if (encoding === undefined) return undefined;
  const known = decodeText(bytes);
  // eslint-disable-next-line no-control-regex -- matches all of ASCII
  if (known.kind === 'text' && (known.encoding !== 'utf8' || /[^\x00-\x7f]/.test(known.text))) return undefined;
  const text = known.kind === 'text' ? known.text : await decode(bytes, encoding);
  const isWhole = text !== undefined && isSame(await vscode.workspace.encode(text, { encoding }), bytes);
  return isWhole ? encoding : undefined;
}

export async function fromDisk(path: string, bytes: Uint8Array): Promise<Uint8Array> {
  if (decodeText(bytes).kind === 'text') return bytes;
  const encoding = await encodingOf(path, bytes);
  const text = encoding === undefined ? undefined : await decode(bytes, encoding);
  return text === undefined ? bytes : encodeText(text, 'utf8');
}

/** `before`: the current content; undefined if there is no file. */
export async function toDisk(path: string, bytes: Uint8Array, before: Uint8Array | undefined): Promise<Uint8Array> {
  const decoded = decodeText(bytes);
  if (decoded.kind === 'binary' || decoded.encoding !== 'utf8') return bytes;
  const encoding = before ? await encodingOf(path, before) : configuredEncoding(path);
  if (encoding === undefined) return bytes;
  await checkEncodable(path, decoded.text, encoding);
  return vscode.workspace.encode(decoded.text, { encoding });
}

/** Whether `files.encoding` names another encoding than UTF-8. If so, `toDisk` needs the file's current content. */
export function hasConfiguredEncoding(path: string): boolean {
  return configuredEncoding(path) !== undefined;
}

/** Fails if the encoding lacks some of the characters, because VS Code would write question marks for them. */
export async function checkEncodable(path: string, text: string, encoding: string): Promise<void> {
  if ((await decode(await vscode.workspace.encode(text, { encoding }), encoding)) === text) return;
  const what = `has the encoding ${encoding}, which lacks some of these characters`;
  throw new WorkspaceError(
    'io',
    path,
    `${path} ${what}. Nothing was written. Avoid these characters, or ask the user.`,
  );
}

/** Undefined if VS Code treats the bytes as binary. */
export async function decode(bytes: Uint8Array, encoding: string): Promise<string | undefined> {
  try {
    return await vscode.workspace.decode(bytes, { encoding });
  } catch {
    return undefined;
  }
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0;
}
