import { describe, expect, test } from 'vitest';
import { instructionBases, InstructionReader } from '../../../src/extension/instructions/instructionFiles.ts';
import { MAX_OFFERED, MAX_RULE_TEXT, readRules } from '../../../src/extension/instructions/rules.ts';
import { createSources, type FakeSources } from '../../support/instructionSources.ts';
import { createMemoryWorkspace } from '../../support/memoryWorkspace.ts';

const { signal } = new AbortController();

async function read(sources: FakeSources, off: readonly string[] = []) {
  const problems: { path: string; what: string }[] = [];
  const isOff = (id: string): boolean => off.includes(id);
  const set = await readRules(new InstructionReader(), instructionBases(sources), isOff, problems, signal);
  return {
    sent: set.sent.map(({ display }) => display),
    offered: set.offered.map(({ display }) => display),
    uses: Object.fromEntries(set.rules.map(({ rule, use }) => [rule.display, use.kind])),
    texts: Object.fromEntries(set.sent.map(({ display, text }) => [display, text])),
    rules: set.rules.map(({ rule }) => rule),
    problems: problems.map(({ path, what }) => `${path}: ${what}`),
  };
}

const readFiles = (files: Record<string, string | Uint8Array>, home: Record<string, string> = {}) =>
  read(createSources(files, home));

