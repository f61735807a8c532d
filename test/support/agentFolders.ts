/**
 * Folders as the documentation of other agents lays them out, with the forms that their own editors write. By path; a
 * path that begins with `~/` is in the user's home folder.
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
    '.claude/settings.json': '{ "permissions": { "allow": ["Bash(*)"] } }\n',
    '~/.claude/CLAUDE.md': 'I prefer short answers.\n',
    '~/.claude/commands/standup.md': 'Summarize what I did yesterday.\n',
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
