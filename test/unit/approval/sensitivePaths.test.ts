import { expect, test } from 'vitest';
import { decideApproval } from '../../../src/extension/approval/approval.ts';
import { NO_RULES } from '../../../src/extension/approval/rules/permissionRules.ts';
import { AGENT_FOLDERS } from '../../../src/extension/instructions/agents.ts';
import { MEMORY_FILE } from '../../../src/extension/instructions/memory.ts';
import { PROMPT_FOLDERS } from '../../../src/extension/instructions/promptFile.ts';
import { RULE_PLACES } from '../../../src/extension/instructions/rulePlaces.ts';
import { SKILL_FOLDERS } from '../../../src/extension/instructions/skills.ts';
import { gateCall } from '../../../src/extension/speculate/gate.ts';
import { editTool } from '../../../src/extension/tools/builtin/edit.ts';
import { writeFileTool } from '../../../src/extension/tools/builtin/writeFile.ts';
import type { PathResolution } from '../../../src/extension/ports/workspace.ts';
import { isSensitivePath, sensitivityOf } from '../../../src/extension/approval/sensitivePaths.ts';
import { EDIT_TOOLS } from '../../support/productTools.ts';

const inside = (relative: string): PathResolution => ({
  kind: 'inside',
  path: `/ws/${relative}`,
  relative,
  display: relative,
});

const yes = (path: string): [string, boolean] => [path, true];
const no = (path: string): [string, boolean] => [path, false];

test.each([
  ['.vscode/tasks.json', true],
  ['app/.VSCODE/Settings.json', true],
  ['.git/hooks/pre-commit', true],
  ['.git', true],
  ['.mailmap', true],
  ['sub/.MailMap', true],
  ['sub/.GIT/config', true],
  ['.mcp.json', true],
  ['deep/.npmrc', true],
  ['.NPMRC', true],
  ['home/.bashrc', true],
  ['Documents/PowerShell/Microsoft.PowerShell_profile.ps1', true],
  ['my.code-workspace', true],
  ['.husky/pre-push', true],
  ['.g\u200cit/config', true],
  ['.github/workflows/ci.yml', true],
  ['src/a.ts', false],
  ['.github/README.md', false],
  ['src/vscode/a.ts', false],
  ['docs/npmrc.md', false],
  ['.gitignore', false],
  ['package.json', true],
  ['sub/pnpm-lock.yaml', true],
  ['Cargo.lock', true],
  ['vite.config.ts', true],
  ['.env.local', true],
  ['build.gradle.kts', true],
  ...[
    ...['Makefile', 'lib/GNUmakefile', 'build/rules.mk', 'justfile', 'Taskfile.yml', 'Rakefile', 'lib/tasks/a.rake'],
    ...['.eslintrc', '.eslintrc.json', '.eslintrc.cjs', '.prettierrc', '.prettierrc.yaml', '.babelrc', '.lintstagedrc'],
    ...['gradlew', 'gradlew.bat', 'mvnw', '.mvn/jvm.config', 'gradle/wrapper/gradle-wrapper.properties', 'pom.xml'],
    ...[
      'pyproject.toml',
      'tox.ini',
      'setup.cfg',
      'setup.py',
      'tests/conftest.py',
      'noxfile.py',
      'requirements-dev.txt',
    ],
    ...['Gruntfile.js', 'gulpfile.mjs', 'Dockerfile', 'Dockerfile.dev', 'api.dockerfile', 'docker-compose.dev.yml'],
    ...['compose.yaml', 'flake.nix', 'shell.nix', '.nvim.lua', '.dir-locals.el', '.bazelrc', 'lib/BUILD', 'Cargo.toml'],
    ...['node_modules/left-pad/index.js', 'app/node_modules/.bin/tsc', '.venv/lib/a.py', 'vendor/autoload.php'],
    ...['AGENTS.md', 'app/CLAUDE.md', 'GEMINI.md', 'opencode.json', '.opencode/plugin/a.ts', '.cursorrules'],
    ...[
      '.github/copilot-instructions.md',
      '.github/prompts/a.prompt.md',
      '.kiro/hooks/a.json',
      '.continue/config.yaml',
    ],
    ...[
      'webpack.prod.js',
      'karma.conf.js',
      'vitest.workspace.ts',
      'jest.config.json',
      'deno.json',
      'nx.json',
      'go.mod',
    ],
    ...['.storybook/main.ts', 'CMakeLists.txt', 'meson.build', 'rust-toolchain.toml', '.config/mise/config.toml'],
  ].map((path): [string, boolean] => [path, true]),
  ...[
    ...['src/makefile.ts', 'docs/agents/intro.md', 'README.md', 'scripts/release.sh', 'esbuild.mjs', 'tsconfig.json'],
    ...[
      'src/vendors.ts',
      'test/a.test.ts',
      'src/composer.ts',
      'data/project.csv',
      '.editorconfig',
      '.nvmrc',
      'main.tf',
    ],
    ...['src/build/index.ts', 'src/config/a.json', 'src/gradle.ts', 'app/requirements.md', 'src/configure.ts'],
  ].map((path): [string, boolean] => [path, false]),
  ['src/package.ts', false],
  ['src/config.ts', false],
  // Parts of a bare repository.
  ...['docs/HEAD', 'docs/config', 'docs/refs/heads/.keep', 'docs/objects/info/.keep', 'docs/objects/ab/cdef'].map(yes),
  ...['docs/packed-refs', 'docs/commondir', 'docs/objects/.keep', 'docs/refs/.gitkeep', 'config.worktree'].map(yes),
  ...['src/objects/player.ts', 'src/refs/useRef.ts', 'src/head.ts', 'src/objects/index/a.ts'].map(no),
  // Files that programs run, or read their settings from, without being asked.
  ...['.pnpmfile.js', 'lib/ruby_lsp/a/b/addon.rb', 'lib/ruby_lsp/addon.rb', '.latexmkrc', '.luacheckrc'].map(yes),
  ...['binding.gyp', 'lakefile.lean', 'hie.yaml', '.formatter.exs', 'config.nims', '.mypy.ini', '.rspec-local'].map(
    yes,
  ),
  ...['.classpath', '.factorypath', '.settings/a.prefs', 'go.work', '.golangci.yml', '.gitpod.yml'].map(yes),
  ...['.idx/dev.nix', '.codesandbox/tasks.json', '.gitea/workflows/a.yml', '.forgejo/workflows/a.yml'].map(yes),
  ...['action.yml', '.vscode-test.mjs', '.markdownlint-cli2.mjs', '.remarkrc.js', 'cypress/support/e2e.ts'].map(yes),
  ...['ansible.cfg', 'cdk.json', 'wrangler.toml', 'env/bin/activate', '.terraform/a', 'a.xcconfig'].map(yes),
  ...['App.xcodeproj/project.pbxproj', '.jsdoc.js'].map(yes),
  ...['WARP.md', '.rules', 'CONVENTIONS.md', 'docs/a.instructions.md', 'a.prompt.md'].map(yes),
  // Files of a home folder.
  ...['.cshrc', '.login', '.oh-my-zsh/a.zsh', '.local/bin/ls', '.emacs.d/init.el', '.vim/plugin/a.vim'].map(yes),
  ...['Library/LaunchAgents/a.plist', '.wezterm.lua', '.m2/settings.xml', '.xsessionrc', '.forward'].map(yes),
  ...['.git-credentials', '.gnupg/gpg.conf', '.kube/config', '.docker/config.json', '.bash_history'].map(yes),
  ...['gha-creds-0123.json', '.pgpass', '.password-store/a.gpg'].map(yes),
  // Other spellings that some file systems treat as the same name.
  ...['package.j\u017fon', '.v\u017fcode/tasks.json', '\uff0egit/hooks/pre-commit', '.\u212a\u2060ube/config'].map(yes),
  ...['.\u00dfh/config', '\u200d/.git/config', 'a\uff0f/.git/config', 'a/\u200d/.npmrc'].map(yes),
  ...['docs/\u4e2d\u6587.md', 'src/\u017f.ts'].map(no),
])('%s is sensitive: %s', (path, expected) => {
  expect(isSensitivePath(inside(path))).toBe(expected);
});

