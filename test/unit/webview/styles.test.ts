import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = 'src/webview/styles';

/**
 * In a query container, Chromium gives an element that is inserted while the page is hidden no box. The Send button stayed
 * invisible that way, even after the panel was shown again.
 */
it('the styles use media queries and no query containers', () => {
  const sheets = readdirSync(FOLDER).map(
    (name) => [name, withoutComments(readFileSync(join(FOLDER, name), 'utf8'))] as const,
  );
  const withContainers = sheets.filter(([, css]) =>
    /@container|container(?:-type|-name)?:|\d(?:cqi|cqw|cqh|cqb)\b/.test(css),
  );
  expect(withContainers.map(([name]) => name)).toEqual([]);
});

function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[^]*?\*\//g, '');
}
