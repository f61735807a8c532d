import { deflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readFileTool } from '../../../src/extension/tools/builtin/readFile.ts';
import type { ToolOutcome } from '../../../src/extension/tools/tool.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';
import { createToolHarness, outcomeText } from '../../support/toolHarness.ts';

function read(name: string, content: Uint8Array): Promise<ToolOutcome> {
  return createToolHarness(createMemoryWorkspace({ [name]: content })).run(readFileTool, { file_path: name });
}

function png(width: number, height: number, length = 100): Buffer {
  const bytes = Buffer.alloc(length);
  Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

const pdf = (body: string): Buffer => Buffer.from(`%PDF-1.7\n${body}\ntrailer << /Root 1 0 R >>\n%%EOF`, 'latin1');
const pages = (count: number): string => `2 0 obj << /Type /Pages /Kids [3 0 R] /Count ${count} >> endobj`;

test('read_file returns a picture as an image, with its format and size', async () => {
  const outcome = await read('img/logo.png', png(64, 32));
  expect(outcome).toMatchObject({ ok: true, summary: 'image, 64 × 32' });
  expect(outcome.content).toEqual([
    { type: 'text', text: '[img/logo.png: a PNG image, 64 × 32 pixels, 1 kB]' },
    { type: 'image', mimeType: 'image/png', data: png(64, 32).toString('base64') },
  ]);
});

test('read_file returns a PDF as a document', async () => {
  const bytes = pdf(pages(3));
  expect((await read('doc/spec.pdf', bytes)).content).toEqual([
    { type: 'text', text: '[doc/spec.pdf: a PDF, 3 pages, 1 kB]' },
    { type: 'document', mimeType: 'application/pdf', name: 'spec.pdf', pages: 3, data: bytes.toString('base64') },
  ]);
});

test('read_file describes a PDF of one page in the singular', async () => {
  const outcome = await read('a.pdf', pdf(pages(1)));
  expect(outcome).toMatchObject({
    content: [{ text: '[a.pdf: a PDF, 1 page, 1 kB]' }, { type: 'document' }],
    summary: 'PDF, 1 page',
  });
});

test('read_file counts the pages of a PDF with compressed objects', async () => {
  const packed = deflateSync(Buffer.from('1 0 << /Count 7 /Kids [4 0 R] /Type /Pages >>')).toString('latin1');
  const body = `5 0 obj << /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode >> stream\n${packed}\nendstream endobj`;
  expect((await read('a.pdf', pdf(body))).summary).toBe('PDF, 7 pages');
});

test.each<[string, string, Buffer, RegExp]>([
  ['a picture with too many pixels', 'a.png', png(9000, 10), /9000 × 10 pixels.*Scale it down first/],
  ['a picture with too many bytes', 'a.png', png(10, 10, 4_000_000), /4\.0 MB.*Scale it down first/],
  ['an incomplete picture', 'a.jpg', Buffer.from([0xff, 0xd8, ...Array<number>(20).fill(0)]), /damaged or incomplete/],
  ['a picture in another format', 'a.bmp', Buffer.from(`BM${'\0'.repeat(40)}`, 'latin1'), /BMP.*Convert it to PNG/],
  ['an encrypted PDF', 'a.pdf', pdf(`${pages(1)} << /Encrypt 9 0 R >>`), /is an encrypted PDF/],
  ['a PDF with too many pages', 'a.pdf', pdf(pages(101)), /101 pages.*pdftotext/],
])(
  'read_file refuses %s, which the provider would refuse too, and names the next step',
  async (_name, name, bytes, text) => {
    const outcome = await read(name, bytes);
    expect([outcome.ok, outcomeText(outcome)]).toEqual([false, expect.stringMatching(text)]);
    expect(outcome.content.every((part) => part.type === 'text')).toBe(true);
  },
);

test('read_file returns an SVG as text', async () => {
  const outcome = await read('a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg">\n</svg>\n'));
  expect(outcomeText(outcome)).toBe('1\t<svg xmlns="http://www.w3.org/2000/svg">\n2\t</svg>');
});

test('read_file refuses text in a legacy encoding, and names the setting for the encoding', async () => {
  const outcome = await read('a.txt', Buffer.from('na\xefve caf\xe9\r\n', 'latin1'));
  expect([outcome.ok, outcomeText(outcome)]).toEqual([
    false,
    expect.stringMatching(/^a\.txt is text.*files\.encoding/),
  ]);
});
