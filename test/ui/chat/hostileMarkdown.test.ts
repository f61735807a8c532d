import { describe, expect, it } from 'vitest';
import { withAllWires } from './chatWires.ts';
import { useComposer } from '../composer/composerUser.ts';

const user = useComposer((server) => withAllWires(server));

describe('Markdown of a model', () => {
  it('does not run or load anything, and links only to the web', async () => {
    const asked: string[] = [];
    user.workbench.page.on('request', (request) => asked.push(request.url()));
    await user.ask('Be hostile', { text: HOSTILE, chunkSize: 200_000 });
    const answer = user.chat.answers.last();
    await expect.poll(() => answer.textContent()).toContain('<script>');
    await expect.poll(() => answer.textContent()).toContain('still open');
    const found = await answer.evaluate((element) => ({
      hacked: 'hacked' in window,
      elements: element.querySelectorAll('script, img, iframe, object, embed, form, style, svg, base').length,
      handlers: [...element.querySelectorAll('*')].filter((each) =>
        [...each.attributes].some(({ name }) => name.startsWith('on')),
      ).length,
      links: [...element.querySelectorAll('a')].map((link) => link.getAttribute('href')),
    }));
    expect(found).toEqual({
      hacked: false,
      elements: 0,
      handlers: 0,
      links: ['https://example.invalid/image.png', 'https://example.invalid/page', 'https://example.invalid/reference'],
    });
    for (const text of ['run', 'script']) await answer.getByText(text, { exact: true }).first().click();
    expect(await answer.evaluate(() => 'hacked' in window)).toBe(false);
    expect(asked.filter((url) => url.includes('example.invalid'))).toEqual([]);
    expect(((await answer.textContent()) ?? '').length).toBeLessThan(100_000);
    await user.ask('Be deep', { text: DEEP, chunkSize: 200_000 });
    const deep = user.chat.answers.last();
    await expect.poll(() => deep.textContent()).toContain('deep quote');
    expect(await deep.evaluate((element) => element.querySelectorAll('a, script, blockquote').length)).toBe(0);
    await user.focusComposer();
    await user.type('still here');
    await user.expectDraft('still here');
  });
});

/** Nested deeper than the parser's stack allows, so it is shown as plain text. */
const DEEP = [
  '<script>window.hacked = 1</script>',
  `${'> '.repeat(2_000)}deep quote`,
  `${'- '.repeat(2_000)}deep item`,
].join('\n\n');

const HOSTILE = [
  '<script>window.hacked = 1</script> <img src="x" onerror="window.hacked = 2"> <svg onload="window.hacked = 3">',
  '[run](command:workbench.action.closeWindow) [script](javascript:window.hacked=4) [entity](&#106;avascript:hacked=5)',
  '[data](data:text/html,<script>window.hacked=6</script>) [file](file:///etc/passwd) [code](vscode://premove.premove/x)',
  '![image](https://example.invalid/image.png) [page](https://example.invalid/page) [reference][ref] [evil][evil]',
  '[ref]: https://example.invalid/reference\n[evil]: javascript:window.hacked=7',
  // Not one repeated letter, because a model that repeats itself is stopped.
  Array.from({ length: 150_000 }, (_, index) => `x${index}`).join(''),
  '```html\n<script>window.hacked = 8</script>\nstill open',
].join('\n\n');
