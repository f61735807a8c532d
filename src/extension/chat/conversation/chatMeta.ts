import * as z from 'zod';
import { textOf } from '../../model/message.ts';
import type { FileStore } from '../../ports/fileStore.ts';
import { Conversation } from './conversation.ts';
import { messageOf, type ConversationNode } from './conversationNode.ts';
import type { ConversationEntry } from './conversationEntry.ts';
import { parseConversation } from './conversationFile.ts';
import { titleOf } from './title.ts';

/**
 * The metadata of a chat, stored beside the chat's file so that the list of chats does not read every file. If the size
 * of the chat's file differs from `size`, the metadata is out of date.
 */
const metaSchema = z.object({
  version: z.literal(1),
  /** The size of the chat's file in bytes. */
  size: z.number(),
  readable: z.boolean(),
  title: z.string(),
  lastPrompt: z.string(),
  prompts: z.number(),
  /** Missing in files of earlier versions. */
  shellLines: z.number().optional(),
  /** Milliseconds since the epoch, like `updatedAt`. */
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type ChatMeta = z.infer<typeof metaSchema>;

export function metaFile(id: string): string {
  return `conversations/${id}.meta.json`;
}

/** Undefined if the metadata is missing, broken, or in another version of the format. */
export async function readMeta(files: FileStore, id: string): Promise<ChatMeta | undefined> {
  return parseMeta((await files.read(metaFile(id))) ?? '');
}

function parseMeta(text: string): ChatMeta | undefined {
  try {
    return metaSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** If the file has no messages or cannot be parsed, both dates are `modifiedAt`. */
export function toMeta(text: string, { size, modifiedAt }: { size: number; modifiedAt: number }): ChatMeta {
  const parsed = parseConversation(text);
  const nodes = parsed.kind === 'parsed' ? toNodes(parsed.entries) : [];
  const prompts = nodes.filter((node) => node.kind === 'prompt');
  return {
    version: 1,
    size,
    readable: parsed.kind === 'parsed',
    title: parsed.kind === 'parsed' ? titleOf(toConversation(parsed.entries)) : '',
    lastPrompt: toExcerpt(prompts.at(-1)),
    prompts: prompts.length,
    shellLines: parsed.kind === 'parsed' ? parsed.entries.filter(({ type }) => type === 'shell').length : 0,
    createdAt: nodes.at(0)?.at ?? modifiedAt,
    updatedAt: nodes.at(-1)?.at ?? modifiedAt,
  };
}

/** The texts of all prompts, answers and summaries on all branches. */
export function textsOf(entries: readonly ConversationEntry[]): string[] {
  return toNodes(entries).map((node) => {
    if (node.kind === 'summary') return node.text;
    return node.kind === 'prompt' ? textOf({ role: 'user', parts: node.parts }) : textOf(messageOf(node));
  });
}

/** Read-only: adding an entry throws. */
export function toConversation(entries: readonly ConversationEntry[], id = ''): Conversation {
  const conversation = new Conversation(id);
  conversation.load(entries);
  return conversation;
}

function toNodes(entries: readonly ConversationEntry[]): ConversationNode[] {
  const conversation = toConversation(entries);
  const added: readonly string[] = ['prompt', 'answer', 'summary'];
  const ids = entries.flatMap((entry) => (added.includes(entry.type) && 'id' in entry ? (entry.id ?? []) : []));
  return ids.flatMap((id) => conversation.node(id) ?? []);
}

/** The excerpt is long enough for a row and for a search by words. */
function toExcerpt(node: ConversationNode | undefined): string {
  if (node?.kind !== 'prompt') return '';
  return textOf({ role: 'user', parts: node.parts }).replaceAll(/\s+/g, ' ').trim().slice(0, 300);
}
