import { expect, it } from 'vitest';
import { agentOf, agentOfTitle, repeatsAgent } from '../../../src/extension/terminal/agentCommand.ts';

it.each([
  ['claude', 'Claude Code'],
  ['claude --resume', 'Claude Code'],
  ['claude "fix the build; then stop"', 'Claude Code'],
  ['/usr/local/bin/claude', 'Claude Code'],
  ['~/.claude/local/claude --continue', 'Claude Code'],
  ['"C:\\Program Files\\nodejs\\claude.cmd"', 'Claude Code'],
  ['& "C:\\tools\\claude.exe"', 'Claude Code'],
  ['ANTHROPIC_MODEL=opus claude', 'Claude Code'],
  ['env A=1 claude', 'Claude Code'],
  ['cd app && claude', 'Claude Code'],
  ['npx @anthropic-ai/claude-code', 'Claude Code'],
  ['npx -y @anthropic-ai/claude-code@latest', 'Claude Code'],
  ['npx -p @openai/codex codex', 'Codex'],
  ['npm exec -- codex', 'Codex'],
  ['pnpm dlx @openai/codex@0.50.0', 'Codex'],
  ['codex', 'Codex'],
  ['codex exec "do it"', 'Codex'],
  ['sudo -u me codex', 'Codex'],
  ['bunx opencode-ai', 'OpenCode'],
  ['opencode', 'OpenCode'],
  ['time opencode run', 'OpenCode'],
  ['bash -lc "cd x; opencode"', 'OpenCode'],
  ['node ./node_modules/.bin/codex.js', 'Codex'],
])('%j starts %s', (commandLine, agent) => expect(agentOf(commandLine)).toBe(agent));

it.each([
  '',
  'ls',
  'npm test',
  'git commit -m claude',
  'vim claude.md',
  'cat codex',
  'grep -r opencode .',
  'npm install @anthropic-ai/claude-code',
  'which claude',
  'claude --version',
  'codex --help',
  'claudette',
  'echo "claude"',
  'bash -c "echo claude"',
  'cd claude',
  'constructor',
  'npx constructor',
  'npm exec toString',
  'sudo __proto__',
])('%j does not start an agent', (commandLine) => expect(agentOf(commandLine)).toBeUndefined());

it('a very long command line is parsed quickly', () => expect(agentOf('"'.repeat(200_000))).toBeUndefined());

it.each([
  ['✳ Claude Code', 'Claude Code'],
  ['⠐ Claude Code', 'Claude Code'],
  ['Claude Code - shop', 'Claude Code'],
  ['claude', 'Claude Code'],
  ['⠋ codex', 'Codex'],
  ['OpenCode', 'OpenCode'],
  ['/usr/bin/opencode', 'OpenCode'],
])('the title %j names %s', (title, agent) => expect(agentOfTitle(title)).toBe(agent));

it.each([
  '',
  'dash',
  '✳',
  '✳ Fix the build',
  'Claude Codex',
  'codex-notes',
  'vim claude.md',
  'constructor',
  'toString',
])('the title %j names no agent', (title) => expect(agentOfTitle(title)).toBeUndefined());

it.each([
  ['✳ Claude Code', 'Claude Code', true],
  ['claude', 'Claude Code', true],
  ['⠋ codex', 'Codex', true],
  ['codex', 'Claude Code', false],
  ['Claude Code - shop', 'Claude Code', false],
  ['constructor', 'Codex', false],
  ['node', 'Codex', false],
])('whether the title %j only repeats %s: %s', (title, agent, expected) =>
  expect(repeatsAgent(title, agent)).toBe(expected),
);
