import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  isWithin,
  joinPath,
  normalizeAbsolute,
  parentPath,
  pathCandidates,
  pathKey,
  placePath,
  refusePath,
  type PathRules,
} from '../../../src/extension/text/paths.ts';

const posix: PathRules = { style: 'posix', caseSensitive: true };
const windows: PathRules = { style: 'windows', caseSensitive: false };
const one = [{ name: 'app', path: '/ws/app' }];
const two = [
  { name: 'app', path: '/ws/app' },
  { name: 'lib', path: '/other/lib' },
];
const drive = [{ name: 'app', path: 'C:/ws/app' }];
const share = [{ name: 'app', path: '//server/share/app' }];

/** Returns the place of the first candidate as `inside <display>` or `outside <path>`. */
function placed(path: string, roots: readonly { name: string; path: string }[], rules: PathRules): string {
  const [candidate] = pathCandidates(path, roots, rules);
  const place = candidate === undefined ? refusePath(path) : placePath(candidate, roots, rules);
  return place.kind === 'inside' ? `inside ${place.display}` : `outside ${place.path}`;
}

describe('with one root', () => {
  test.each([
    ['src/a.ts', 'inside src/a.ts'],
    ['./src//a.ts', 'inside src/a.ts'],
    ['/ws/app/src/a.ts', 'inside src/a.ts'],
    ['/ws/app', 'inside .'],
    ['', 'inside .'],
    ['.', 'inside .'],
    ['src/../b.ts', 'inside b.ts'],
    ['..hidden/x', 'inside ..hidden/x'],
    ['...', 'inside ...'],
    ['src/..', 'inside .'],
    ['back\\slash', 'inside back\\slash'],
    ['..', 'outside /ws'],
    ['../app2/a.ts', 'outside /ws/app2/a.ts'],
    ['../application', 'outside /ws/application'],
    ['/ws/appendix', 'outside /ws/appendix'],
    ['/etc/passwd', 'outside /etc/passwd'],
    ['../../../../../../etc/passwd', 'outside /etc/passwd'],
    ['/ws/app/../../etc/passwd', 'outside /etc/passwd'],
    ['a\0b', 'outside a\ufffdb'],
    ['a\nb', 'outside a\ufffdb'],
    ['\u001b[2Ja', 'outside \ufffd[2Ja'],
    ['x'.repeat(5000), `outside ${'x'.repeat(200)}`],
  ])('%j is %s', (path, expected) => {
    expect(placed(path, one, posix)).toBe(expected);
  });

  test("the path itself is tried before the path without the root's name", () => {
    expect(pathCandidates('app/a.ts', one, posix)).toEqual(['/ws/app/app/a.ts', '/ws/app/a.ts']);
  });
});

describe('with several roots', () => {
  test.each([
    ['lib/a.ts', 'inside lib/a.ts'],
    ['app/a.ts', 'inside app/a.ts'],
    ['/other/lib/a.ts', 'inside lib/a.ts'],
    ['/other/lib', 'inside lib'],
    ['lib/../../x', 'outside /x'],
    ['lib/../libs', 'outside /other/libs'],
    ['a.ts', 'inside app/a.ts'],
  ])('%j is %s', (path, expected) => {
    expect(placed(path, two, posix)).toBe(expected);
  });

  test('a path without a root name has a candidate in every root', () => {
    expect(pathCandidates('a.ts', two, posix)).toEqual(['/ws/app/a.ts', '/other/lib/a.ts']);
  });

  test('a path belongs to the innermost of nested roots', () => {
    const nested = [...one, { name: 'inner', path: '/ws/app/inner' }];
    expect(placePath('/ws/app/inner/a.ts', nested, posix)).toMatchObject({ display: 'inner/a.ts' });
  });
});

