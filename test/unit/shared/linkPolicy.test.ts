import { describe, expect, it } from 'vitest';
import { allowedLink, allowedWebLink, parseFileLink } from '../../../src/shared/linkPolicy.ts';

describe('the link policy', () => {
  it.each(['https://example.com/a?b=c#d', 'http://localhost:3000', 'HTTPS://EXAMPLE.COM', 'mailto:a@example.com'])(
    'allows %s',
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

  it('accepts only a web page as a source', () => {
    expect(allowedWebLink('https://example.com/a')).toBe('https://example.com/a');
    expect(allowedWebLink('mailto:a@example.com')).toBeNull();
    expect(allowedWebLink('javascript:alert(1)')).toBeNull();
  });
});

describe('a link to a file', () => {
  it.each([
    ['src/a.ts', 'src/a.ts', null],
    ['./a.ts', './a.ts', null],
    ['/ws/a.ts', '/ws/a.ts', null],
    ['C:/ws/a.ts:3', 'C:/ws/a.ts', 3],
    ['a.ts:12', 'a.ts', 12],
    ['a.ts:12:5', 'a.ts', 12],
    ['a.ts:12-20', 'a.ts', 12],
    ['a.ts#L12', 'a.ts', 12],
    ['a.ts#L12-L20', 'a.ts', 12],
    ['a.ts#L12C3', 'a.ts', 12],
    ['README.md#setup', 'README.md', null],
    ['my%20notes.md', 'my notes.md', null],
    ['my notes.md', 'my notes.md', null],
    ['Makefile', 'Makefile', null],
  ])('%j names a file, and possibly a line', (href, path, line) => expect(parseFileLink(href)).toEqual({ path, line }));

  it.each([
    undefined,
    '',
    '#anchor',
    ':12',
    'https://example.com/a.ts',
    'mailto:a@example.com',
    'javascript:alert(1)',
    'command:workbench.action.quit',
    'command:x:12',
    'file:///etc/passwd',
    'vscode://file/etc/passwd',
    'data:text/html,x',
    '//example.com/a.ts',
    '\\\\host\\share',
    'a.ts?b=c',
    'a%ZZ.ts',
    'a%0A.ts',
    'a\u202e.ts',
    'x'.repeat(2_000),
  ])('%j does not name a file', (href) => expect(parseFileLink(href)).toBeNull());
});
