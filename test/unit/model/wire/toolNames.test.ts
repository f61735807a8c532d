import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toWireName } from '../../../../src/extension/model/toolNames.ts';
import { PROVIDER_RULES } from '../providerRules.ts';
import { createRequest } from './requests.ts';

describe('toWireName', () => {
  it.each(['read_file', 'mcp_git-log', '_x', 'x'.repeat(64)])('keeps %s', (name) => {
    expect(toWireName(name)).toBe(name);
  });

  it('makes every name valid, and keeps different names different', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (left, right) => {
        expect(toWireName(left)).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,63}$/);
        expect(toWireName(toWireName(left))).toBe(toWireName(left));
        if (left !== right) expect(toWireName(left)).not.toBe(toWireName(right));
      }),
    );
  });

  it('does not change an invented name into the name of an existing tool', () => {
    expect(toWireName('read.file')).toMatch(/^read_file_[0-9a-f]{8}$/);
  });
});

describe.each(PROVIDER_RULES)('a request to $name', ({ build }) => {
  it.each(['default_api.read_file', '', 'x'.repeat(80)])(
    'contains the invented tool name %j as a valid name',
    (name) => {
      const call = { type: 'tool-call', id: 'call_1', name, input: {} } as const;
      const result = { type: 'tool-result', callId: 'call_1', name, content: [], isError: true } as const;
      const messages = [
        { role: 'assistant', parts: [call] },
        { role: 'user', parts: [result] },
      ] as const;
      const json = JSON.stringify(build(createRequest({ messages })));
      expect(json).toContain(`"name":"${toWireName(name)}"`);
      if (name) expect(json).not.toContain(`"${name}"`);
    },
  );
});
