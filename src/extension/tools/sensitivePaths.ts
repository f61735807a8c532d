import type { PathResolution } from '../ports/workspace.ts';
import type { GlobMatcher } from './glob.ts';
import { mustCompileGlob } from './searchLimits.ts';

/**
 * Files that make something run, or decide what may run, without anybody having looked at them: settings of editors,
 * agents and shells, hooks, what builds, package managers and test runners read before they do anything, and code that
 * was installed rather than written. VS Code asks before an agent writes such files; so do we in every mode but `yolo`.
 *
 * Left out is what people have an agent write all day, because a mode that asks for it would be `default` by another
 * name: source code, tests and scripts with a name of their own (`scripts/release.sh`, `esbuild.mjs`, `tasks.py`), which
 * run too, but when somebody has them run; and what a tool reads as data (`tsconfig.json`, `.editorconfig`, `.gitignore`,
 * `.nvmrc`, Terraform and Kubernetes files).
 *
 * Globs over lower-cased paths (see `glob.ts`); one without a slash is matched against the name in any folder.
 */
const RUNNING_GLOBS = [
  // Editors, which take a folder's settings as soon as it is open.
  '**/{.vscode,.idea,.zed,.fleet,.vs,.devcontainer}/**',
  '.vscode',
  '.devcontainer.json',
  '*.{code-workspace,sublime-project,iml}',
  '.{vimrc,gvimrc,lvimrc,nvimrc,exrc,nvim.lua,vimspector.json,ycm_extra_conf.py}',
  '.{emacs,dir-locals.el,dir-locals-2.el}',
  '.luarc.{json,jsonc}',
  '{.,}rust-analyzer.toml',

  // Version control and its hooks.
  '**/.git/**',
  '.{git,gitattributes,gitconfig,gitmodules}',
  '**/{.githooks,.husky,.hg}/**',
  '.{hgrc,pre-commit-config.yaml,pre-commit-hooks.yaml,overcommit.yml}',
  '{.,}lefthook{,-local}.{yml,yaml,toml,json}',
  '.{lintstagedrc,huskyrc,commitlintrc,czrc,releaserc}*',

  // What runs elsewhere once it is pushed.
  '**/.github/{workflows,actions}/**',
  '**/{.gitlab,.circleci,.buildkite,.woodpecker,.teamcity,.azure-pipelines}/**',
  '.{gitlab-ci,travis,appveyor,drone,woodpecker,cirrus}.{yml,yaml}',
  '{azure-pipelines*,bitbucket-pipelines,appveyor,cloudbuild,buildspec,codemagic}.{yml,yaml}',
  'jenkinsfile*',
  '{netlify.toml,vercel.json,procfile,app.json,fly.toml}',

  // Shells and what reads its own settings where it is started.
  '.{bashrc,bash_profile,bash_login,bash_logout,bash_aliases,profile,inputrc}',
  '.{zshrc,zshenv,zprofile,zlogin,zlogout}',
  '**/fish/{config.fish,conf.d/**,functions/**}',
  '*profile.ps1',
  '.{envrc,direnvrc,tool-versions,asdfrc,tmux.conf,screenrc,curlrc,wgetrc,psqlrc,sqliterc,xinitrc,xprofile,xsession}',
  '.{gdbinit,lldbinit,pdbrc,irbrc,pryrc,ghci,rprofile,renviron}',
  '{.,}mise{,.*}.toml',
  '**/{.mise,mise,.config}/**',
  '{devbox.json,devenv.nix,devenv.yaml,flake.nix,shell.nix,default.nix}',

  // Builds and task runners.
  '{gnumakefile,makefile,makefile.{am,in,inc,common,win,mac,unix,dev},*.mk,*.mak}',
  '{.,}justfile',
  '*.just',
  'taskfile{,.*}.{yml,yaml}',
  '{rakefile,guardfile,capfile,dangerfile,brewfile,vagrantfile,fastfile,appfile,podfile,cakefile,snakefile}',
  '*.{rake,gemspec,cmake,bzl,sbt,mill,nimble,cabal,rockspec}',
  '{cmakelists.txt,cmakepresets.json,cmakeuserpresets.json,meson.build,sconstruct,sconscript,wscript}',
  '{configure,configure.ac,build,build.bazel,workspace,workspace.bazel,module.bazel,.bazelrc,.bazelversion}',
  '{build.xml,build.zig,build.rs,build.sc,dune,dune-project,stack.yaml,deps.edn,bb.edn,project.clj,shadow-cljs.edn}',
  '{docker,container}file{,.*}',
  '*.{docker,container}file',
  '{docker-compose,compose}*.{yml,yaml}',
  'docker-bake.{hcl,json}',
  '{gruntfile,gulpfile}.*',
  '**/gulpfile.*/**',
  '{nx,turbo,lerna,rush,angular,project,nodemon,workspace}.json',
  '{deno,deno.lock}.{json,jsonc}',
  'bunfig.toml',
  '{gradlew,gradlew.bat,mvnw,mvnw.cmd,gradle.properties,pom.xml}',
  '*.{gradle,gradle.kts}',
  '**/{.mvn,buildsrc}/**',
  '**/gradle/{wrapper/**,*.toml,*.properties,*.xml}',
  '*.{csproj,fsproj,vbproj,vcxproj,sqlproj,proj,targets,props,sln,slnx,rsp}',
  '{nuget.config,global.json,launchsettings.json,dotnet-tools.json,web.config,server.xml}',
  '.{htaccess,user.ini}',

  // Package managers: what they install may run while it is installed.
  '{package.json,composer.json,go.mod,go.sum,cargo.toml,package.swift,pubspec.yaml,mix.exs,gemfile,pipfile}',
  '*.lock',
  '*-lock.{json,yaml,yml}',
  '{npm-shrinkwrap.json,bun.lockb,package.resolved}',
  '.{npmrc,yarnrc,yarnrc.yml,pnpmfile.cjs,pnpmfile.mjs,pypirc,gemrc,pnp.cjs,pnp.loader.mjs}',
  'pnpm-workspace.yaml',
  '**/{.yarn,.bundle,.cargo}/**',
  'rust-toolchain{,.toml}',
  '{pip.conf,pip.ini,uv.toml,poetry.toml,pixi.toml,hatch.toml,environment.yml,environment.yaml}',
  '{requirements,constraints}*.{txt,in}',

  // Test runners, linters, formatters and bundlers: VS Code's extensions run them as soon as a file is saved.
  '{pyproject.toml,setup.py,setup.cfg,tox.ini,pytest.ini,mypy.ini,noxfile.py,fabfile.py,dodo.py}',
  '{conftest,sitecustomize,usercustomize}.py',
  '{pyvenv.cfg,*.pth}',
  '{.,}pylintrc{,.toml}',
  '.{flake8,coveragerc,rspec}',
  '.{rubocop,rubocop_todo,standard,solargraph}.yml',
  '{.,}{php-cs-fixer,php_cs,rector,ecs}{,.dist}{,.php}',
  '{phpunit,psalm,phpcs}.xml{,.dist}',
  'phpstan.neon{,.dist}',
  '*.{config,conf,workspace}.{js,cjs,mjs,ts,cts,mts,json}',
  '{webpack,rollup,vite,vitest,jest,karma,babel,metro}.*.{js,cjs,mjs,ts,cts,mts}',
  '.{eslintrc,prettierrc,babelrc,mocharc,stylelintrc,postcssrc,nycrc,c8rc,swcrc,parcelrc,browserslistrc,jshintrc}*',
  '.{eleventy,eslintplugin}.{js,cjs,mjs}',
  '{gatsby,ember-cli}-*.{js,ts,mjs}',
  '**/.storybook/**',

  // Code that was installed: nobody reads it again before it runs.
  '**/{node_modules,bower_components,.venv,venv,site-packages,vendor}/**',
] as const;

