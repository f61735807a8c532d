import { crc32, deflateSync, inflateSync } from 'node:zlib';

/**
 * Pictures of a user interface have few colours, so a palette makes them half as large; no tool for it is at hand
 * everywhere. Takes what Chromium writes: 8 bits a channel, RGB or RGBA, not interlaced.
 */
export function toPalettePng(png: Uint8Array): Buffer {
  const image = decode(Buffer.from(png.buffer, png.byteOffset, png.byteLength));
  const { width, height, pixels } = image;
  const palette = choosePalette(pixels);
  const nearest = new Map<number, number>(palette.map((colour, index) => [colour, index]));
  // Filters help photographs; on indices they only hurt.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const colour = pixels[y * width + x] ?? 0;
      let index = nearest.get(colour);
      if (index === undefined) nearest.set(colour, (index = nearestIn(palette, colour)));
      rows[y * (width + 1) + 1 + x] = index;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const SIZE = 256;
/** Colours that differ by less need only one place in the palette (sum of squares over the channels). */
const CLOSE = 30;

interface Image {
  readonly width: number;
  readonly height: number;
  /** 0xRRGGBB. */
  readonly pixels: Uint32Array;
}

function decode(png: Buffer): Image {
  let header: Buffer = Buffer.alloc(0);
  const data: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') header = body;
    if (type === 'IDAT') data.push(body);
    at += length + 12;
  }
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const depth = { 2: 3, 6: 4 }[header[9] ?? 0];
  if (header[8] !== 8 || depth === undefined || header[12] !== 0)
    throw new Error('Not a picture as Chromium writes it.');
  const bytes = unfilter(inflateSync(Buffer.concat(data)), width * depth, height, depth);
  const pixels = new Uint32Array(width * height);
  for (let index = 0; index < pixels.length; index += 1) pixels[index] = bytes.readUIntBE(index * depth, 3);
  return { width, height, pixels };
}

/** PNG specification, 9.2: every byte was written as its difference from what its neighbours predict. */
function unfilter(raw: Buffer, stride: number, height: number, depth: number): Buffer {
  const bytes = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < depth ? 0 : (bytes[at - depth] ?? 0);
      const up = y === 0 ? 0 : (bytes[at - stride] ?? 0);
      const corner = x < depth || y === 0 ? 0 : (bytes[at - stride - depth] ?? 0);
      const prediction = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0;
      bytes[at] = (raw[y * (stride + 1) + 1 + x] ?? 0) + prediction;
    }
  }
  return bytes;
}

function paeth(left: number, up: number, corner: number): number {
  const guess = left + up - corner;
  const [byLeft, byUp, byCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (byLeft <= byUp && byLeft <= byCorner) return left;
  return byUp <= byCorner ? up : corner;
}

/** The most frequent colours that are not nearly the same. */
function choosePalette(pixels: Uint32Array): number[] {
  const counts = new Map<number, number>();
  for (const colour of pixels) counts.set(colour, (counts.get(colour) ?? 0) + 1);
  const byCount = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  if (byCount.length <= SIZE) return byCount;
  const palette: number[] = [];
  for (const colour of byCount) {
    if (palette.every((chosen) => distance(chosen, colour) >= CLOSE)) palette.push(colour);
    if (palette.length === SIZE) break;
  }
  return palette;
}

function nearestIn(palette: readonly number[], colour: number): number {
  let best = 0;
  for (const [index, candidate] of palette.entries()) {
    if (distance(candidate, colour) < distance(palette[best] ?? 0, colour)) best = index;
  }
  return best;
}

function distance(a: number, b: number): number {
  const [red, green, blue] = channels(a);
  const [otherRed, otherGreen, otherBlue] = channels(b);
  return (red - otherRed) ** 2 + (green - otherGreen) ** 2 + (blue - otherBlue) ** 2;
}

function channels(colour: number): [number, number, number] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

function chunk(type: string, body: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), body]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(body.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
