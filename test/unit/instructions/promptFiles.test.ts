import { describe, expect, test } from 'vitest';
import { Emitter } from '../../../src/extension/base/emitter.ts';
import { PromptFiles } from '../../../src/extension/instructions/promptFiles.ts';
import type { PromptFile } from '../../../src/extension/instructions/promptFile.ts';
import { silentLog } from '../../../src/extension/base/silentLog.ts';
import { createSources } from '../../support/instructionSources.ts';
import { createManualClock } from '../../support/manualClock.ts';

function start(files: Record<string, string | Uint8Array> = {}, homeFiles: Record<string, string> = {}) {
  const sources = createSources(files, homeFiles);
  const clock = createManualClock();
  const fileChanges = new Emitter<readonly string[]>();
  const prompts = new PromptFiles({
    sources,
    isBuiltIn: (name) => ['help', 'new'].includes(name.toLowerCase()),
    findModel: async (name) => (name === 'openai/gpt-5.6' ? name : undefined),
    onDidChangeFiles: fileChanges.event,
    clock,
    log: silentLog,
  });
  const list = async () => {
    const { files: found, problems } = await prompts.list();
    return {
      names: found.map(({ name }) => name),
      problems: problems.map(({ path, what }) => `${path}: ${what}`),
      found,
    };
  };
  return { sources, clock, fileChanges, prompts, list };
}