/** Agents, ourselves included: what is written here is an instruction, a permission or a program of the next chat. */
const AGENT_GLOBS = [
  '{agents,agents.override,claude,claude.local,gemini,qwen}.md',
  '**/{.agents,.claude,.codex,.cursor,.gemini,.qwen,.opencode,.continue,.windsurf,.cline,.clinerules,.roo,.kilocode}/**',
  '**/{.kiro,.amazonq,.junie,.augment,.factory,.crush,.trae}/**',
  '**/.github/{copilot-instructions.md,instructions/**,prompts/**,chatmodes/**,agents/**,skills/**,hooks/**}',
  '.{cursorrules,windsurfrules,clinerules,roorules,roomodes,goosehints,aider.conf.yml}',
  '{.,}mcp.json',
  '{opencode,crush}.{json,jsonc}',
] as const;

const SECRET_GLOBS = ['{.env,.env.*,.netrc}', '**/{.ssh,.aws}/**'] as const;

/** Why a file is sensitive, for the card: it can run code, instruct agents, or hold a secret. */
export type Sensitivity = 'runs-code' | 'instructs-agents' | 'holds-secrets';

const matchers: readonly (readonly [Sensitivity, GlobMatcher])[] = [
  ...SECRET_GLOBS.map((glob) => ['holds-secrets', mustCompileGlob(glob)] as const),
  ...AGENT_GLOBS.map((glob) => ['instructs-agents', mustCompileGlob(glob)] as const),
  ...RUNNING_GLOBS.map((glob) => ['runs-code', mustCompileGlob(glob)] as const),
];

/**
 * True for a path that is asked for in every mode but `yolo`; approval and the tool gate both go by this. Judged from
 * its root on, so that a workspace that itself lies in some `.cursor/` is not sensitive as a whole. Neither case
 * matters nor characters that some file systems ignore (HFS+ takes `.g\u200cit` for `.git`: CVE-2014-9390).
 */
export function isSensitivePath(resolution: PathResolution): boolean {
  return sensitivityOf(resolution) !== null;
}

/** Null for a path that is not sensitive. */
export function sensitivityOf(resolution: PathResolution): Sensitivity | null {
  const path = resolution.kind === 'inside' ? resolution.relative : resolution.path.replace(/^\/+/, '');
  const plain = path.toLowerCase().replace(/\p{Default_Ignorable_Code_Point}/gu, '');
  return matchers.find(([, matches]) => matches(plain))?.[0] ?? null;
}
