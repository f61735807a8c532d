import { textOf } from '../model/message.ts';
import type { Conversation } from './conversation.ts';

/** What the user has called the chat, else its first prompt's first line or picture; empty for an empty chat. */
export function titleOf(conversation: Conversation): string {
  const first = conversation.path().find((node) => node.kind === 'prompt');
  const text = first ? textOf({ role: 'user', parts: first.parts }) : '';
  return conversation.title ?? toTitle(text.trim() ? text : (first?.images[0]?.name ?? ''));
}

export function toTitle(prompt: string): string {
  const line = prompt.trim().split('\n', 1)[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
