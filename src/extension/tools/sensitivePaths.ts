import type { PathResolution } from '../ports/workspace.ts';
import { compileGlob, type GlobMatcher } from './glob.ts';

/**
 * Files that make something run or decide what may run: editor and agent settings, hooks, builds, package manager and
 * shell configuration. VS Code asks before an agent writes them; so do we in every mode but `yolo`.
 * Globs over lower-cased paths (see `glob.ts`); one without a slash is matched against the name in any folder.
 */
const SENSITIVE_GLOBS = [
  '**/.vscode/**',
  '**/.vscode',
  '**/.idea/**',
  '**/.devcontainer/**',
  '.devcontainer.json',
  '*.code-workspace',
  '**/.git/**',
  '.git',
  '.gitattributes',
  '.gitconfig',
  '.gitmodules',
  '**/.githooks/**',
  '**/.husky/**',
  '**/.github/workflows/**',
  '**/.github/actions/**',
  '.gitlab-ci.yml',
  'azure-pipelines.yml',
  'jenkinsfile',
  '.travis.yml',
  '**/.buildkite/**',
  'bitbucket-pipelines.yml',
  '**/.circleci/**',
  '.pre-commit-config.yaml',
  'lefthook.{yml,yaml}',
  '.lintstagedrc*',
  '.mcp.json',
  'mcp.json',
  '**/.claude/**',
  '**/.codex/**',
  '**/.cursor/**',
  '**/.gemini/**',
  '**/.qwen/**',
  '.npmrc',
  '.yarnrc',
  '.yarnrc.yml',
  '**/.yarn/**',
  '.pnpmfile.cjs',
  '.pypirc',
  'pip.conf',
  '**/.cargo/config*',
  '**/.bundle/config',
  '.envrc',
  'mise.toml',
  '.mise.toml',
  '.tool-versions',
  '.bashrc',
  '.bash_profile',
  '.bash_login',
  '.bash_logout',
  '.bash_aliases',
  '.profile',
  '.zshrc',
  '.zshenv',
  '.zprofile',
  '.zlogin',
  '.zlogout',
  '**/fish/config.fish',
  '**/fish/conf.d/**',
  '*profile.ps1',
  '.inputrc',
  '.vimrc',
  '.exrc',
  '.gdbinit',
  '.lldbinit',
  // What package managers and builds run, and what editors run by themselves when it changes.
  'package.json',
  'composer.json',
  '*.lock',
  '*-lock.{json,yaml,yml}',
  'npm-shrinkwrap.json',
  'bun.lockb',
  'go.sum',
  'build.rs',
  'setup.py',
  'conftest.py',
  'sitecustomize.py',
  'pyvenv.cfg',
  '*.pth',
  '*.{csproj,fsproj,vbproj,vcxproj,proj,targets,props}',
  '*.{gradle,gradle.kts}',
  'pom.xml',
  'cmakelists.txt',
  'gemfile',
  '*.gemspec',
  'mix.exs',
  'web.config',
  'server.xml',
  '*.config.{js,cjs,mjs,ts,cts,mts}',
  '.{eslintrc,prettierrc,babelrc,mocharc,stylelintrc}.{js,cjs,mjs}',
  '.env',
  '.env.*',
  '**/.ssh/**',
  '**/.aws/**',
  '.netrc',
] as const;

const matchers: readonly GlobMatcher[] = SENSITIVE_GLOBS.flatMap((glob) => compileGlob(glob) ?? []);

/**
 * True for a path that is asked for in every mode but `yolo`; approval and the tool gate both go by this. Judged from
 * its root on, so that a workspace that itself lies in some `.cursor/` is not sensitive as a whole. Neither case
 * matters nor characters that some file systems ignore (HFS+ takes `.g\u200cit` for `.git`: CVE-2014-9390).
 */
export function isSensitivePath(resolution: PathResolution): boolean {
  const path = resolution.kind === 'inside' ? resolution.relative : resolution.path.replace(/^\/+/, '');
  const plain = path.toLowerCase().replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return matchers.some((matches) => matches(plain));
}
