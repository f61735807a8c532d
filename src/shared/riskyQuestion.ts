import { publishesOrDestroys } from './riskyWords.ts';

/**
 * Whether an answer's last paragraph asks for leave to publish or destroy something. Behind "Shall I push it to main?" a
 * "yes" is no harmless word, so then no suggestion runs at the first Enter, whatever it says.
 */
export function asksToPublishOrDestroy(answer: string): boolean {
  const end = answer.trimEnd().slice(-MAX_END);
  const paragraph = end.split(/\n\s*\n/).at(-1) ?? '';
  return (paragraph.match(QUESTION) ?? []).some((question) => publishesOrDestroys(question));
}

/** UTF-16 units: more than anybody asks in one paragraph, and little enough for any expression. */
const MAX_END = 1_000;

const QUESTION = /(?<![^.!?;؟？。！\n])[^.!?;؟？。！\n]+[?؟？]/gu;
