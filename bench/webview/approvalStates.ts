import type { ApprovalSubject, ApprovalView, LastingOffer } from '../../src/shared/chatState.ts';

export const PLAN =
  '## Rename `alpha`\n\n1. Rename `alpha` to `beta` in `src/a.ts`.\n2. Mend its **three** callers.\n3. Run `npm test`.';

/** Cards to look at. */
export const APPROVALS = {
  edit: card(
    'Edit src/a.ts?',
    edited('@@ -1,3 +1,3 @@\n export function run() {\n-  return alpha;\n+  return beta;\n }\n'),
  ),
  hiddenEdit: card(
    'Edit src/a\u202ets.exe?',
    edited('@@ -1,2 +1,2 @@\n export\r\n-  return alpha;\n+a\u202elive\u202c b\u200b\u200bc\u001b\n'),
  ),
  command: {
    ...card('Run this command?', {
      kind: 'command',
      command: 'npm test -- --run',
      directory: '/home/me/project',
      effect: 'unknown',
    }),
    lasting: [
      lasting('command', 'npm test -- --run', 'run_shell_command(npm test -- --run)'),
      lasting('command-with-arguments', 'npm test -- *', 'run_shell_command(npm test -- *)'),
    ],
  },
  sensitive: card(
    'Edit .vscode/tasks.json?',
    { ...edited('@@ -1,1 +1,1 @@\n-{}\n+{ "tasks": [] }\n'), amended: true },
    [{ kind: 'sensitive', detail: '.vscode/tasks.json' }],
  ),
  ruled: {
    ...card(
      'Run this command?',
      {
        kind: 'command',
        command:
          'git commit -m "Rename alpha to beta everywhere" &&\n  git push origin HEAD:refs/heads/rename-alpha-to-beta',
        directory: '/home/me/project/packages/core',
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
} satisfies Record<string, ApprovalView>;

function card(question: string, subject: ApprovalSubject, reasons: ApprovalView['reasons'] = []): ApprovalView {
  return { question, subject, reasons, grantable: true, lasting: [] };
}

function lasting(kind: LastingOffer['kind'], subject: string, rule: string): LastingOffer {
  return { kind, subjects: [subject], rules: [rule] };
}

function edited(diff: string): Extract<ApprovalSubject, { kind: 'edit' }> {
  return { kind: 'edit', diff, canOpen: true, amended: false };
}
