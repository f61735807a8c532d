import type { ChatState } from '../../src/shared/chatState.ts';
import type { ShellLineView } from '../../src/shared/shellLine.ts';
import { chat, renamed } from './stateParts.ts';

const line = (patch: Partial<ShellLineView>): ShellLineView => ({
  id: patch.command ?? '',
  after: 'u1',
  at: Date.now() - 4_000,
  command: 'git stash list',
  status: 'success',
  output: '',
  summary: '<1 s',
  shared: true,
  sentWith: [],
  ...patch,
});

const items = renamed();
const prompt = items.find(({ kind }) => kind === 'user')?.id ?? '';
const shellLines = [
  line({
    command: 'git stash list',
    after: prompt,
    output: 'stash@{0}: WIP on main: 1a2b3c4 rename alpha',
    sentWith: [prompt],
  }),
  line({
    command: 'npm test -- --run test/unit/parser.test.ts test/unit/lexer.test.ts',
    after: prompt,
    status: 'error',
    output: '\u001b[31mFAIL\u001b[0m test/unit/parser.test.ts\n  expected 3, got 4\n[Exit code 1.]',
    summary: 'exit 1 · 12 s',
    shared: false,
  }),
  line({ command: 'for file in *.ts\ndo echo "$file"\ndone', after: prompt, output: 'parser.ts' }),
  line({ command: 'npm start', after: prompt, status: 'running', output: 'listening on port 3000', summary: '' }),
];

/** The input's shell mode, and the rows of commands. */
export const SHELL_STATES: Readonly<Record<string, ChatState>> = {
  'shell-untrusted': chat({ items, draft: 'git stash list', draftShell: true, isTrusted: false }),
  'shell-mode': chat({ items, draft: 'git stash list', draftShell: true }),
  'shell-mode-empty': chat({ items, draft: '', draftShell: true }),
  'shell-rows': chat({ items, shellLines }),
};
