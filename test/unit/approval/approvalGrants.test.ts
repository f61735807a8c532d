import { describe, expect, test } from 'vitest';
import type { PathResolution } from '../../../src/extension/ports/workspace.ts';
import { decideApproval, grantsFor } from '../../../src/extension/approval/approval.ts';
import type { ApprovalCall } from '../../../src/extension/approval/approvalCall.ts';
import { inside, outside, files, shell, web, conditions, SRC, ENV, NOTES } from './approvalCalls.ts';

describe('"Allow for this chat"', () => {
  const afterGranting = (call: ApprovalCall) => conditions('default', {}, { granted: new Set(grantsFor(call)) });
  const edit = (...paths: PathResolution[]) => files('edit', 'edit', ...paths);

  test('covers the tool on ordinary files, and no other tool', () => {
    const given = afterGranting(edit(SRC));
    expect(decideApproval(edit(inside('src/b.ts')), given).kind).toBe('allow');
    expect(decideApproval(files('edit', 'write_file', SRC), given).kind).toBe('ask');
    expect(decideApproval(edit(inside('.npmrc')), given).kind).toBe('ask');
    expect(decideApproval(edit(NOTES), given).kind).toBe('ask');
  });

  test('covers only the file itself if it is sensitive or outside the workspace', () => {
    for (const path of [inside('.npmrc'), NOTES]) {
      const given = afterGranting(edit(path));
      expect(decideApproval(edit(path), given).kind).toBe('allow');
      expect(decideApproval(edit(inside('.yarnrc')), given).kind).toBe('ask');
      expect(decideApproval(edit(outside('/home/me/other')), given).kind).toBe('ask');
      expect(decideApproval(edit(SRC), given).kind).toBe('ask');
    }
    expect(decideApproval(edit(inside('.npmrc', '/other')), afterGranting(edit(inside('.npmrc')))).kind).toBe('ask');
  });

  test('covers only the file itself if it looks secret', () => {
    const read = (path: PathResolution): ApprovalCall => files('read', 'read_file', path);
    const reasons = [{ kind: 'reads-secrets', detail: '.env' }];
    expect(decideApproval(read(ENV), conditions('default'))).toMatchObject({ kind: 'ask', reasons });
    expect(decideApproval(read(ENV), afterGranting(read(ENV))).kind).toBe('allow');
    expect(decideApproval(read(inside('server.key')), afterGranting(read(ENV))).kind).toBe('ask');
    expect(decideApproval(read(inside('sub/.env')), afterGranting(read(ENV))).kind).toBe('ask');
    expect(decideApproval(read(SRC), conditions('default')).kind).toBe('allow');
  });

  test('covers a command only with the same text and in the same folder', () => {
    const given = afterGranting(shell('npm test'));
    expect(decideApproval(shell('npm test'), given).kind).toBe('allow');
    expect(decideApproval(shell('npm test && rm -rf x'), given).kind).toBe('ask');
    expect(decideApproval(shell('npm test', { grantDirectory: '/ws/sub' }), given).kind).toBe('ask');
  });

  test('covers all pages of a site', () => {
    const given = afterGranting(web('https://example.com/a'));
    expect(decideApproval(web('https://example.com/b'), given).kind).toBe('allow');
    expect(decideApproval(web('http://example.com/a'), given).kind).toBe('ask');
  });

  test('does not apply in plan mode', () => {
    expect(decideApproval(edit(SRC), { ...afterGranting(edit(SRC)), mode: 'plan' }).kind).toBe('refuse');
  });
});