describe('prompt files', () => {
  test('are found in the folders of other agents, in the workspace and in the home folder', async () => {
    const { list } = start(
      {
        '.github/prompts/review.prompt.md': 'Review.',
        '.github/prompts/team/notes.prompt.md': 'Notes.',
        '.github/prompts/README.md': 'No prompt.',
        '.claude/commands/fix.md': 'Fix.',
        '.claude/commands/frontend/form.md': 'Form.',
        '.premove/prompts/plan.md': 'Plan.',
        '.premove/prompts/plan.txt': 'No prompt.',
        '.cursor/commands/ship.md': 'Ship.',
        '.clinerules/workflows/deploy.md': 'Deploy.',
      },
      {
        '.claude/commands/mine.md': 'Mine.',
        '.premove/prompts/own.prompt.md': 'Own.',
        '.github/prompts/x.prompt.md': 'x',
      },
    );
    const { names, problems, found } = await list();
    expect(names).toEqual(['deploy', 'fix', 'frontend:form', 'mine', 'notes', 'own', 'plan', 'review', 'ship']);
    expect(problems).toEqual([]);
    expect(found.map(({ source }) => source)).toContain('~/.claude/commands/mine.md');
    expect(found.map(({ source }) => source)).toContain('.claude/commands/frontend/form.md');
  });

  test('have the description, hint, model and tools of their front matter', async () => {
    const { list } = start({
      '.github/prompts/a.prompt.md': `---
name: Form Maker
description: 'Generate a form'
argument-hint: "[name] [fields]"
agent: agent
model: GPT-5.6
tools: ['search/codebase', edit, 'github/*']
---
Body.`,
      '.claude/commands/b.md': `---
description: Create a commit
argument-hint: [pr-number] [priority]
allowed-tools: Bash(git add:*), Bash(git status:*)
model: claude-sonnet-5
permissionMode: bypassPermissions
---
Commit.`,
      '.claude/commands/c.md': '\n# Explain the code\n\nMore.',
    });
    const { found } = await list();
    expect(found).toMatchObject([
      {
        name: 'Form-Maker',
        description: 'Generate a form',
        argumentHint: '[name] [fields]',
        models: ['GPT-5.6'],
        tools: ['search/codebase', 'edit', 'github/*'],
        scope: 'workspace',
      },
      { name: 'b', argumentHint: '[pr-number] [priority]', models: ['claude-sonnet-5'] },
      { name: 'c', description: 'Explain the code' },
    ]);
    expect(found[1]).not.toHaveProperty('tools');
  });

  test.each(["tools: '*'", "tools: ['*']", 'tools: *', 'tools: [read, "*"]', 'tools:\n  - "*"'])(
    'may use all tools with %j',
    async (tools) => {
      const { list } = start({ '.github/prompts/a.prompt.md': `---\n${tools}\n---\nBody.` });
      const { found, problems } = await list();
      expect(problems).toEqual([]);
      expect(found).toMatchObject([{ name: 'a' }]);
      expect(found[0]).not.toHaveProperty('tools');
    },
  );

  test('of a workspace are not read until the workspace is trusted, but prompt files of the user are read', async () => {
    const { sources, list } = start({ '.claude/commands/evil.md': 'x' }, { '.claude/commands/mine.md': 'y' });
    sources.trust(false);
    expect((await list()).names).toEqual(['mine']);
    expect(sources.workspace.calls).toEqual([]);
    sources.trust(true);
    expect((await list()).names).toEqual(['evil', 'mine']);
    sources.trust(false);
    expect((await list()).names).toEqual(['mine']);
  });

  test('never replace a command of Premove or a file with higher precedence', async () => {
    const { list } = start(
      {
        '.claude/commands/HELP.md': 'a',
        '.claude/commands/fix.md': 'b',
        '.github/prompts/Fix.prompt.md': 'c',
        '.claude/commands/claude/taken.md': 'd',
        '.claude/commands/taken.md': 'e',
        '.premove/prompts/taken.md': 'f',
      },
      { '.claude/commands/fix.md': 'g', '.premove/prompts/fix.md': 'h' },
    );
    const { names, problems, found } = await list();
    expect(names).toEqual(['claude:HELP', 'claude:taken', 'fix', 'github:Fix', 'taken', 'user:fix']);
    const bodyOf = (name: string) => found.find((each) => each.name === name)?.body;
    expect([bodyOf('fix'), bodyOf('user:fix'), bodyOf('taken'), bodyOf('claude:taken')]).toEqual(['b', 'h', 'f', 'd']);
    expect(problems).toEqual([
      '.claude/commands/HELP.md: /HELP is a command of Premove; use /claude:HELP instead',
      '.claude/commands/taken.md: left out, because /claude:taken is already in .claude/commands/claude/taken.md',
      '.github/prompts/Fix.prompt.md: /Fix is already in .claude/commands/fix.md; use /github:Fix instead',
      '~/.premove/prompts/fix.md: /fix is already in .claude/commands/fix.md; use /user:fix instead',
      '~/.claude/commands/fix.md: left out, because /user:fix is already in ~/.premove/prompts/fix.md',
    ]);
  });

  test('that cannot be used are reported with their path in one line, and the other files work', async () => {
    const { sources, list } = start({
      '.claude/commands/good.md': 'Good.',
      '.claude/commands/broken.md': '---\ntools: [read\n---\nx',
      '.claude/commands/wide.md': '---\ntools:\n  - allow: everything\n---\nx',
      '.claude/commands/all.md': '---\ntools: true\n---\nx',
      '.claude/commands/none.md': '---\ntools: false\n---\nx',
      '.claude/commands/bell.md': 'one\ntwo\u0007',
      '.claude/commands/turned.md': 'a\u202eb',
      '.claude/commands/tags.md': 'a\u{e0041}',
      '.claude/commands/wales.md': '🏴󠁧󠁢󠁷󠁬󠁳󠁿 Cymru',
      '.claude/commands/binary.md': new Uint8Array([0, 1, 2]),
      '.claude/commands/big.md': 'x'.repeat(5_000_000),
      '.claude/commands/$(rm).md': 'x',
      '.claude/commands/.env': 'KEY=1',
    });
    sources.workspace.put('.claude/commands/locked.md', 'x');
    sources.workspace.failNext('read', 'permission', '.claude/commands/locked.md');
    const { names, problems } = await list();
    expect(names).toEqual(['good', 'wales']);
    expect(problems.sort()).toEqual([
      '.claude/commands/$(rm).md: “$(rm)” cannot be the name of a command',
      '.claude/commands/all.md: tools has an unexpected value',
      '.claude/commands/bell.md: contains control characters in line 2',
      '.claude/commands/big.md: too large to read: 5.0 MB, at most 1 MB',
      '.claude/commands/binary.md: not a text file',
      '.claude/commands/broken.md: the front matter is malformed in line 2: a list has no end, or an item is not a text',
      '.claude/commands/locked.md: could not be read: permission',
      '.claude/commands/none.md: tools has an unexpected value',
      '.claude/commands/tags.md: contains control characters in line 1',
      '.claude/commands/turned.md: contains control characters in line 1',
      '.claude/commands/wide.md: tools has an unexpected value',
    ]);
  });

  test('are read again only when a prompt file changes', async () => {
    const { sources, fileChanges, clock, list } = start({ '.claude/commands/a.md': 'A.' });
    await list();
    const calls = sources.workspace.calls.length;
    await list();
    expect(sources.workspace.calls).toHaveLength(calls);

    sources.workspace.put('.claude/commands/a.md', 'Unsaved.', { unsaved: true });
    fileChanges.fire(['/ws/src/a.ts']);
    expect((await list()).found[0]?.body).toBe('A.');
    fileChanges.fire(['/ws/.claude/commands/a.md']);
    expect((await list()).found[0]?.body).toBe('Unsaved.');
    await clock.advance(1);
  });

  test('of the user are read again in the background, and the change is reported', async () => {
    const { sources, clock, prompts, list } = start({}, { '.claude/commands/a.md': 'A.' });
    let changes = 0;
    prompts.onDidChange(() => (changes += 1));
    await list();
    sources.home.put('.claude/commands/b.md', 'B.');
    await clock.advance(3_000);
    expect((await list()).names).toEqual(['a']);
    await expect.poll(() => changes).toBe(1);
    expect((await list()).names).toEqual(['a', 'b']);
  });
});

