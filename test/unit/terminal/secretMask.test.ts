import { expect, it } from 'vitest';
import { maskSecrets } from '../../../src/extension/terminal/secretMask.ts';

it.each([
  ['export OPENAI_API_KEY=sk-proj-abcdefghijklmnop1234', 'export OPENAI_API_KEY=[masked]'],
  ['key sk-ant-api03-abcdefghij-KLMNOP', 'key [masked]'],
  ['ghp_abcdefghijklmnopqrstuvwxyz0123456789', '[masked]'],
  ['AKIAIOSFODNN7EXAMPLE', '[masked]'],
  ['Authorization: Bearer abcdef.ghi-jkl', 'Authorization: Bearer [masked]'],
  ['postgres://me:hunter2@db/x', 'postgres://me:[masked]@db/x'],
  ['"password": "correct horse"', '"password": "[masked] horse"'],
  ['deploy --token abcd1234', 'deploy --token [masked]'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig', '[masked]'],
  ['id 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'id [masked]'],
])('%j is masked', (text, masked) => expect(maskSecrets(text)).toBe(masked));

it('a private key is masked, and the number of lines stays', () => {
  const key = 'a\n-----BEGIN RSA PRIVATE KEY-----\nMIIE\nabc\n-----END RSA PRIVATE KEY-----\nb';
  const masked = maskSecrets(key);
  expect(masked).not.toContain('MIIE');
  expect(masked.split('\n')).toHaveLength(key.split('\n').length);
});

it('a private key without its end is masked up to the end of the screen', () =>
  expect(maskSecrets('-----BEGIN PRIVATE KEY-----\nMIIE\nabc')).not.toContain('abc'));

it.each([
  'Do you want to run `npm test` in src/components/navigation/sidebar-with-many-entries.test.tsx?',
  'The token count is 1234, the secret sauce is tests.',
  '你想选择哪个方案？A) 方案一 B) 方案二',
  'https://example.com/a/very/long/path/with/many/segments/and-words',
])('%j stays as it is', (text) => expect(maskSecrets(text)).toBe(text));