describe('rules', () => {
  test('are sent in order of precedence: the user’s first, then the project’s, the most specific last', async () => {
    const { sent, problems } = await readFiles(
      {
        'AGENTS.md': 'a',
        'CLAUDE.md': 'b',
        '.claude/CLAUDE.md': 'c',
        'CLAUDE.local.md': 'd',
        '.claude/rules/x/y.md': 'e',
        '.github/copilot-instructions.md': 'f',
        '.github/instructions/all.instructions.md': '---\napplyTo: "**"\n---\ng',
        '.cursorrules': 'h',
        '.cursor/rules/always.mdc': '---\nalwaysApply: true\n---\ni',
        '.clinerules/01-style.md': 'j',
        '.clinerules/workflows/ship.md': 'no rule',
        'docs/AGENTS.md': 'read by the model',
      },
      { '.claude/CLAUDE.md': 'l', '.premove/AGENTS.md': 'k', 'AGENTS.md': 'no rule' },
    );
    expect(sent).toEqual([
      '~/.premove/AGENTS.md',
      '~/.claude/CLAUDE.md',
      'AGENTS.md',
      'CLAUDE.md',
      '.claude/CLAUDE.md',
      'CLAUDE.local.md',
      '.claude/rules/x/y.md',
      '.github/copilot-instructions.md',
      '.github/instructions/all.instructions.md',
      '.cursorrules',
      '.cursor/rules/always.mdc',
      '.clinerules/01-style.md',
    ]);
    expect(problems).toEqual([]);
  });

  test.each<[front: string, path: string, use: string]>([
    ['applyTo: "**/*.ts,**/*.tsx"', '.github/instructions/a.instructions.md', 'offered'],
    ["applyTo: '**/*'", '.github/instructions/a.instructions.md', 'sent'],
    ['description: Tests', '.github/instructions/a.instructions.md', 'offered'],
    ['globs: *.ts,src/**', '.cursor/rules/a.mdc', 'offered'],
    ['globs:\nalwaysApply: true', '.cursor/rules/a.mdc', 'sent'],
    ['description: Use for APIs\nglobs:\nalwaysApply: false', '.cursor/rules/a.mdc', 'offered'],
    ['alwaysApply: false', '.cursor/rules/a.mdc', 'manual'],
    ['paths:\n  - "src/**"', '.clinerules/a.md', 'offered'],
    ['paths: []', '.clinerules/a.md', 'manual'],
    ['author: me', '.clinerules/a.md', 'sent'],
    ['paths: "src/**/*.{ts,tsx}"', '.claude/rules/a.md', 'offered'],
    ['description: none', '.claude/rules/a.md', 'sent'],
  ])('with the front matter %j in %s are %s', async (front, path, use) => {
    const { uses } = await readFiles({ [path]: `---\n${front}\n---\nText.` });
    expect(uses[path] ?? 'missing').toBe(use);
  });

  test('of Cursor without front matter are listed, but the model gets neither their text nor their name', async () => {
    const { uses, sent, offered, problems } = await readFiles({ '.cursor/rules/plain.mdc': 'Use tabs.' });
    expect(uses).toEqual({ '.cursor/rules/plain.mdc': 'manual' });
    expect([sent, offered, problems]).toEqual([[], [], []]);
  });

  test('of Cline may be one file', async () => {
    expect((await readFiles({ '.clinerules': 'Use tabs.' })).texts).toEqual({ '.clinerules': 'Use tabs.' });
  });

  test('are sent without their front matter, but a line of dashes in a plain file is kept', async () => {
    const { texts } = await readFiles({
      '.clinerules/a.md': '---\ntitle: x\n---\n\nUse tabs.\n',
      'AGENTS.md': '---\nNot front matter.\n',
    });
    expect(texts).toEqual({ '.clinerules/a.md': 'Use tabs.', 'AGENTS.md': '---\nNot front matter.' });
  });

  test('with the same text are sent once, whatever their line ends', async () => {
    const { sent, uses } = await readFiles({
      'AGENTS.md': 'One.\nTwo.\n',
      'CLAUDE.md': '\r\nOne.\r\nTwo.',
      '.cursorrules': 'x',
    });
    expect(sent).toEqual(['AGENTS.md', '.cursorrules']);
    expect(uses['CLAUDE.md']).toBe('same');
  });

  test('for every request are sent even if an earlier rule with the same text is only for some files', async () => {
    const { sent, offered, uses } = await readFiles({
      '.claude/rules/a.md': '---\npaths: "src/**"\n---\nUse tabs.',
      '.cursorrules': 'Use tabs.',
      '.clinerules/b.md': '---\npaths: "docs/**"\n---\nUse tabs.',
    });
    expect([sent, offered]).toEqual([['.cursorrules'], []]);
    expect(uses).toEqual({ '.claude/rules/a.md': 'same', '.cursorrules': 'sent', '.clinerules/b.md': 'same' });
  });

  test('are not dropped because of a rule with the same text that is not sent itself', async () => {
    const pattern = '---\npaths: "src/**"\n---\n';
    const first = Array.from({ length: MAX_OFFERED }, (_, at): [string, string] => [
      `.claude/rules/${at}.md`,
      `${pattern}Rule ${at}.`,
    ]);
    const { sent, offered, uses } = await readFiles({
      ...Object.fromEntries(first),
      '.claude/rules/x.md': `${pattern}Use tabs.`,
      '.clinerules/y.md': 'Use tabs.',
      '.github/instructions/z.instructions.md': '---\ndescription: Tests\n---\nRule 0.',
    });
    expect(sent).toEqual(['.clinerules/y.md']);
    expect(offered).toHaveLength(MAX_OFFERED);
    expect(uses).toMatchObject({
      '.claude/rules/x.md': 'same',
      '.github/instructions/z.instructions.md': 'left-out',
    });
  });

  test('of another root are sent too, because a guide applies to its own folder', async () => {
    const roots = [
      { name: 'app', path: '/app' },
      { name: 'lib', path: '/lib' },
    ];
    const workspace = createMemoryWorkspace({ '/app/AGENTS.md': 'a', '/lib/AGENTS.md': 'a' }, { roots });
    expect((await read(createSources({}, {}, workspace))).sent).toEqual(['app/AGENTS.md', 'lib/AGENTS.md']);
    const own = await read(createSources({}, { '.premove/AGENTS.md': 'a' }, workspace));
    expect(own.sent).toEqual(['~/.premove/AGENTS.md']);
  });

  test('that the user has switched off are listed, but neither they nor their includes are sent', async () => {
    const sources = createSources({ 'AGENTS.md': 'a', 'CLAUDE.md': 'See @docs/style.md', 'docs/style.md': 's' });
    expect((await read(sources)).sent).toEqual(['AGENTS.md', 'CLAUDE.md', 'docs/style.md']);
    const { sent, uses } = await read(sources, ['rule:CLAUDE.md']);
    expect(sent).toEqual(['AGENTS.md']);
    expect(uses).toEqual({ 'AGENTS.md': 'sent', 'CLAUDE.md': 'off' });
  });

  test('of an untrusted workspace are not read, but rules of the user are read', async () => {
    const sources = createSources({ 'AGENTS.md': 'a', '.cursorrules': 'b' }, { '.premove/AGENTS.md': 'c' });
    sources.trust(false);
    expect((await read(sources)).sent).toEqual(['~/.premove/AGENTS.md']);
    expect(sources.workspace.calls).toEqual([]);
  });

  test('are named with their root if there are several roots', async () => {
    const roots = [
      { name: 'app', path: '/app' },
      { name: 'lib', path: '/lib' },
    ];
    const workspace = createMemoryWorkspace({ '/app/AGENTS.md': 'a', '/lib/CLAUDE.md': 'b' }, { roots });
    expect((await read(createSources({}, {}, workspace))).sent).toEqual(['app/AGENTS.md', 'lib/CLAUDE.md']);
  });

  test('are cut if they are long, and rules of the project are only offered by name if there is no room for all rules', async () => {
    const long = (letter: string): string => letter.repeat(30_000);
    const { sent, offered, texts, problems } = await readFiles(
      { 'AGENTS.md': long('b'), 'CLAUDE.md': long('c'), '.cursorrules': long('d'), '.clinerules': 'short' },
      { '.premove/AGENTS.md': long('a') },
    );
    expect(sent).toEqual(['~/.premove/AGENTS.md', 'AGENTS.md', '.clinerules']);
    expect(offered).toEqual(['CLAUDE.md', '.cursorrules']);
    expect(texts['AGENTS.md']?.slice(20_000)).toBe('\n[Cut here: read AGENTS.md for the other 10000 characters.]');
    // Tools do not accept `~/`.
    const own = '\n[Cut here: read /home/me/.premove/AGENTS.md for the other 10000 characters.]';
    expect(texts['~/.premove/AGENTS.md']?.slice(20_000)).toBe(own);
    expect(Object.values(texts).join('').length).toBeLessThanOrEqual(MAX_RULE_TEXT);
    expect(problems).toEqual([
      '~/.premove/AGENTS.md: only the first 20,000 characters are sent',
      'AGENTS.md: only the first 20,000 characters are sent',
      'CLAUDE.md: read only when the model needs it, because all rules together may have at most 60,000 characters',
      '.cursorrules: read only when the model needs it, because all rules together may have at most 60,000 characters',
    ]);
  });

  test('are left out, with a problem for each file, if more rules have patterns than can be named', async () => {
    const rule = (at: number): [string, string] => [
      `.clinerules/${String(at).padStart(3, '0')}.md`,
      `---\npaths: "src/**"\n---\nRule ${at}.`,
    ];
    const { offered, uses, problems } = await readFiles(
      Object.fromEntries(Array.from({ length: MAX_OFFERED + 2 }, (_, at) => rule(at))),
    );
    expect(offered).toHaveLength(MAX_OFFERED);
    expect([uses['.clinerules/099.md'], uses['.clinerules/100.md']]).toEqual(['offered', 'left-out']);
    expect(problems).toEqual(
      ['100', '101'].map(
        (name) =>
          `.clinerules/${name}.md: left out, because at most 100 rules are listed for the model to read when it needs them`,
      ),
    );
  });

  test('that cannot be used are reported with their path in one line, and the other rules work', async () => {
    const { sent, problems } = await readFiles({
      'AGENTS.md': 'x'.repeat(5_000_000),
      'CLAUDE.md': 'good',
      '.github/copilot-instructions.md': new Uint8Array([0, 1]),
      '.github/instructions/a.instructions.md': '---\napplyTo:\n  - on: push\n---\nx',
      '.cursor/rules/b.mdc': '---\nglobs: [a\n---\nx',
      '.cursor/rules/c.mdc': '---\nglobs: "{a"\n---\nx',
      '.clinerules/d.md': 'a\u001b[2Jb',
      '.clinerules/e.md': '---\ntitle: x\n---\n\n',
      '.cursorrules': '',
    });
    expect(sent).toEqual(['CLAUDE.md']);
    expect(problems).toEqual([
      'AGENTS.md: too large to read: 5.0 MB, at most 1 MB',
      '.github/copilot-instructions.md: not a text file',
      '.github/instructions/a.instructions.md: applyTo has an unexpected value',
      '.cursorrules: empty, so it is not used',
      '.cursor/rules/b.mdc: the front matter is malformed in line 2: a list has no end, or an item is not a text',
      '.cursor/rules/c.mdc: the pattern {a is malformed',
      '.clinerules/d.md: contains control characters in line 1',
      '.clinerules/e.md: empty, so it is not used',
    ]);
  });

  test('that are links out of the workspace or look secret are not read', async () => {
    const workspace = createMemoryWorkspace({ 'CLAUDE.md': 'good' });
    const resolve: typeof workspace.resolve = async (path) =>
      path === '/ws/AGENTS.md'
        ? { kind: 'outside', path: '/etc/passwd', display: '/etc/passwd' }
        : path === '/ws/.cursorrules'
          ? workspace.resolve('.env')
          : workspace.resolve(path);
    workspace.put('.env', 'KEY=1');
    const { sent, problems } = await read(createSources({}, {}, { ...workspace, resolve }));
    expect(sent).toEqual(['CLAUDE.md']);
    expect(problems).toEqual([
      'AGENTS.md: a link that leads out of the folder, so it is not read',
      '.env: looks like a file with secrets, so it is not read',
    ]);
  });
});

