import { describe, expect, test } from 'vitest';
import { decideApproval } from '../../../src/extension/approval/approval.ts';
import type { ApprovalCall } from '../../../src/extension/approval/approvalCall.ts';
import { inside, files, shell, web, type Lists, conditions, decide, SRC, TASKS, ENV, NOTES } from './approvalCalls.ts';

describe('rules', () => {
  test.each<[string, ApprovalCall, Lists, string]>([
    ['allow a tool', files('edit', 'edit', SRC), { allow: ['edit'] }, 'allow'],
    [
      'for a kind of tools apply to all its tools',
      files('edit', 'write_file', SRC),
      { allow: ['edit(src/**)'] },
      'allow',
    ],
    ['for one tool do not apply to another tool', files('edit', 'edit', SRC), { allow: ['write_file'] }, 'ask'],
    ['allow a path', files('edit', 'edit', SRC), { allow: ['edit(src/**)'] }, 'allow'],
    ['do not allow another path', files('edit', 'edit', inside('lib/a.ts')), { allow: ['edit(src/**)'] }, 'ask'],
    [
      'allow a call only if they match all its paths',
      files('edit', 'edit', SRC, inside('b')),
      { allow: ['edit(src/**)'] },
      'ask',
    ],
    ['can name an absolute path', files('edit', 'edit', SRC), { allow: ['edit(/ws/src/**)'] }, 'allow'],
    ['for a whole tool do not allow sensitive files', files('edit', 'edit', TASKS), { allow: ['edit'] }, 'ask'],
    ['for all paths do not allow sensitive files', files('edit', 'edit', TASKS), { allow: ['edit(**)'] }, 'ask'],
    ['can name a sensitive file', files('edit', 'edit', TASKS), { allow: ['edit(.vscode/tasks.json)'] }, 'allow'],
    [
      'for a whole tool do not allow files outside the workspace',
      files('edit', 'edit', NOTES),
      { allow: ['edit'] },
      'ask',
    ],
    ['for a whole tool do not allow secrets', files('read', 'read_file', ENV), { allow: ['read_file', 'read'] }, 'ask'],
    [
      'for a folder do not allow secrets',
      files('read', 'read_file', inside('a/.env')),
      { allow: ['read(a/**)'] },
      'ask',
    ],
    ['can name a secret', files('read', 'read_file', ENV), { allow: ['read_file(.env)'] }, 'allow'],
    [
      'can name secrets by a pattern',
      files('read', 'read_file', inside('a/b.pem')),
      { allow: ['read(**/*.pem)'] },
      'allow',
    ],
    [
      'for one secret do not allow another secret',
      files('read', 'read_file', ENV),
      { allow: ['read_file(.env.test)'] },
      'ask',
    ],
    [
      'for reading a secret also allow a search in it',
      files('read', 'grep', ENV),
      { allow: ['read_file(.env)'] },
      'allow',
    ],
    [
      'that deny a secret come before rules that allow it',
      files('read', 'read_file', ENV),
      { allow: ['read(.env)'], deny: ['read(.env)'] },
      'refuse',
    ],
    ['can name a file outside the workspace', files('edit', 'edit', NOTES), { allow: ['edit(~/notes/**)'] }, 'allow'],
    [
      'with a relative path apply to the workspace only',
      files('edit', 'edit', NOTES),
      { allow: ['edit(todo.md)'] },
      'ask',
    ],
    ['that allow are case-sensitive', files('edit', 'edit', inside('SRC/a')), { allow: ['edit(src/**)'] }, 'ask'],
    ['that deny are not case-sensitive', files('edit', 'edit', inside('SRC/a')), { deny: ['edit(src/**)'] }, 'refuse'],
    [
      'that deny a path also deny its other spellings',
      files('read', 'read_file', inside('.\uff45nv')),
      { deny: ['read_file(.env)'] },
      'refuse',
    ],
    [
      'that deny treat a long s as an s',
      files('edit', 'edit', inside('pa\u017f\u017f')),
      { deny: ['edit(pass)'] },
      'refuse',
    ],
    [
      'deny a folder and all files in it',
      files('read', 'grep', inside('a/secret/k')),
      { deny: ['read(secret)'] },
      'refuse',
    ],
    ['deny an external tool by its name', files('foreign', 'mcp_x'), { deny: ['mcp_x'] }, 'refuse'],
    ['for all tools deny every call', files('interactive', 'ask_user'), { deny: ['*'] }, 'refuse'],
    [
      'that deny come before rules that ask or allow',
      files('edit', 'edit', SRC),
      { deny: ['edit'], ask: ['*'], allow: ['*'] },
      'refuse',
    ],
    [
      'that ask come before rules that allow',
      files('edit', 'edit', SRC),
      { ask: ['edit(src/**)'], allow: ['edit'] },
      'ask',
    ],
    ['can ask about a read', files('read', 'read_file', SRC), { ask: ['read_file(src/**)'] }, 'ask'],
    ['allow a site', web('https://example.com/a?b'), { allow: ['web_fetch(example.com)'] }, 'allow'],
    [
      'do not allow a site that looks similar',
      web('https://example.com@evil.org/'),
      { allow: ['web_fetch(example.com)'] },
      'ask',
    ],
    [
      'do not allow a site with a similar end',
      web('https://evilexample.com/'),
      { allow: ['web_fetch(*.example.com)'] },
      'ask',
    ],
    [
      'allow part of a site',
      web('https://example.com/docs/a'),
      { allow: ['web_fetch(https://example.com/docs/**)'] },
      'allow',
    ],
    [
      'do not allow another part of the site',
      web('https://example.com/docs/../x'),
      { allow: ['web_fetch(https://example.com/docs/**)'] },
      'ask',
    ],
    [
      'do not allow another port of the site',
      web('https://example.com:81/'),
      { allow: ['web_fetch(example.com)'] },
      'ask',
    ],
    ['deny an invalid address', web('not an address'), { deny: ['web_fetch(example.com)'] }, 'refuse'],
  ])('%s', (_name, call, lists, expected) => {
    expect(decide(call, 'default', lists)).toBe(expected);
  });

  test.each([
    'https://evil.com/x',
    'http://evil.com/x',
    'https://EVIL.com/',
    'https://evil.com:8443/',
    'https://evil.com./',
    'https://evil.com.:8443/',
    'https://me@evil.com/',
    'https://good.com@evil.com/',
    'https://evil%2ecom/',
    'https://evil。com/',
  ])('that deny a host match %s', (url) => {
    expect(decide(web(url), 'yolo', { deny: ['web_fetch(evil.com)'] })).toBe('refuse');
    expect(decide(web(url), 'yolo', { deny: ['web_fetch(Evil.com.)'] })).toBe('refuse');
    expect(decide(web(url), 'yolo', { deny: ['web_fetch(https://evil.com)'] })).toBe('refuse');
  });

  test.each<[string, string, string]>([
    ['*.evil.com', 'https://a.evil.com:8443/x', 'refuse'],
    ['*.evil.com', 'https://a.evil.com./x', 'refuse'],
    ['*.evil.com', 'https://notevil.com/x', 'allow'],
    ['evil.com:8443', 'https://evil.com:8443/x', 'refuse'],
    ['evil.com:8443', 'https://evil.com/x', 'allow'],
    ['evil.com:443', 'https://evil.com/x', 'refuse'],
    ['evil.com', 'https://evil.com.org/x', 'allow'],
    ['evil.com', 'https://good.com/evil.com', 'allow'],
    ['bücher.example', 'https://xn--bcher-kva.example/', 'refuse'],
    ['[::1]', 'http://[0:0::1]:80/', 'refuse'],
    ['127.0.0.1', 'http://0x7f.1/', 'refuse'],
    ['*', 'https://evil.com:8443/', 'refuse'],
  ])('that deny %s decide on %s: %s', (pattern, url, expected) => {
    expect(decide(web(url), 'yolo', { deny: [`web_fetch(${pattern})`] })).toBe(expected);
  });

  test.each<[string, string]>([
    ['/secret/x', 'refuse'],
    ['/Secret/x', 'refuse'],
    ['/%73ecret/x', 'refuse'],
    ['/%2573ecret/x', 'refuse'],
    ['//secret/x', 'refuse'],
    ['/./secret//x', 'refuse'],
    ['/a/../secret/x', 'refuse'],
    ['/a/%2e%2e/secret/x', 'refuse'],
    ['/a%2f..%2fsecret%2fx', 'refuse'],
    ['/a/..;/secret/x', 'refuse'],
    ['/secret;a=b/x', 'refuse'],
    ['\\\\secret\\x', 'refuse'],
    ['/secret', 'refuse'],
    ['/%E0%A4%A/../secret/x', 'refuse'],
    ['/secrets/x', 'allow'],
    ['/x?secret/', 'allow'],
  ])('that deny a part of a site decide on %s: %s', (path, expected) => {
    const deny = ['web_fetch(https://evil.com/secret/**)'];
    expect(decide(web(`https://evil.com${path}`), 'yolo', { deny })).toBe(expected);
    expect(decide(web(`http://evil.com:81${path}`), 'yolo', { deny })).toBe(expected);
  });

  test.each([
    ['example.com', 'https://example.com./'],
    ['https://example.com/docs/**', 'https://example.com/Docs/a'],
    ['https://example.com/docs/**', 'https://example.com//docs/a'],
    ['https://example.com/docs/**', 'http://example.com/docs/a'],
  ])('that allow %s do not match %s', (pattern, url) => {
    expect(decide(web(url), 'default', { allow: [`web_fetch(${pattern})`] })).toBe('ask');
  });

  test('that ask also apply in yolo mode, and their calls cannot be allowed for the chat', () => {
    const need = decideApproval(files('edit', 'edit', SRC), conditions('yolo', { ask: ['edit(src/**)'] }));
    expect(need).toEqual({ kind: 'ask', reasons: [{ kind: 'rule', detail: 'edit(src/**)' }], grants: [] });
  });

  test.each<[string, string, Lists, string]>([
    ['allow a command', 'npm test', { allow: ['run_shell_command(npm test *)'] }, 'allow'],
    ['allow the arguments of a command', 'npm test --run a', { allow: ['run_shell_command(npm test *)'] }, 'allow'],
    ['do not allow a second command', 'npm test && rm -rf x', { allow: ['run_shell_command(npm test *)'] }, 'ask'],
    [
      'can allow each command separately',
      'npm test && git status',
      { allow: ['execute(npm test *)', 'execute(git status)'] },
      'allow',
    ],
    ['compare whole words of a command', 'npm testing', { allow: ['run_shell_command(npm test *)'] }, 'ask'],
    [
      'do not allow a redirection into a file',
      'npm test > ~/.bashrc',
      { allow: ['run_shell_command(npm test *)'] },
      'ask',
    ],
    ['deny a command with any arguments', 'git push origin', { deny: ['run_shell_command(git push)'] }, 'refuse'],
    ['deny a command at any position', 'ls && git push', { deny: ['run_shell_command(git push *)'] }, 'refuse'],
    [
      'deny a command after sudo',
      'sudo -u me /usr/bin/git push',
      { deny: ['run_shell_command(git push *)'] },
      'refuse',
    ],
    ['do not deny another command', 'git pull', { deny: ['run_shell_command(git push *)'] }, 'ask'],
  ])('%s: %s', (_name, text, lists, expected) => {
    expect(decide(shell(text), 'default', lists)).toBe(expected);
  });

  test('about commands ask in every mode about a command that could not be parsed', () => {
    const call = shell('eval $X', { parts: null });
    expect(decide(call, 'yolo', { deny: ['run_shell_command(rm *)'] })).toBe('ask');
    expect(decide(call, 'yolo', { deny: ['edit(src/**)'] })).toBe('allow');
    expect(decide(call, 'default', { allow: ['run_shell_command(* *)'] })).toBe('ask');
    const hidden = shell('', { parts: [{ words: [null, '-rf'], isPlain: true }] });
    expect(decide(hidden, 'yolo', { deny: ['run_shell_command(rm *)'] })).toBe('ask');
    expect(decide(hidden, 'default', { allow: ['run_shell_command(* *)'] })).toBe('ask');
  });

  test('that deny match a word that is unknown until run time, but rules that allow need a final `*`', () => {
    const call = shell('', { parts: [{ words: ['git', null, 'origin'], isPlain: true }] });
    expect(decide(call, 'yolo', { deny: ['run_shell_command(git push *)'] })).toBe('refuse');
    expect(decide(call, 'default', { allow: ['run_shell_command(git push *)'] })).toBe('ask');
    expect(decide(call, 'default', { allow: ['run_shell_command(git *)'] })).toBe('allow');
  });

  test('do not allow a command in a folder outside the workspace', () => {
    const call = { ...shell('npm test'), paths: [NOTES] };
    expect(decide(call, 'yolo', { allow: ['run_shell_command'] })).toBe('ask');
  });
});
