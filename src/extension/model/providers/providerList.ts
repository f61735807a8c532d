import { anthropic } from './anthropic.ts';
import { dashscope } from './dashscope.ts';
import { deepseek } from './deepseek.ts';
import { gemini } from './gemini.ts';
import { llamaCpp } from './llamaCpp.ts';
import { lmStudio } from './lmStudio.ts';
import { mistral } from './mistral.ts';
import { moonshot } from './moonshot.ts';
import { ollama } from './ollama.ts';
import { openai } from './openai.ts';
import { openrouter } from './openrouter.ts';
import type { ProviderRecord } from './providerRecord.ts';
import { tour } from './tour.ts';
import { vscode } from './vscode.ts';

/** The built-in providers, in the order of the picker. */
export const PROVIDERS: readonly ProviderRecord[] = [
  openai,
  anthropic,
  gemini,
  deepseek,
  mistral,
  moonshot,
  dashscope,
  openrouter,
  ollama,
  lmStudio,
  llamaCpp,
  vscode,
  tour,
];

const byName = new Map(PROVIDERS.map((provider) => [provider.name, provider]));

/** Undefined for a provider that only the setting `premove.providers` defines. */
export function providerRecord(name: string): ProviderRecord | undefined {
  return byName.get(name);
}

/** The name that users see; the provider's id if only the setting defines the provider. */
export function providerLabel(name: string): string {
  return byName.get(name)?.label ?? name;
}
