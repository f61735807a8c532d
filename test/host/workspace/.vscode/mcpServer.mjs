/** A small MCP server over standard input and output: one JSON-RPC message per line. */
import { createInterface } from 'node:readline';

const readOnly = { readOnlyHint: true };
const tools = [
  {
    name: 'echo.back',
    description: 'Repeats a text.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
    annotations: readOnly,
  },
  { name: 'draw', description: 'Draws a point.', inputSchema: { type: 'object' }, annotations: readOnly },
  { name: 'fail', description: 'Always fails.', inputSchema: { type: 'object' }, annotations: readOnly },
  { name: 'wait', description: 'Never answers.', inputSchema: { type: 'object' }, annotations: readOnly },
  // VS Code asks before this tool runs, because it does not declare that it only reads.
  { name: 'note', description: 'Takes a note.', inputSchema: { type: 'object' } },
];

let notes = 0;

/** One blue pixel, half transparent. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';

const calls = {
  'echo.back': ({ text }) => ({ content: [{ type: 'text', text: `You said: ${text}` }] }),
  draw: () => ({ content: [{ type: 'image', data: PIXEL, mimeType: 'image/png' }] }),
  fail: () => ({ content: [{ type: 'text', text: 'It cannot be done.' }], isError: true }),
  wait: () => undefined,
  note: () => ({ content: [{ type: 'text', text: `That is note ${++notes}.` }] }),
};

function answer({ method, params }) {
  switch (method) {
    case 'initialize':
      return {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'premove-tests', version: '1.0.0' },
      };
    case 'tools/list':
      return { tools };
    case 'tools/call':
      return calls[params.name]?.(params.arguments ?? {});
    default:
      return {};
  }
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const message = JSON.parse(line);
  if (message.id === undefined) return;
  const result = answer(message);
  if (result) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, result })}\n`);
});