test('the problems of rules have the same order, however long each file takes to read', async () => {
  const files = { 'AGENTS.md': '', '.cursorrules': '', '.clinerules/a.md': '\u001b', '.clinerules/b.md': '\u001b' };
  const order = async (slow: string) => {
    const workspace = createMemoryWorkspace(files);
    const readFile: typeof workspace.read = async (path, given) => {
      if (path.endsWith(slow)) await new Promise((resolve) => setImmediate(resolve));
      return workspace.read(path, given);
    };
    return (await read(createSources({}, {}, { ...workspace, read: readFile }))).problems;
  };
  const first = await order('AGENTS.md');
  expect(first).toHaveLength(4);
  expect(await order('b.md')).toEqual(first);
  expect(await order('a.md')).toEqual(first);
});

describe('the includes of CLAUDE.md', () => {
  test('are separate rules, with paths relative to the file that includes them', async () => {
    const { sent, rules } = await readFiles({
      'CLAUDE.md': 'See @README.md, @docs/a.md and (@/ws/docs/c.md).\n@AGENTS.md',
      'README.md': 'readme',
      'docs/a.md': '@b.md',
      'docs/b.md': 'b',
      'docs/c.md': 'c',
      'AGENTS.md': 'agents',
    });
    expect(sent).toEqual(['AGENTS.md', 'CLAUDE.md', 'README.md', 'docs/a.md', 'docs/b.md', 'docs/c.md']);
    expect(rules.find(({ display }) => display === 'docs/b.md')?.includedBy).toBe('CLAUDE.md');
  });

  test('are not read from code, from addresses and from names that are not files', async () => {
    const { sent, problems } = await readFiles({
      'CLAUDE.md': '`@a.md` me@a.md @types/node @someone\n```sh\n@a.md\n```\n~~~\n@a.md\n```\n@a.md\n~~~\n',
      'a.md': 'a',
    });
    expect(sent).toEqual(['CLAUDE.md']);
    expect(problems).toEqual([]);
  });

  test('that are missing or empty are reported, unless the name need not mean a file', async () => {
    const { sent, problems } = await readFiles({
      'CLAUDE.md': 'See @missing.md, @./lib and @docs/empty.txt; not @acme/lib or @docs.',
      'docs/empty.txt': '\n',
    });
    expect(sent).toEqual(['CLAUDE.md']);
    expect(problems).toEqual([
      'CLAUDE.md: includes missing.md, which does not exist',
      'CLAUDE.md: includes ./lib, which does not exist',
      'docs/empty.txt: empty, so it is not used',
    ]);
  });

  test('stop at a cycle, which is reported', async () => {
    const { sent, problems } = await readFiles({ 'CLAUDE.md': '@a.md', 'a.md': '@b.md', 'b.md': '@a.md @CLAUDE.md' });
    expect(sent).toEqual(['CLAUDE.md', 'a.md', 'b.md']);
    expect(problems).toEqual(['b.md: includes itself through a.md', 'b.md: includes itself through CLAUDE.md']);
  });

  test('are limited in depth and number', async () => {
    const deep = Object.fromEntries(Array.from({ length: 9 }, (_, at) => [`d${at}.md`, `${at} @d${at + 1}.md`]));
    const wide = Object.fromEntries(Array.from({ length: 90 }, (_, at) => [`w${at}.md`, `${at}`]));
    const all = Object.keys(wide)
      .map((name) => `@${name}`)
      .join(' ');
    const { sent, problems } = await readFiles({
      'CLAUDE.md': '@d0.md',
      '.claude/CLAUDE.md': '@../w.md',
      'w.md': all,
      ...deep,
      ...wide,
    });
    expect(sent.filter((name) => name.startsWith('d'))).toEqual(['d0.md', 'd1.md', 'd2.md', 'd3.md', 'd4.md']);
    expect(sent.filter((name) => name.startsWith('w'))).toHaveLength(50);
    expect(problems).toEqual(['d4.md: includes too many files', 'w.md: includes too many files']);
  });

  test('in a repository never read the user’s files, but includes in the user’s CLAUDE.md may read them', async () => {
    const { sent, problems } = await readFiles(
      { 'CLAUDE.md': '@~/.claude/private.md @../outside.md @/etc/passwd @.env', '.env': 'KEY=1' },
      {
        '.claude/private.md': 'private',
        '.claude/CLAUDE.md': '@~/notes/own.md @style.md',
        '.claude/style.md': 's',
        'notes/own.md': 'o',
      },
    );
    expect(sent).toEqual(['~/.claude/CLAUDE.md', '~/notes/own.md', '~/.claude/style.md', 'CLAUDE.md']);
    expect(problems).toEqual([
      'CLAUDE.md: includes ~/.claude/private.md, which is not read, because it is outside the folder',
      'CLAUDE.md: includes ../outside.md, which is not read, because it is outside the folder',
      'CLAUDE.md: includes /etc/passwd, which is not read, because it is outside the folder',
      '.env: looks like a file with secrets, so it is not read',
    ]);
  });
});