test('a prompt file with a placeholder for the argument still asks for its only input', async () => {
  const { prompts } = start();
  const file = {
    name: 'a',
    description: '',
    source: 'a.md',
    scope: 'workspace',
    body: 'Add ${input:what} to $1.',
  } as const;
  const inputs = [{ name: 'what', placeholder: '' }];
  expect(await prompts.expand(file, 'a.ts', {})).toEqual({ kind: 'needs-input', inputs });
  const given = new Map([['what', 'a test']]);
  expect(await prompts.expand(file, 'a.ts', {}, given)).toMatchObject({ text: 'Add a test to a.ts.' });
});

describe('the expansion of a prompt file', () => {
  const file: PromptFile = {
    name: 'a',
    description: '',
    source: '.claude/commands/a.md',
    scope: 'workspace',
    body: '',
  };
  const { prompts } = start();
  const expand = (body: string, argument = '', context = {}) => prompts.expand({ ...file, body }, argument, context);
  const editor = { file: 'src/app.ts', selection: 'let a = $1;', folder: '/ws' };

  test.each<[what: string, body: string, argument: string, text: string]>([
    ['replaces all arguments', 'Fix #$ARGUMENTS now', '12 high', 'Fix #12 high now'],
    ['replaces single arguments', '$1: $2 ($3)', '12 "very high"', '12: very high ()'],
    ['replaces arguments by index', '$ARGUMENTS[0]-$ARGUMENTS[1]', 'a b', 'a-b'],
    ['keeps a placeholder in an argument', '$1 $2', '$2 ${file}', '$2 ${file}'],
    ['appends an argument that the file does not mention', 'Review.', 'src/a.ts', 'Review.\n\nsrc/a.ts'],
    ['appends an argument to a file with a price', 'It costs $0.50.', 'in euros', 'It costs $0.50.\n\nin euros'],
    [
      'replaces the file and the selection',
      '${file} ${fileBasename} ${fileDirname} ${fileBasenameNoExtension}: ${selection}',
      '',
      'src/app.ts app.ts src app: let a = $1;',
    ],
    ['replaces the folder', '${workspaceFolder} ${workspaceFolderBasename}', '', '/ws ws'],
    [
      'replaces a named input',
      'A ${input:name:Its name} with ${input:kind}',
      'kind=form name="my form"',
      'A my form with form',
    ],
    ['replaces the only input, without its name', 'Form ${input:name:Its name}', 'my form', 'Form my form'],
    [
      'keeps a price, another variable and a longer word',
      'It costs $10 or $0. ${env:HOME} ${home} $ARGUMENTSX',
      '',
      'It costs $10 or $0. ${env:HOME} ${home} $ARGUMENTSX',
    ],
    ['keeps a command and a file name', '!`rm -rf ~` and @secrets.txt', '', '!`rm -rf ~` and @secrets.txt'],
  ])('%s', async (_title, body, argument, text) => {
    expect(await expand(body, argument, editor)).toEqual({ kind: 'expanded', text, notices: [] });
  });

  test('replaces placeholders with notes if no file is open and nothing is selected', async () => {
    expect(await expand('${file}: ${selection}', '', { selection: '' })).toMatchObject({
      text: '[no file is open in the editor]: [nothing is selected in the editor]',
    });
  });

  test('asks for the inputs that have no value', async () => {
    expect(await expand('${input:a:First} ${input:b} ${input:c} ${input:a}', 'b=1')).toEqual({
      kind: 'needs-input',
      inputs: [
        { name: 'a', placeholder: 'First' },
        { name: 'c', placeholder: '' },
      ],
    });
  });

  test('has the model that the file asks for if the user has set it up, and otherwise a notice', async () => {
    const withModel = (...models: string[]) => prompts.expand({ ...file, models }, '', {});
    expect(await withModel('openai/gpt-5.6')).toMatchObject({ model: 'openai/gpt-5.6', notices: [] });
    expect(await withModel('evil/big', 'openai/gpt-5.6')).toMatchObject({ model: 'openai/gpt-5.6', notices: [] });
    for (const models of [['inherit'], ['evil/big', 'inherit', 'openai/gpt-5.6']])
      expect(await withModel(...models)).toEqual({ kind: 'expanded', text: '', notices: [] });
    const other = await withModel('evil/big', 'o3');
    expect(other).not.toHaveProperty('model');
    expect(other).toMatchObject({
      notices: [
        '.claude/commands/a.md asks for the model evil/big, o3, which is not set up. The chat’s model is used.',
      ],
    });
  });

  test.each<[tools: string[], names: string[]]>([
    [
      ['read', 'search/codebase'],
      ['read_file', 'list_directory', 'glob', 'grep', 'lsp'],
    ],
    [
      ['Edit', 'run_shell_command', 'github/create_issue'],
      ['edit', 'write_file', 'delete_file', 'move_file', 'run_shell_command', 'mcp__github__create_issue'],
    ],
    [['Bash(git:*)'], []],
    [
      ['constructor', 'github/*'],
      ['constructor', 'mcp__github__*'],
    ],
    [[], []],
  ])('limits the prompt to the tools %j', async (tools, names) => {
    expect(await prompts.expand({ ...file, tools }, '', {})).toMatchObject({ tools: names });
  });
});
