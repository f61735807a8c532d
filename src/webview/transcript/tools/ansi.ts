/** A piece of a command's output with one style. */
export interface AnsiRun {
  readonly text: string;
  /** CSS classes, separated by spaces; empty for plain text. */
  readonly classes: string;
}

/** A terminal color, the editor's background, light or dark text for contrast, or the default. */
type Color = number | 'background' | 'light' | 'dark' | null;

interface Style {
  readonly foreground: Color;
  readonly background: Color;
  readonly bold: boolean;
  readonly dim: boolean;
  readonly italic: boolean;
  readonly underline: boolean;
  readonly strike: boolean;
  readonly inverse: boolean;
}

const PLAIN: Style = {
  foreground: null,
  background: null,
  bold: false,
  dim: false,
  italic: false,
  underline: false,
  strike: false,
  inverse: false,
};

/**
 * Splits a text with SGR sequences into runs. 256-color and true-color values become the nearest of the sixteen colors,
 * which follow the theme, so that text stays readable. No sequence can hide text or make it blink: SGR 8 is ignored,
 * and so is a background equal to the text's color.
 */
export function toAnsiRuns(text: string): AnsiRun[] {
  const runs: AnsiRun[] = [];
  let style = PLAIN;
  let end = 0;
  const add = (part: string): void => {
    if (part === '') return;
    const classes = toClasses(style);
    const last = runs.at(-1);
    if (last?.classes === classes) runs[runs.length - 1] = { classes, text: last.text + part };
    else runs.push({ classes, text: part });
  };
  for (const match of text.matchAll(SGR)) {
    add(text.slice(end, match.index));
    style = applySgr(style, match[1] ?? '');
    end = match.index + match[0].length;
  }
  add(text.slice(end));
  return runs;
}

// eslint-disable-next-line no-control-regex -- the pattern matches escape sequences
const SGR = /\x1b\[([\d;:]{0,40})m/g;

function applySgr(style: Style, parameters: string): Style {
  // Colons separate the parts of one parameter, as in `4:3` and `38:5:208`.
  const codes = parameters.split(';');
  let next = style;
  for (let index = 0; index < codes.length; index += 1) {
    const [code = 0, ...parts] = (codes[index] ?? '').split(':').map(Number);
    if (code !== 38 && code !== 48 && code !== 58) {
      next = applyCode(next, code, parts);
      continue;
    }
    const [mode, ...values] = parts.length > 0 ? withoutColorSpace(parts) : codes.slice(index + 1).map(Number);
    const length = mode === 5 ? 1 : mode === 2 ? 3 : 0;
    if (parts.length === 0) index += 1 + length;
    const color = mode === 5 ? fromPalette(values[0]) : mode === 2 ? nearest(values.slice(0, 3)) : undefined;
    if (color === undefined || code === 58) continue;
    next = code === 38 ? { ...next, foreground: color } : { ...next, background: color };
  }
  return next;
}

/** `2::r:g:b` and `2:id:r:g:b` have a field for a color space, which is ignored. */
function withoutColorSpace([mode = 0, ...values]: readonly number[]): number[] {
  return mode === 2 && values.length > 3 ? [mode, ...values.slice(1)] : [mode, ...values];
}

function applyCode(style: Style, code: number, parts: readonly number[]): Style {
  if (code >= 30 && code <= 37) return { ...style, foreground: code - 30 };
  if (code >= 90 && code <= 97) return { ...style, foreground: code - 82 };
  if (code >= 40 && code <= 47) return { ...style, background: code - 40 };
  if (code >= 100 && code <= 107) return { ...style, background: code - 92 };
  switch (code) {
    case 0:
      return PLAIN;
    case 1:
      return { ...style, bold: true };
    case 2:
      return { ...style, dim: true };
    case 3:
      return { ...style, italic: true };
    case 4:
      return { ...style, underline: parts[0] !== 0 };
    case 7:
      return { ...style, inverse: true };
    case 9:
      return { ...style, strike: true };
    case 21:
      return { ...style, underline: true };
    case 22:
      return { ...style, bold: false, dim: false };
    case 23:
      return { ...style, italic: false };
    case 24:
      return { ...style, underline: false };
    case 27:
      return { ...style, inverse: false };
    case 29:
      return { ...style, strike: false };
    case 39:
      return { ...style, foreground: null };
    case 49:
      return { ...style, background: null };
    default:
      return style;
  }
}

function toClasses(style: Style): string {
  const { bold, dim, italic, underline, strike } = style;
  const [foreground, background] = toColors(style);
  return [
    foreground !== null && `ansi-fg-${foreground}`,
    background !== null && `ansi-bg-${background}`,
    bold && 'ansi-bold',
    dim && 'ansi-dim',
    italic && 'ansi-italic',
    underline && 'ansi-underline',
    strike && 'ansi-strike',
  ]
    .filter((name) => name !== false)
    .join(' ');
}

/** The text color and the background. On a colored background, text without a color gets a contrasting color. */
function toColors({ foreground, background, inverse }: Style): [Color, Color | 'foreground'] {
  if (inverse) {
    if (background === null) return ['background', foreground ?? 'foreground'];
    return foreground === null || foreground === background ? [background, 'foreground'] : [background, foreground];
  }
  if (background === null || foreground === background) return [foreground, null];
  return [foreground ?? (typeof background === 'number' && DARK.has(background) ? 'light' : 'dark'), background];
}

/** Background colors on which white is readable in any theme. */
const DARK: ReadonlySet<number> = new Set([0, 1, 4, 5, 8]);

function fromPalette(index: number | undefined): number | undefined {
  if (index === undefined || !Number.isInteger(index) || index < 0 || index > 255) return undefined;
  if (index < 16) return index;
  if (index >= 232) return nearest([0, 0, 0].map(() => 8 + (index - 232) * 10));
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40);
  const cube = index - 16;
  return nearest([Math.floor(cube / 36), Math.floor(cube / 6) % 6, cube % 6].map(level));
}

function nearest(rgb: readonly number[]): number | undefined {
  if (rgb.length < 3 || !rgb.every((value) => value >= 0 && value <= 255)) return undefined;
  const distances = PALETTE.map((color) =>
    color.reduce((sum, value, index) => sum + (value - (rgb[index] ?? 0)) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

/** Usual RGB values, to find the nearest color. */
const PALETTE: readonly (readonly number[])[] = [
  [0, 0, 0],
  [205, 0, 0],
  [0, 205, 0],
  [205, 205, 0],
  [0, 0, 238],
  [205, 0, 205],
  [0, 205, 205],
  [229, 229, 229],
  [127, 127, 127],
  [255, 0, 0],
  [0, 255, 0],
  [255, 255, 0],
  [92, 92, 255],
  [255, 0, 255],
  [0, 255, 255],
  [255, 255, 255],
];
