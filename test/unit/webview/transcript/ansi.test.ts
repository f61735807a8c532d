import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toAnsiRuns } from '../../../../src/webview/transcript/tools/ansi.ts';

/** `\e` is an escape. Runs in short: "classes|text". */
const runs = (text: string) =>
  toAnsiRuns(text.replaceAll('\\e', '\x1b')).map(({ text: t, classes }) => `${classes}|${t}`);

describe('a command’s output is drawn in the terminal’s colours', () => {
  it.each<[is: string, text: string, runs: string[]]>([
    ['plain', 'a', ['|a']],
    ['a colour and its end', 'a \\e[31merror\\e[0m b', ['|a ', 'ansi-fg-1|error', '| b']],
    [
      'bright, bold, underlined',
      '\\e[1;4;92mok\\e[22;24mok',
      ['ansi-fg-10 ansi-bold ansi-underline|ok', 'ansi-fg-10|ok'],
    ],
    ['dim, italic, struck', '\\e[2;3;9mx', ['ansi-dim ansi-italic ansi-strike|x']],
    ['an end without a number', '\\e[31ma\\e[mb', ['ansi-fg-1|a', '|b']],
    ['default colours', '\\e[31;44ma\\e[39;49mb', ['ansi-fg-1 ansi-bg-4|a', '|b']],
    ['inverse', '\\e[7ma\\e[27mb', ['ansi-fg-background ansi-bg-foreground|a', '|b']],
    ['inverse of a colour', '\\e[7;31ma', ['ansi-fg-background ansi-bg-1|a']],
    [
      'a background gets a text that is readable on it',
      '\\e[41ma\\e[42mb',
      ['ansi-fg-light ansi-bg-1|a', 'ansi-fg-dark ansi-bg-2|b'],
    ],
    ['a palette', '\\e[38;5;9ma\\e[38;5;196mb\\e[38:5:196mc', ['ansi-fg-9|abc']],
    ['true colours', '\\e[38;2;255;10;0ma\\e[48:2::0:0:230mb', ['ansi-fg-9|a', 'ansi-fg-9 ansi-bg-4|b']],
    ['what follows a palette colour', '\\e[38;5;1;1mx', ['ansi-fg-1 ansi-bold|x']],
    ['curly underlines, and their colour', '\\e[4:3;58;5;1mx\\e[4:0my', ['ansi-underline|x', '|y']],
  ])('%s', (_is, text, expected) => expect(runs(text)).toEqual(expected));

  it.each<[is: string, text: string, runs: string[]]>([
    ['concealed', '\\e[8mhidden', ['|hidden']],
    ['in the colour of its background', '\\e[31;41mhidden', ['ansi-fg-1|hidden']],
    ['blinking', '\\e[5;6mx', ['|x']],
    ['with numbers that there are not', '\\e[38;5;999ma\\e[38;2;1mb\\e[48;5mc\\e[999md', ['|abcd']],
  ])('no text is hidden: %s', (_is, text, expected) => expect(runs(text)).toEqual(expected));

  it('loses no character, and makes up no class', () => {
    const atom = fc.oneof(
      fc.string({ maxLength: 5 }),
      fc.array(fc.nat(120), { maxLength: 8 }).map((codes) => `\x1b[${codes.join(';')}m`),
    );
    fc.assert(
      fc.property(fc.array(atom, { maxLength: 20 }), (atoms) => {
        const text = atoms.join('');
        const found = toAnsiRuns(text);
        // eslint-disable-next-line no-control-regex -- what it takes out
        expect(found.map((run) => run.text).join('')).toBe(text.replaceAll(/\x1b\[[\d;:]{0,40}m/g, ''));
        for (const { classes } of found) expect(classes).toMatch(/^[a-z0-9 -]*$/);
      }),
    );
  });
});
