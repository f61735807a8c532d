export interface PromptPair {
  readonly system: string;
  /** Contains `{terminal_content}` once. */
  readonly user: string;
}

/** The prompts that ask a model about a terminal's screen (seed 003). */
export interface ScreenPrompts {
  /** Asks for the state and the question in one request. */
  readonly unified: PromptPair;
  readonly state: PromptPair;
  readonly extraction: PromptPair;
}

/** Escapes the screen's own `<terminal>` tags, so that its text cannot end the prompt's `<terminal>` block. */
export function fillPrompt({ user }: Pick<PromptPair, 'user'>, screen: string): string {
  const quoted = screen.replaceAll(/<(\/?)terminal/gi, '<\\$1terminal');
  return user.replace('{terminal_content}', () => quoted);
}
