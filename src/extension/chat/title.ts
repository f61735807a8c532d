import { textOf } from '../model/message.ts';
import type { Conversation } from './conversation.ts';

/** What the user has called the chat, else its first prompt's first line; empty for an empty chat. */
export function titleOf(conversation: Conversation): string {
  const first = conversation.path().find((node) => node.kind === 'prompt');
  return conversation.title ?? toTitle(first ? textOf({ role: 'user', parts: first.parts }) : '');
}

export function toTitle(prompt: string): string {
  const line = prompt.trim().split('\n', 1)[0] ?? '';
  return line.length > 60 ? `${line.slice(0, 59)}…` : line;
}
