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

/** VS Code gives code white letters on a dark background in its High Contrast Light theme. */
it('a rule that sets the background of code also sets the color of its text', () => {
  const rules = readdirSync(FOLDER).flatMap((name) => [
    ...withoutComments(readFileSync(join(FOLDER, name), 'utf8')).matchAll(/([^{}]+)\{([^{}]*)\}/g),
  ]);
  const ofCode = rules.filter(([, selector = '', body = '']) => {
    const last = selector.split(',').some((each) => /(?:^|[\s>])code(?![\w-])\S*$|\.middle-cut$/.test(each.trim()));
    return last && /background(?:-color)?:/.test(body);
  });
  expect(ofCode.length).toBeGreaterThan(4);
  const colorless = ofCode.filter(([, , body = '']) => !/(?:^|[\s;])color:/.test(body));
  expect(colorless.map(([, selector = '']) => selector.trim())).toEqual([]);
});

function withoutComments(css: string): string {
  return css.replaceAll(/\/\*[^]*?\*\//g, '');
}
