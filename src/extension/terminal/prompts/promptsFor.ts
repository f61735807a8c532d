import { CHINESE_PROMPTS } from './chinese.ts';
import { ENGLISH_PROMPTS } from './english.ts';
import type { ScreenPrompts } from './screenPrompts.ts';

/** `language`: VS Code's display language, such as `zh-cn`. Every language except Chinese gets the English prompts. */
export function promptsFor(language: string): ScreenPrompts {
  return /^zh\b/i.test(language) ? CHINESE_PROMPTS : ENGLISH_PROMPTS;
}
