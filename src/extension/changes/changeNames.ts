import type { FileStore } from '../ports/fileStore.ts';
import { contentHash } from '../text/contentHash.ts';

/** Both ids may contain any characters, so they never become part of a file name. */
export interface PromptKey {
  readonly chat: string;
  readonly prompt: string;
}

/**
 * The store's files. `<prompt>` is `<hash of the chat id>-<hash of the prompt id>`:
 *
 * - `changes/<prompt>.jsonl`: the changes of the prompt, one line for each (`changeLog.ts`)
 * - `changes/<prompt>.bytes`: its before-images (what the files contained before the prompt), one after the other
 * - `changes/<prompt>.dropped`: marks that the two files were removed, to make room
 * - `changes/open/<prompt>.<id>.jsonl`: the journal of an unfinished batch (`batchJournal.ts`)
 * - `changes/open/<prompt>.<id>.bytes`: the after-images of the batch (what the batch writes into the files)
 * - `changes/open/<prompt>.<id>.claim.<n>`: the process that recovers the batch; the highest number counts
 */
export const FOLDER = 'changes';

export function promptName({ chat, prompt }: PromptKey): string {
  return `${chatPrefix(chat)}${idHash(prompt)}`;
}

export function chatPrefix(chat: string): string {
  return `${idHash(chat)}-`;
}

/**
 * Whether a file of the store belongs to this prompt, in any chat. A copy of a chat has the prompt ids of the original.
 */
export function isOfPrompt(name: string, prompt: string): boolean {
  return promptPart(name) === idHash(prompt);
}

/** The part of a file's name that identifies the prompt. It is the same in all copies of the prompt's chat. */
export function promptPart(name: string): string {
  return splitName(`${name}.`).prompt.split('-')[1] ?? '';
}

/** Lists the store's files in one of its folders. Other files are ignored. */
export async function listNames(files: FileStore, folder: string): Promise<string[]> {
  return (await files.list(folder)).filter((name) => /^[0-9a-f]{32}-[0-9a-f]{32}\.[\w.-]+$/.test(name));
}

/** `rest` begins with a dot. */
export function splitName(name: string): { readonly prompt: string; readonly rest: string } {
  const dot = name.indexOf('.');
  return { prompt: name.slice(0, dot), rest: name.slice(dot) };
}

/** Hashes the id as JSON, because in UTF-8 all lone surrogates would be equal. */
function idHash(id: string): string {
  return contentHash(Buffer.from(JSON.stringify(id))).slice(0, 32);
}
