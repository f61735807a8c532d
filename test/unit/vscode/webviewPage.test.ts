import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from '../../../scripts/tools/paths.ts';
import { contentSecurityPolicy, fillPage } from '../../../src/extension/vscode/webviewPage.ts';

const directives = new Map(
  contentSecurityPolicy('https://file.test', 'abc')
    .split('; ')
    .map((directive) => [directive.slice(0, directive.indexOf(' ')), directive.slice(directive.indexOf(' ') + 1)]),
);

it.each(['default-src', 'base-uri', 'form-action'])('the policy of the webview allows nothing for %s', (name) => {
  expect(directives.get(name)).toBe("'none'");
});

it('the policy of the webview allows only scripts of Premove', () => {
  expect(directives.get('script-src')).toBe("https://file.test 'nonce-abc'");
  expect([...directives.values()].join(' ')).not.toMatch(/unsafe|\*/);
});

const source = await readFile(join(root, 'src', 'webview', 'page.html'), 'utf8');
const values = { nonce: '$&', policy: 'script-src $1', root: 'https://file.test' };

it('the page gets the nonce, the policy and the address of the files', () => {
  const page = fillPage(source, values);
  expect(page).toContain('<script type="module" nonce="$&" src="https://file.test/main.js">');
  expect(page).toContain('content="script-src $1"');
  expect(page).not.toMatch(/__(NONCE|POLICY|ROOT)__/);
});

it('the page requests no file before it is shown', async () => {
  const shown = fillPage(source, values).replace(/<template[^>]*>.*<\/template>/s, '');
  expect(shown).not.toMatch(/\b(?:src|href)=/);
  for (const style of ['base.css', 'earlyInput.css'])
    expect(await readFile(join(root, 'src', 'webview', 'styles', style), 'utf8')).not.toMatch(/url\(|@import/);
});
