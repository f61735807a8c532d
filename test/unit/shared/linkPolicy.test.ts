import { describe, expect, it } from 'vitest';
import { allowedLink, allowedWebLink } from '../../../src/shared/linkPolicy.ts';

describe('the link policy', () => {
  it.each(['https://example.com/a?b=c#d', 'http://localhost:3000', 'HTTPS://EXAMPLE.COM', 'mailto:a@example.com'])(
    'lets through %s',
    (url) => expect(allowedLink(url)).toBe(url),
  );

  it.each([
    undefined,
    '',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'command:workbench.action.quit',
    'vscode://file/etc/passwd',
    'vscode-webview://x',
    'file:///etc/passwd',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://example.com/x',
    '//example.com',
    '/etc/passwd',
    'src/a.ts',
    '#anchor',
    'https:example.com',
    'https://',
    'https://example.com/\u202egpj.exe',
    'https://exam\u200bple.com',
    'https://example.com/a b',
  ])('makes %j inert', (url) => expect(allowedLink(url)).toBeNull());

  it('takes only a page of the web for a source', () => {
    expect(allowedWebLink('https://example.com/a')).toBe('https://example.com/a');
    expect(allowedWebLink('mailto:a@example.com')).toBeNull();
    expect(allowedWebLink('javascript:alert(1)')).toBeNull();
  });
});
