import { expect, it } from 'vitest';
import { contentSecurityPolicy } from '../../../src/extension/vscode/webviewPolicy.ts';

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