describe('on Windows', () => {
  test.each([
    ['src\\a.ts', 'inside src/a.ts'],
    ['c:\\WS\\App\\src\\a.ts', 'inside src/a.ts'],
    ['C:/ws/app', 'inside .'],
    ['..hidden\\x', 'inside ..hidden/x'],
    ['D:\\ws\\app\\a.ts', 'outside D:/ws/app/a.ts'],
    ['C:a.ts', 'outside C:a.ts'],
    ['\\ws\\app\\a.ts', 'outside \\ws\\app\\a.ts'],
    ['\\\\server\\share\\a.ts', 'outside //server/share/a.ts'],
    ['\\\\?\\C:\\ws\\app\\a.ts', 'outside \\\\?\\C:\\ws\\app\\a.ts'],
    ['\\\\.\\PhysicalDrive0', 'outside \\\\.\\PhysicalDrive0'],
    ['a.ts:stream', 'outside a.ts:stream'],
    ['.. \\..\\x', 'outside .. \\..\\x'],
    ['a.', 'outside a.'],
    ['nul', 'outside nul'],
    ['src/COM1.txt', 'outside src/COM1.txt'],
    ['..\\x', 'outside C:/ws/x'],
    ['C:\\..\\..\\x', 'outside C:/x'],
  ])('%j is %s', (path, expected) => {
    expect(placed(path, drive, windows)).toBe(expected);
  });

  test('`..` does not leave a network share', () => {
    expect(placed('\\\\SERVER\\share\\app\\a.ts', share, windows)).toBe('inside a.ts');
    expect(normalizeAbsolute('//server/share/../../x', windows)).toBe('//server/share/x');
  });
});

test('paths differ by case only if the rules are case-sensitive', () => {
  expect(isWithin('/WS/APP/a', '/ws/app', posix)).toBe(false);
  expect(isWithin('/WS/APP/a', '/ws/app', { ...posix, caseSensitive: false })).toBe(true);
});

test('the file system roots are their own parents and contain everything', () => {
  expect(parentPath('/')).toBe('/');
  expect(parentPath('/a')).toBe('/');
  expect(parentPath('C:/')).toBe('C:/');
  expect(parentPath('C:/a')).toBe('C:/');
  expect(isWithin('/a', '/', posix)).toBe(true);
});

test('a relative path stays inside the root unless its `..` segments lead above the root', () => {
  const segment = fc.constantFrom('..', '.', '', '..a', 'a..', 'b', '...');
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 12 }), (segments) => {
      const joined = joinPath('/ws/app', segments.join('/'));
      expect(joined).not.toMatch(/(^|\/)\.\.?(\/|$)|\/\//);
      const place = placePath(joined, one, posix);
      let depth = 2;
      let escaped = false;
      for (const each of segments) {
        if (each === '..') depth = Math.max(0, depth - 1);
        else if (each !== '.' && each !== '') depth += 1;
        escaped ||= depth < 2;
      }
      if (!escaped) expect(place.kind).toBe('inside');
      if (place.kind === 'inside') expect(place.path.startsWith('/ws/app')).toBe(true);
    }),
  );
});

test('if case is ignored, a path in upper or lower case is the same place, and is inside only if it is in a root', () => {
  const rules: PathRules = { style: 'posix', caseSensitive: false };
  const segment = fc.constantFrom('ws', 'WS', 'App', 'app', 'apple', 'other', 'lib', 'LIB', 'x');
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 5 }), fc.boolean(), (segments, isUpper) => {
      const path = `/${segments.join('/')}`;
      const respelled = isUpper ? path.toUpperCase() : path.toLowerCase();
      const [place, other] = [placePath(path, two, rules), placePath(respelled, two, rules)];
      expect(place.kind === 'inside').toBe(/^\/(ws\/app|other\/lib)(\/|$)/.test(path.toLowerCase()));
      expect([other.kind, other.display.toLowerCase()]).toEqual([place.kind, place.display.toLowerCase()]);
      expect(pathKey(respelled, rules)).toBe(pathKey(path, rules));
    }),
  );
});
