import type { ApprovalSubject, ApprovalView, PersistentRuleOffer } from '../../src/shared/toolBlock.ts';

export const PLAN =
  '## Rename `alpha`\n\n1. Rename `alpha` to `beta` in `src/a.ts`.\n2. Mend its **three** callers.\n3. Run `npm test`.';

/** Approval cards for viewing. */
export const APPROVALS = {
  edit: card(
    'Edit src/a.ts?',
    edited('@@ -1,3 +1,3 @@\n export function run() {\n-  return alpha;\n+  return beta;\n }\n'),
  ),
  groupedEdits: [
    ['src/a.ts', '@@ -1,3 +1,3 @@\n export function run() {\n-  return alpha;\n+  return beta;\n }\n'],
    ['src/a.ts', '@@ -9,1 +9,1 @@\n-export { alpha };\n+export { beta };\n'],
    ['src/b.ts', "@@ -1,1 +1,1 @@\n-import { alpha } from './a';\n+import { beta } from './a';\n"],
    [
      'packages/user-interface/test/components/navigation/sidebar/sidebarNavigation.test.ts',
      '@@ -4,2 +4,2 @@\n-  expect(alpha).toBe(1);\n-  alpha();\n+  expect(beta).toBe(1);\n+  beta();\n',
    ],
  ].map(([file = '', diff = '']) => ({ ...card(`Edit ${file}?`, edited(diff, file)), group: 'g' })),
  removals: [
    [
      'delete_file',
      removal('src/legacy/formatters.ts', { isDeletion: true, removed: 2, diff: '@@ -1,2 +0,0 @@\n-export {};\n-' }),
    ],
    [
      'move_file',
      removal('packages/user-interface/src/navigation/sidebar/sidebarNavigation.ts', {
        movedFrom: 'packages/user-interface/src/sidebarNavigation.ts',
      }),
    ],
  ] as const,
  long: card('Run this command?', {
    kind: 'command',
    command: `cat > migrate.sh <<'EOF'\n${Array.from({ length: 30 }, (_, line) => `echo "step ${line + 1}"`).join('\n')}\nEOF\nrm -rf "$HOME/.cache/build"`,
    directory: null,
    effect: 'deletes-or-publishes',
  }),
  hiddenEdit: card(
    'Edit src/a\u202ets.exe?',
    edited('@@ -1,2 +1,2 @@\n export\r\n-  return alpha;\n+a\u202elive\u202c b\u200b\u200bc\u001b\n'),
  ),
  command: {
    ...card('Run this command?', {
      kind: 'command',
      command: 'npm test -- --run',
      directory: '',
      effect: 'unknown',
    }),
    persistent: [
      persistent('command', 'npm test -- --run', 'run_shell_command(npm test -- --run)'),
      persistent('command-with-arguments', 'npm test -- *', 'run_shell_command(npm test -- *)'),
    ],
  },
  sensitive: card(
    'Edit .vscode/tasks.json?',
    { ...edited('@@ -1,1 +1,1 @@\n-{}\n+{ "tasks": [] }\n'), amended: true },
    [{ kind: 'runs-code', detail: '.vscode/tasks.json' }],
  ),
  secret: card('Read .env?', { kind: 'arguments', text: JSON.stringify({ file_path: '.env' }, undefined, 2) }, [
    { kind: 'reads-secrets', detail: '.env' },
  ]),
  schema: card(
    'Write app.json?',
    {
      ...edited(
        '@@ -0,0 +1,1 @@\n+{ "$schema": "https://schemas.example.com/app/v2/configuration.schema.json?version=2" }\n',
      ),
      canOpen: false,
    },
    [
      {
        kind: 'remote-schema',
        detail: 'https://schemas.example.com/app/v2/configuration.schema.json?version=2',
      },
    ],
  ),
  ruled: {
    ...card(
      'Run this command?',
      {
        kind: 'command',
        command:
          'git commit -m "Rename alpha to beta everywhere" &&\n  git push origin HEAD:refs/heads/rename-alpha-to-beta',
        directory: 'packages/core',
        effect: 'deletes-or-publishes',
      },
      [{ kind: 'rule', detail: 'run_shell_command(git push *)' }],
    ),
    grantable: false,
  },
  url: card('Fetch this page?', { kind: 'url', url: 'https://example.com/docs/reference/configuration?version=2#top' }),
  outside: card(
    'Read /etc/hosts?',
    { kind: 'arguments', text: JSON.stringify({ file_path: '/etc/hosts', limit: 20 }, undefined, 2) },
    [{ kind: 'outside', detail: '/etc/hosts' }],
  ),
  plan: {
    ...card('Start on this plan?', {
      kind: 'plan',
      text: PLAN,
    }),
    grantable: false,
  },
} satisfies Record<string, ApprovalView | readonly unknown[]>;

function card(question: string, subject: ApprovalSubject, reasons: ApprovalView['reasons'] = []): ApprovalView {
  return { question, subject, reasons, grantable: true, persistent: [] };
}

function persistent(kind: PersistentRuleOffer['kind'], subject: string, rule: string): PersistentRuleOffer {
  return { kind, subjects: [subject], rules: [rule] };
}

/** The card for deleting or moving a file. */
function removal(file: string, patch: Partial<Extract<ApprovalSubject, { kind: 'edit' }>>): ApprovalView {
  const { movedFrom } = patch;
  const question = movedFrom === undefined ? `Delete ${file}?` : `Move ${movedFrom} to ${file}?`;
  return card(question, { ...edited('', file), canOpen: false, ...patch });
}

/** `diff`: unified hunks. */
export function edited(diff: string, file = 'src/a.ts'): Extract<ApprovalSubject, { kind: 'edit' }> {
  const count = (sign: string): number => diff.split('\n').filter((line) => line.startsWith(sign)).length;
  return { kind: 'edit', file, diff, added: count('+'), removed: count('-'), canOpen: true, amended: false };
}
