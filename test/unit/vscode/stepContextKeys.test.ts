import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chatContextKeys, stepContextKeys } from '../../../src/extension/vscode/contributions.ts';

const steps = Object.values(stepContextKeys);

test('the walkthrough does not reset the context keys of the chat', () => {
  const ofChat: readonly string[] = Object.values(chatContextKeys);
  expect(steps.filter((key) => ofChat.includes(key))).toEqual([]);
});

test('the manifest names the context key of each walkthrough step', () => {
  const manifest = readFileSync('package.json', 'utf8');
  expect(steps.filter((key) => !manifest.includes(`"onContext:${key}"`))).toEqual([]);
});
