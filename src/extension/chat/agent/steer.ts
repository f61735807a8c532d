import type { PromptContent } from '../conversation/promptContent.ts';

/** A prompt that goes with the results of calls. */
export type SteeringPrompt = PromptContent & { readonly id: string };

/** Hands on what the user wants said now, in order; each is in the conversation when `record` returns. Never rejects. */
export type Steer = (record: (prompt: SteeringPrompt) => void, signal: AbortSignal) => Promise<void>;
