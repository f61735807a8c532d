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
  ['export DB_PASS=hunter22', 'export DB_PASS=[masked]'],
  ['pass = "abcdef", pwd=hunter33', 'pass = "[masked]", pwd=[masked]'],
  ['deploy --token abcd1234', 'deploy --token [masked]'],
  ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.sig', '[masked]'],
  ['id 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08', 'id [masked]'],
  ['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', '[masked]'],
  ['dop_v1_0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9', '[masked]'],
  ['pypi-AgEIcHlwaS5vcmcCJDAwMTIzNDU2LTc4OWEtYmNkZS1mMDEy', '[masked]'],
  ['nvapi-Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv-Wx1Yz2Ab3Cd4', '[masked]'],
  ['pplx-0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d', '[masked]'],
  ['figd_Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv-Wx1Yz2', '[masked]'],
  ['AGE-SECRET-KEY-1QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7LQPZRY9X8GF2TVDW0S3JN', '[masked]'],
  ['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', '[masked]'],
  ['hvs.CAESIAb1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv', '[masked]'],
  ['the key is hvs.CAESIAb1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv.', 'the key is [masked]'],
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
  'bypass=true, passes: 4100',
  '你想选择哪个方案？A) 方案一 B) 方案二',
  'https://example.com/a/very/long/path/with/many/segments/and-words',
  'src/components/v2/2024-01-15/migration_20240115_add_users.test.ts',
  'The class com.example.project.module.internal.ApplicationConfigurationFactoryBean2 is missing.',
])('%j stays as it is', (text) => expect(maskSecrets(text)).toBe(text));

const WIDE = 'export OPENAI_API_KEY_OF_THE_TEAM=sk-proj-abcdefgh';
it.each([
  ['a key', 'key sk-ant-api03-abcdefghij\nKLMNOP12345 is set', 'key [masked]\n[masked] is set'],
  ['a key after a word', 'the key\nsk-ant-api03-abcdefghij\nKLMNOP12345 is set', 'the key\n[masked]\n[masked] is set'],
  ['a key on three lines', '  sk-ant-api03-ab\n  cdefghij12345\n  KLMNOP12345', '  [masked]\n  [masked]\n  [masked]'],
  ['a key whose first part is short', 'TOKEN: ghp_ab\ncdefghijklmnopqrstuvwxyz0123456789', 'TOKEN: [masked]\n[masked]'],
  [
    'a key in a box',
    '│ key sk-ant-api03-abcdefghij │\n│ KLMNOP12345 is set        │',
    '│ key [masked] │\n│ [masked] is set        │',
  ],
  ['a password in an address', 'postgres://me:hunter2x\nhunter3y@db/x', 'postgres://me:[masked]\n[masked]@db/x'],
  ['a random word', 'id 9f86d081884c7d659a2\nfeaa0c55ad015a3bf4f1b2b0b', 'id [masked]\n[masked]'],
  ['letters at the end of a full line', `${WIDE}\nijklmn`, 'export OPENAI_API_KEY_OF_THE_TEAM=[masked]\n[masked]'],
])('%s that continues on the next line is masked', (_, text, masked) => expect(maskSecrets(text)).toBe(masked));

it.each([
  ['password: hunter2\nContinue? [y/n]', 'password: [masked]\nContinue? [y/n]'],
  ['API_KEY=abcdefgh\n❯ 1. Yes\n  2. No', 'API_KEY=[masked]\n❯ 1. Yes\n  2. No'],
  [
    'output line 1 of the command with the SECRET sk-ant-api03-abcdefghij\noutput line 2',
    'output line 1 of the command with the SECRET [masked]\noutput line 2',
  ],
  ['key sk-ant-api03-abcdefghij\n\nKLMNOP12345', 'key [masked]\n\nKLMNOP12345'],
  ['src/components/navigation\nsidebar-with-2024-entries.test.tsx', undefined],
])('in %j, the lines below the first are not masked', (text, masked) => expect(maskSecrets(text)).toBe(masked ?? text));

it('the mask stays fast for many long lines', () => {
  const lines = Array.from({ length: 800 }, () => 'a1B2'.repeat(100));
  expect(maskSecrets(lines.join('\n'))).not.toContain('a1B2');
});

it('the mask stays fast for a very long word with many dashes', () => {
  const line = 'a-'.repeat(100_000);
  expect(maskSecrets(line)).toBe(line);
});
