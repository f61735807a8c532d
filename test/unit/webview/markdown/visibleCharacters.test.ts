import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import ReactMarkdown from 'react-markdown';
import { expect, it } from 'vitest';
import { nameHiddenCharacters } from '../../../../src/webview/markdown/visibleCharacters.ts';

const mark = (name: string) => `<span class="hidden-character">${name}</span>`;

it.each([
  ['a\u202eb', `<p>a${mark('U+202E')}b</p>`],
  ['a&#x202e;b', `<p>a${mark('U+202E')}b</p>`],
  ['**\u2066x\u2069**', `<p><strong>${mark('U+2066')}x${mark('U+2069')}</strong></p>`],
  ['`a\u200bb\u202e`', `<p><code>a${mark('U+200B')}b${mark('U+202E')}</code></p>`],
  ['می\u200cخواهم 👩🏽‍💻', '<p>می\u200cخواهم 👩🏽‍💻</p>'],
  ['<b>\u202e', `<p>&lt;b&gt;${mark('U+202E')}</p>`],
])('nameHiddenCharacters names the characters in %j that hide or reverse text', (source, html) => {
  const plugins = { rehypePlugins: [nameHiddenCharacters], children: source };
  expect(renderToStaticMarkup(createElement(ReactMarkdown, plugins))).toBe(html);
});

it('nameHiddenCharacters leaves a fence unchanged, because the code block names its own characters', () => {
  const plugins = { rehypePlugins: [nameHiddenCharacters], children: '```\na\u202eb\n```' };
  expect(renderToStaticMarkup(createElement(ReactMarkdown, plugins))).toContain('a\u202eb');
});
