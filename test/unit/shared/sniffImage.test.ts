import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitWithin } from '../../../src/webview/composer/images/prepareImage.ts';
import { sniffImage } from '../../../src/shared/sniffImage.ts';

type Part = string | readonly number[];

function bytes(...parts: Part[]): Uint8Array {
  return Uint8Array.from(
    parts.flatMap((part) => (typeof part === 'string' ? [...part].map((each) => each.charCodeAt(0)) : part)),
  );
}

function check(parts: Part[], expected: ReturnType<typeof sniffImage>): void {
  expect(sniffImage(bytes(...parts))).toEqual(expected);
}

const PNG = ['\x89PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 4, 0, 0, 0, 3, 0, 8, 6, 0, 0, 0, 1, 2, 3, 4]];
const GIF = ['GIF89a', [64, 0, 48, 0, 0x80, 0, 0], [0, 0, 0, 255, 255, 255]];
const FRAME = [0x2c, 0, 0, 0, 0, 64, 0, 48, 0, 0, 2, 2, 0x4c, 1, 0];
const PAUSE = [0x21, 0xf9, 4, 0, 10, 0, 0, 0];

describe('sniffImage', () => {
  it('recognizes a PNG and its size', () =>
    check([...PNG, [0, 0, 0, 0], 'IDAT'], { type: 'png', width: 1024, height: 768, animated: false }));
  it('recognizes an animated PNG', () =>
    check([...PNG, [0, 0, 0, 0], 'acTL', [0, 0, 0, 0], [0, 0, 0, 0], 'IDAT'], {
      type: 'png',
      width: 1024,
      height: 768,
      animated: true,
    }));
  it('recognizes a JPEG whose size follows other segments', () =>
    check([[0xff, 0xd8, 0xff, 0xe1, 0, 6, 1, 2, 3, 4, 0xff, 0xc0, 0, 17, 8, 1, 0, 2, 0, 3]], {
      type: 'jpeg',
      width: 512,
      height: 256,
      animated: false,
    }));
  it('recognizes a JPEG that is cut off before its size', () =>
    check(['\xff\xd8\xff\xe0', [0, 16], '..............'], { type: 'jpeg', width: 0, height: 0, animated: false }));
  it('recognizes a GIF with one frame', () =>
    check([...GIF, PAUSE, FRAME, [0x3b]], { type: 'gif', width: 64, height: 48, animated: false }));
  it('recognizes an animated GIF', () =>
    check([...GIF, PAUSE, FRAME, PAUSE, FRAME, [0x3b]], { type: 'gif', width: 64, height: 48, animated: true }));
  it('recognizes an animated WebP', () =>
    check(['RIFF', [0, 0, 0, 0], 'WEBPVP8X', [10, 0, 0, 0, 2, 0, 0, 0], [255, 3, 0], [255, 2, 0]], {
      type: 'webp',
      width: 1024,
      height: 768,
      animated: true,
    }));
  it('recognizes a BMP whose rows begin at the top', () =>
    check(['BM', Array<number>(16).fill(0), [16, 0, 0, 0], [0xf0, 0xff, 0xff, 0xff]], {
      type: 'bmp',
      width: 16,
      height: 16,
      animated: false,
    }));
  it('recognizes an AVIF and its size', () =>
    check([[0, 0, 0, 28], 'ftypavif', '....mif1', [0, 0, 0, 20], 'ispe', [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 128]], {
      type: 'avif',
      width: 256,
      height: 128,
      animated: false,
    }));
  it.each(['<svg xmlns="http://www.w3.org/2000/svg"/>', '<?xml version="1.0"?><svg><script/></svg>'])(
    'recognizes the SVG %s',
    (source) => check([source], { type: 'svg', width: 0, height: 0, animated: false }),
  );
});

it.each(['', 'hello', 'just some text, long enough', '%PDF-1.7 and so on and on', '<html><svg></svg></html>'])(
  'sniffImage does not recognize %j as an image',
  (text) => check([text], null),
);

it('sniffImage does not throw for any bytes after a known signature', () => {
  const signatures = [
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff',
    'GIF89a',
    'RIFF....WEBPVP8X',
    'RIFF....WEBPVP8L',
    'BM',
    '....ftypavif',
  ];
  const rest = fc.uint8Array({ maxLength: 80 });
  fc.assert(
    fc.property(fc.constantFrom(...signatures), rest, (signature, bytesAfter) => {
      expect(() => sniffImage(bytes(signature, [...bytesAfter]))).not.toThrow();
    }),
    { numRuns: 2_000 },
  );
});

describe('fitWithin', () => {
  it('keeps a size within the square', () =>
    expect(fitWithin({ width: 800, height: 600 }, 1568)).toEqual({ width: 800, height: 600 }));
  it('shrinks a larger size in proportion', () =>
    expect(fitWithin({ width: 3136, height: 1000 }, 1568)).toEqual({ width: 1568, height: 500 }));
  it('returns at least one pixel per side', () =>
    expect(fitWithin({ width: 10_000, height: 1 }, 96)).toEqual({ width: 96, height: 1 }));
});
