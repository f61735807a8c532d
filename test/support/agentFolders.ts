/**
 * The files of other agents by path, in the folders and forms that the agents' documentation describes. A path that
 * begins with `~/` is in the user's home folder.
 */
export const AGENT_FOLDERS = {
  // https://code.claude.com/docs/en/memory, …/slash-commands and …/skills
  'Claude Code': {
    'CLAUDE.md': `# Shop

See @README.md for an overview and @package.json for the commands.

## Workflow
- Branch from main: @docs/git-instructions.md
- Packages such as \`@types/node\` are development dependencies.
`,
    'README.md': '# Shop\n\nA web shop.\n',
    'package.json': '{ "scripts": { "test": "vitest" } }\n',
    'docs/git-instructions.md': 'Branch names begin with the ticket.\n',
    'src/checkout/CLAUDE.md': 'Amounts are in cents.\n',
    'CLAUDE.local.md': '- My test user is sam@example.com\n',
    '.claude/rules/api.md': `---
paths:
  - "src/api/**/*.ts"
---

# API rules

- Every endpoint validates its input.
`,
    '.claude/commands/fix-issue.md': `---
argument-hint: [issue-number] [priority]
description: Fix an issue by number
allowed-tools: Bash(git add:*), Bash(git commit:*)
model: claude-sonnet-4-5
---

## Context
- Current status: !\`git status\`

Fix issue #$1 with priority $2. Follow @docs/git-instructions.md.
`,
    '.claude/commands/frontend/component.md': 'Create the component $ARGUMENTS.\n',
    '.claude/skills/pdf-forms/SKILL.md': `---
name: pdf-forms
description: Fills in PDF forms. Use when the user mentions forms in PDF files.
allowed-tools: Read, Bash(python:*)
---

# PDF forms

Run \`scripts/fill.py\`. For the fields, see [FIELDS.md](FIELDS.md).
`,
    '.claude/skills/pdf-forms/FIELDS.md': 'name, date\n',
    '.claude/skills/pdf-forms/scripts/fill.py': 'print("filled")\n',
    // https://code.claude.com/docs/en/sub-agents
    '.claude/agents/code-reviewer.md': `---
name: code-reviewer
description: Reviews code. Use it proactively after changes.
tools: Read, Grep, Glob, Bash
disallowedTools: Write, Edit, NotebookEdit, mcp__github__create_issue
model: inherit
permissionMode: acceptEdits
maxTurns: 20
skills:
  - pdf-forms
mcpServers:
  - github
hooks:
  PreToolUse:
    - matcher: "Bash"
      hooks:
        - type: command
          command: "./scripts/validate.sh"
memory: project
background: false
color: cyan
---

You review code. Begin with \`git diff\`.
`,
    '.claude/agents/data/sql-analyst.md': `---
name: sql-analyst
description: >
  Answers questions about the data
  with SQL.
tools:
  - Bash
  - Read
---
You write SQL.
`,
    '.claude/settings.json': '{ "permissions": { "allow": ["Bash(*)"] } }\n',
    '~/.claude/CLAUDE.md': 'I prefer short answers.\n',
    '~/.claude/commands/standup.md': 'Summarize what I did yesterday.\n',
    '~/.claude/skills/timesheet/SKILL.md': '---\ndescription: Fills in the timesheet.\n---\nAsk for the project.\n',
    '~/.claude/agents/translator.md': '---\nname: translator\ndescription: Translates texts\n---\nKeep the tone.\n',
  },
  // https://code.visualstudio.com/docs/copilot/customization/custom-instructions and …/prompt-files
  Copilot: {
    '.github/copilot-instructions.md': 'We use Bazel for Java dependencies, not Maven.\n',
    '.github/instructions/python.instructions.md': `---
description: 'Python conventions'
applyTo: '**/*.py,**/*.pyi'
---
# Python
- Follow PEP 8.
`,
    '.github/instructions/all.instructions.md': `---
applyTo: "**"
---
Write comments in English.
`,
    '.github/prompts/create-form.prompt.md': `---
agent: 'agent'
model: GPT-5.6
tools: ['search/codebase', 'edit', 'githubRepo']
description: 'Generate a new React form component'
---
Create \${input:formName:MyForm} in the folder of \${fileDirname}. Use \${selection}.
`,
    // https://code.visualstudio.com/docs/agent-customization/custom-agents
    '.github/agents/planner.agent.md': `---
name: Planner
description: Makes a plan for a change
argument-hint: The change
tools: ['search', 'web/fetch', 'githubRepo', 'github/*']
agents: ['*']
model: ['Claude Opus 4.5 (copilot)', 'GPT-5.2 (copilot)']
user-invocable: false
handoffs:
  - label: Start
    agent: agent
    prompt: Implement the plan.
    send: false
---
# Plan
Do not edit code. Use #tool:search.
`,
    '.github/agents/test-specialist.md': `---
description: Writes tests
target: vscode
---
Write tests first.
`,
    '.github/agents/release.agent.md': '---\ndescription: Releases\ndisable-model-invocation: true\n---\nRelease it.\n',
    '.github/agents/cloud.agent.md': '---\ndescription: In the cloud\ntarget: github-copilot\n---\nWork.\n',
    '.github/agents/README.md': '# Our agents\n',
    '.github/skills/webapp-testing/SKILL.md': `---
name: webapp-testing
description: Guide for testing web applications.
---
Start the server first.
`,
  },
  // https://cursor.com/docs/context/rules and …/commands
  Cursor: {
    '.cursor/rules/base.mdc': `---
description:
globs:
alwaysApply: true
---
- Use our internal RPC pattern.
@service-template.ts
`,
    '.cursor/rules/components.mdc': `---
description: React components
globs: *.tsx,src/components/**
alwaysApply: false
---
Components are named after their file.
`,
    '.cursor/rules/frontend/migrations.mdc': `---
description: How to write database migrations
globs:
alwaysApply: false
---
Never change a migration that was released.
`,
    '.cursor/rules/manual.mdc': `---
alwaysApply: false
---
Only when it is mentioned.
`,
    '.cursor/commands/code-review.md': '# Code review\n\nReview the changes.\n',
    '.cursorrules': 'Use tabs.\n',
  },
  // https://docs.cline.bot/customization/cline-rules and …/workflows
  Cline: {
    '.clinerules/01-coding.md': '# Coding\n- Prefer composition.\n',
    '.clinerules/frontend.md': `---
paths:
  - "src/components/**"
  - "src/hooks/**"
---
Use functional components.
`,
    '.clinerules/workflows/deploy.md': '1. Run the tests.\n2. Deploy.\n',
  },
  // https://agents.md
  'AGENTS.md': {
    'AGENTS.md': '# Setup\n- Install: `pnpm install`\n',
    'packages/ui/AGENTS.md': 'Use CSS modules.\n',
    '.agents/skills/release-notes/SKILL.md': `---
name: release-notes
description: Writes the release notes.
license: MIT
metadata:
  author: me
  version: "1.0"
---
Group the changes.
`,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;

export type AgentFolder = keyof typeof AGENT_FOLDERS;

/** What Premove loads from a folder, by the names that its users see. */
export interface Loaded {
  /** Files of rules that are part of each request. */
  readonly sent?: readonly string[];
  /** Other files of rules, with the condition under which the model reads them. */
  readonly offered?: Readonly<Record<string, string>>;
  readonly skills?: readonly string[];
  readonly commands?: readonly string[];
  /** The agents that a model may start, with their tools if they are limited. */
  readonly agents?: Readonly<Record<string, readonly string[] | undefined>>;
}

const READERS = ['read_file', 'list_directory', 'glob', 'grep', 'lsp'];

const MANUAL = 'only if you mention the file with @';

export const LOADED_FROM: Readonly<Record<AgentFolder, Loaded>> = {
  'Claude Code': {
    sent: [
      '~/.claude/CLAUDE.md',
      'CLAUDE.md',
      'README.md (included by CLAUDE.md)',
      'package.json (included by CLAUDE.md)',
      'docs/git-instructions.md (included by CLAUDE.md)',
      'CLAUDE.local.md',
    ],
    offered: { '.claude/rules/api.md': 'for src/api/**/*.ts' },
    skills: ['pdf-forms', 'timesheet'],
    commands: ['fix-issue [issue-number] [priority]', 'frontend:component', 'standup'],
    agents: {
      'code-reviewer': [...READERS, 'run_shell_command'],
      'sql-analyst': ['run_shell_command', ...READERS],
      translator: undefined,
    },
  },
  Copilot: {
    sent: ['.github/copilot-instructions.md', '.github/instructions/all.instructions.md'],
    offered: { '.github/instructions/python.instructions.md': 'for **/*.py, **/*.pyi' },
    skills: ['webapp-testing'],
    commands: ['create-form'],
    agents: {
      Planner: ['glob', 'grep', 'list_directory', 'lsp', 'web_fetch', 'githubRepo', 'mcp__github__*'],
      'test-specialist': undefined,
    },
  },
  Cursor: {
    sent: ['.cursorrules', '.cursor/rules/base.mdc'],
    offered: {
      '.cursor/rules/components.mdc': 'for *.tsx, src/components/**',
      '.cursor/rules/frontend/migrations.mdc': 'read when the model needs it',
      '.cursor/rules/manual.mdc': MANUAL,
    },
    commands: ['code-review'],
  },
  Cline: {
    sent: ['.clinerules/01-coding.md'],
    offered: { '.clinerules/frontend.md': 'for src/components/**, src/hooks/**' },
    commands: ['deploy'],
  },
  'AGENTS.md': { sent: ['AGENTS.md'], skills: ['release-notes'] },
};

/** The files whose names the model gets. */
export function offeredNames({ offered = {} }: Loaded): string[] {
  return Object.keys(offered).filter((name) => offered[name] !== MANUAL);
}
