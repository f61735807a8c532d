import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAnsiRuns } from '../../../../src/webview/transcript/tools/ansi.ts';

/** Describes the runs of a text as "classes|text"; `\e` stands for the escape character. */
const runs = (text: string) =>
  toAnsiRuns(text.replaceAll('\\e', '\x1b')).map(({ text: t, classes }) => `${classes}|${t}`);

describe('toAnsiRuns', () => {
  it.each<[title: string, text: string, runs: string[]]>([
    ['leaves plain text plain', 'a', ['|a']],
    ['applies a color until its end', 'a \\e[31merror\\e[0m b', ['|a ', 'ansi-fg-1|error', '| b']],
    [
      'applies bright colors, bold and underline',
      '\\e[1;4;92mok\\e[22;24mok',
      ['ansi-fg-10 ansi-bold ansi-underline|ok', 'ansi-fg-10|ok'],
    ],
    ['applies dim, italic and strike', '\\e[2;3;9mx', ['ansi-dim ansi-italic ansi-strike|x']],
    ['treats a sequence without a number as the end', '\\e[31ma\\e[mb', ['ansi-fg-1|a', '|b']],
    ['returns to the default colors', '\\e[31;44ma\\e[39;49mb', ['ansi-fg-1 ansi-bg-4|a', '|b']],
    ['swaps the default colors for inverse text', '\\e[7ma\\e[27mb', ['ansi-fg-background ansi-bg-foreground|a', '|b']],
    ['swaps a color with the panel’s background for inverse text', '\\e[7;31ma', ['ansi-fg-background ansi-bg-1|a']],
    [
      'gives text on a background a readable color',
      '\\e[41ma\\e[42mb',
      ['ansi-fg-light ansi-bg-1|a', 'ansi-fg-dark ansi-bg-2|b'],
    ],
    ['maps palette colors to the nearest of sixteen', '\\e[38;5;9ma\\e[38;5;196mb\\e[38:5:196mc', ['ansi-fg-9|abc']],
    [
      'maps true colors to the nearest of sixteen',
      '\\e[38;2;255;10;0ma\\e[48:2::0:0:230mb',
      ['ansi-fg-9|a', 'ansi-fg-9 ansi-bg-4|b'],
    ],
    ['applies the codes after a palette color', '\\e[38;5;1;1mx', ['ansi-fg-1 ansi-bold|x']],
    [
      'shows curly underlines as plain ones, without their color',
      '\\e[4:3;58;5;1mx\\e[4:0my',
      ['ansi-underline|x', '|y'],
    ],
  ])('%s', (_title, text, expected) => expect(runs(text)).toEqual(expected));

  it.each<[title: string, text: string, runs: string[]]>([
    ['that is concealed', '\\e[8mhidden', ['|hidden']],
    ['that has the color of its background', '\\e[31;41mhidden', ['ansi-fg-1|hidden']],
    ['that blinks', '\\e[5;6mx', ['|x']],
    ['after unknown or incomplete codes', '\\e[38;5;999ma\\e[38;2;1mb\\e[48;5mc\\e[999md', ['|abcd']],
  ])('shows text %s', (_title, text, expected) => expect(runs(text)).toEqual(expected));

  it('loses no character, and returns only known characters in classes', () => {
    const atom = fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.array(fc.nat(120), { maxLength: 8 }).map((codes) => `\x1b[${codes.join(';')}m`),
    );
    fc.assert(
      fc.property(fc.array(atom, { maxLength: 20 }), (atoms) => {
        const text = atoms.join('');
        const found = toAnsiRuns(text);
        // eslint-disable-next-line no-control-regex -- the pattern matches escape sequences
        expect(found.map((run) => run.text).join('')).toBe(text.replaceAll(/\x1b\[[\d;:]{0,40}m/g, ''));
        for (const { classes } of found) expect(classes).toMatch(/^[a-z0-9 -]*$/);
      }),
    );
  });
});