test('.mailmap is sensitive because git takes authors from it, not because it runs code', () => {
  expect(sensitivityOf(inside('.mailmap'))).toBe('renames-authors');
});

/** A file in each place from which instructions are read. */
const INSTRUCTION_FILES = [
  ...Object.values(RULE_PLACES)
    .flat()
    .flatMap(({ path, accepts }) => (accepts ? [`${path}/a.md`, `${path}/b/c.mdc`] : [path])),
  ...Object.values(PROMPT_FOLDERS)
    .flat()
    .flatMap(({ folder, ending }) => [`${folder}/a${ending}`, `${folder}/b/c${ending}`]),
  ...SKILL_FOLDERS.flatMap((folder) => [`${folder}/release/SKILL.md`, `${folder}/release/scripts/release.sh`]),
  ...AGENT_FOLDERS.map(({ folder }) => `${folder}/reviewer.md`),
  MEMORY_FILE,
];

test.each(
  [...new Set(['docs/AGENTS.md', 'app/CLAUDE.md', ...INSTRUCTION_FILES])].flatMap((path) => [
    [path, inside(path)] as const,
    [`~/${path}`, { kind: 'outside', path: `/home/me/${path}`, display: path } as const],
  ]),
)('a write to %s is asked about even in auto-edit mode, and stops a speculation', (_path, resolution) => {
  expect(sensitivityOf(resolution)).not.toBeNull();
  const conditions = { isTrusted: true, rules: NO_RULES, readOnlyCommands: 'ask', granted: new Set<string>() } as const;
  for (const tool of [writeFileTool, editTool]) {
    for (const mode of ['default', 'auto-edit'] as const) {
      expect(decideApproval({ tool, editTools: EDIT_TOOLS, paths: [resolution] }, { ...conditions, mode }).kind).toBe(
        'ask',
      );
    }
    const gated = gateCall({
      tool,
      editTools: EDIT_TOOLS,
      paths: [resolution],
      name: tool.name,
      mode: 'auto-edit',
      rules: NO_RULES,
      overlayHasChanges: false,
    });
    expect(gated.kind).toBe('boundary');
  }
});
