import type { Locator } from 'playwright-core';
import { expect } from 'vitest';
import { createLatch } from '../../support/latch.ts';
import type { Answer } from '../../support/modelServer.ts';
import { withAllWires } from './chatWires.ts';
import { useComposer, type ComposerUser } from '../composer/composerUser.ts';

/** The beginning of the story. A text delta ends with it, because its length is a multiple of the chunk size 8. */
export const BEGINNING = 'Once upon a time a compiler never failed';
/** Has no repeated passages, so that a comparison detects repeated or lost text. */
export const STORY = `${BEGINNING}. Its users did, and so it learned to listen. In the end they wrote it a poem.`;
/** The story, cut in the middle. */
export const BROKEN_STORY: Answer = { text: STORY, chunkSize: 8, cutAfterEvents: 10 };

/** A user who asks for stories, over any wire. */
export interface StoryUser extends ComposerUser {
  /** The last answer. */
  answer(): Locator;
  /** The text of the last answer, without its buttons and notices. */
  answerText(): Promise<string>;
  expectText(text: string): Promise<void>;
  /** Sends a prompt and waits for the beginning of the story. The returned function lets the answer continue. */
  beginStory(prompt: string): Promise<() => void>;
}

export function useStories(): StoryUser {
  const composer = useComposer((server) => withAllWires(server));
  const user: StoryUser = Object.assign<ComposerUser, Omit<StoryUser, keyof ComposerUser>>(composer, {
    answer: () => composer.chat.answers.last(),
    answerText: async () => (await user.answer().locator('.markdown').allTextContents()).join(''),
    expectText: (text) => expect.poll(user.answerText).toBe(text),
    async beginStory(prompt) {
      const { answer, release } = heldStory();
      composer.server.on(prompt, answer);
      await composer.chat.send(prompt);
      await user.expectText(BEGINNING);
      return release;
    },
  });
  return user;
}

/** A story that pauses after its beginning until it is released. */
export function heldStory(): { readonly answer: Answer; release(): void } {
  const { opened, open } = createLatch();
  return { answer: { text: STORY, chunkSize: 8, hold: { until: opened, afterText: BEGINNING } }, release: open };
}
