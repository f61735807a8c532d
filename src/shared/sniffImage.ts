/**
 * An image's properties according to its first bytes. Checked before decoding: a file's name and declared type prove
 * nothing, and a few kilobytes can unpack to gigabytes of pixels.
 */
export interface SniffedImage {
  readonly type: 'png' | 'jpeg' | 'gif' | 'webp' | 'bmp' | 'avif' | 'svg';
  /** Pixels; 0 if unknown. */
  readonly width: number;
  readonly height: number;
  readonly animated: boolean;
}

/** Null if the bytes do not begin like one of these types. */
export function sniffImage(bytes: Uint8Array): SniffedImage | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 16) return null;
  if (view.getUint32(0) === 0x89504e47) return sniffPng(view);
  if (view.getUint16(0) === 0xffd8) return sniffJpeg(view);
  if (ascii(bytes, 0, 4) === 'GIF8') return sniffGif(view);
  if (ascii(bytes, 0, 4) === 'RIFF' && ascii(bytes, 8, 12) === 'WEBP') return sniffWebp(view);
  if (ascii(bytes, 0, 2) === 'BM' && bytes.length >= 26) {
    const [width, height] = [view.getInt32(18, true), view.getInt32(22, true)];
    return { type: 'bmp', width: Math.abs(width), height: Math.abs(height), animated: false };
  }
  if (ascii(bytes, 4, 8) === 'ftyp' && /avif|avis/.test(ascii(bytes, 8, 32))) return sniffAvif(view);
  return /^\uFEFF?\s*(<\?xml|<!--|<!DOCTYPE svg|<svg)/i.test(ascii(bytes, 0, 256)) &&
    ascii(bytes, 0, 4096).includes('<svg')
    ? { type: 'svg', width: 0, height: 0, animated: false }
    : null;
}

function sniffPng(view: DataView): SniffedImage | null {
  if (view.byteLength < 24) return null;
  let animated = false;
  // An `acTL` chunk before the image data marks an animation.
  for (let at = 8; at + 8 <= view.byteLength; at += 12 + view.getUint32(at)) {
    const name = view.getUint32(at + 4);
    if (name === 0x6163544c) animated = true;
    if (name === 0x49444154) break;
  }
  return { type: 'png', width: view.getUint32(16), height: view.getUint32(20), animated };
}

function sniffJpeg(view: DataView): SniffedImage {
  for (let at = 2; at + 9 <= view.byteLength && view.getUint8(at) === 0xff;) {
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      return { type: 'jpeg', width: view.getUint16(at + 7), height: view.getUint16(at + 5), animated: false };
    }
    at += marker === 0xff ? 1 : 2 + view.getUint16(at + 2);
  }
  return { type: 'jpeg', width: 0, height: 0, animated: false };
}

function sniffGif(view: DataView): SniffedImage {
  let frames = 0;
  let at = 13 + colorTable(view.getUint8(10));
  while (at + 10 < view.byteLength && frames < 2) {
    const block = view.getUint8(at);
    if (block === 0x2c) {
      frames++;
      at = skipSubBlocks(view, at + 11 + colorTable(view.getUint8(at + 9)));
    } else if (block === 0x21) at = skipSubBlocks(view, at + 2);
    else break;
  }
  return { type: 'gif', width: view.getUint16(6, true), height: view.getUint16(8, true), animated: frames > 1 };
}

function colorTable(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1);
}

function skipSubBlocks(view: DataView, start: number): number {
  let at = start;
  while (at < view.byteLength && view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
  return at + 1;
}

function sniffWebp(view: DataView): SniffedImage | null {
  if (view.byteLength < 30) return null;
  const kind = view.getUint32(12);
  // "VP8X", "VP8L" or "VP8 ".
  if (kind === 0x56503858) {
    const width = 1 + (view.getUint32(24, true) & 0xffffff);
    const height = 1 + (view.getUint32(26, true) >>> 8);
    return { type: 'webp', width, height, animated: (view.getUint8(20) & 2) !== 0 };
  }
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return { type: 'webp', width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff), animated: false };
  }
  if (kind !== 0x56503820) return null;
  const [width, height] = [view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff];
  return { type: 'webp', width, height, animated: false };
}

function sniffAvif(view: DataView): SniffedImage {
  const animated = view.getUint32(8) === 0x61766973;
  // The box `ispe` has the image's size.
  for (let at = 16; at + 16 <= Math.min(view.byteLength, 8192); at++) {
    if (view.getUint32(at) !== 0x69737065) continue;
    return { type: 'avif', width: view.getUint32(at + 8), height: view.getUint32(at + 12), animated };
  }
  return { type: 'avif', width: 0, height: 0, animated };
}

function ascii(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to));
}
