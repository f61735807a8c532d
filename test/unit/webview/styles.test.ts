import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FOLDER = 'src/webview/styles';

/**
 * If an element is inserted into a query container while the page is hidden, Chromium does not create a box for it. As
 * a result, the Send button stayed invisible even after the panel was shown again.
 */
it('the styles use media queries, but not container queries', () => {
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
