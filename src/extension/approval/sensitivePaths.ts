import type { PathResolution } from '../ports/workspace.ts';
import { foldSpelling } from '../text/alikeNames.ts';
import type { GlobMatcher } from '../text/search/glob.ts';
import { mustCompileGlob } from '../text/search/searchLimits.ts';

/**
 * Files that start programs, or decide which programs may run, without a review by the user. VS Code asks before an
 * agent writes such files; Premove asks in every mode but `yolo`.
 *
 * The list leaves out files that agents write constantly, because a mode that asks about them would be the same as
 * `default`. These are source code, tests and ordinary scripts (`scripts/release.sh`), which run only when someone
 * starts them. The list also leaves out files that tools read as data (`tsconfig.json`, Terraform and Kubernetes
 * files).
 *
 * The globs match paths in the form that `foldSpelling` returns. A glob without a slash matches the name in any folder.
 */
const RUNNING_GLOBS = [
  // Editors, which apply a folder's settings as soon as it is open.
  '**/{.vscode,.idea,.zed,.fleet,.vs,.devcontainer,.idx,.codesandbox,.settings}/**',
  '.vscode',
  '{.devcontainer.json,.gitpod.yml}',
  '.{classpath,factorypath}',
  '*.{code-workspace,sublime-project,iml}',
  '.{vimrc,gvimrc,lvimrc,nvimrc,exrc,nvim.lua,vimspector.json,ycm_extra_conf.py}',
  '.{emacs,dir-locals.el,dir-locals-2.el}',
  '.luarc.{json,jsonc}',
  '{.,}rust-analyzer.toml',
  '{.clangd,hie.yaml}',
  '**/ruby_lsp/**/addon.rb',

  // Version control and its hooks.
  '**/.git/**',
  '.{git,gitattributes,gitconfig,gitmodules}',
  '**/{.githooks,.husky,.hg}/**',
  // Git treats a folder with these files as a repository, and runs programs that its configuration names.
  '{head,config,config.worktree,packed-refs,commondir,gitdir}',
  '**/refs/{heads,tags,remotes}/**',
  '**/objects/{info,pack,[0-9a-f][0-9a-f]}/**',
  '**/{refs,objects}/.*',
  '.{hgrc,pre-commit-config.yaml,pre-commit-hooks.yaml,overcommit.yml}',
  '{.,}lefthook{,-local}.{yml,yaml,toml,json}',
  '.{lintstagedrc,huskyrc,commitlintrc,czrc,releaserc}*',

  // Files that decide what other computers run, for example after a push.
  '**/{.github,.gitea,.forgejo}/{workflows,actions}/**',
  'action.{yml,yaml}',
  '**/{.gitlab,.circleci,.buildkite,.woodpecker,.teamcity,.azure-pipelines}/**',
  '.{gitlab-ci,travis,appveyor,drone,woodpecker,cirrus}.{yml,yaml}',
  '{azure-pipelines*,bitbucket-pipelines,appveyor,cloudbuild,buildspec,codemagic}.{yml,yaml}',
  'jenkinsfile*',
  '{netlify.toml,vercel.json,procfile,app.json,fly.toml,cdk.json,ansible.cfg,.ansible.cfg}',
  'wrangler.{toml,json,jsonc}',
  '**/.terraform/**',

  // Shells, and programs that read their settings from the current or home folder.
  '.{bashrc,bash_profile,bash_login,bash_logout,bash_aliases,profile,inputrc}',
  '.{zshrc,zshenv,zprofile,zlogin,zlogout}',
  '**/fish/{conf.d,functions}/**',
  '**/fish/config.fish',
  '*profile.ps1',
  '.{envrc,direnvrc,tool-versions,asdfrc,tmux.conf,screenrc,curlrc,wgetrc,psqlrc,sqliterc,xinitrc,xprofile,xsession}',
  '.{gdbinit,lldbinit,pdbrc,irbrc,pryrc,ghci,rprofile,renviron,iex.exs,erlang,sbclrc,octaverc,racketrc,guile}',
  '.{login,logout,cshrc,tcshrc,kshrc,mkshrc,shrc,bash_completion,pam_environment,selected_editor,lessfilter,mailcap}',
  '.{pythonrc,pythonrc.py,pythonstartup,pystartup,perldb,perltidyrc,proverc,ackrc,luarocks,terraformrc,hushlogin}',
  '.{forward,procmailrc,fetchmailrc,muttrc,msmtprc,xsessionrc,xbindkeysrc,sxhkdrc,wezterm.lua,alacritty.*,nanorc,cvsrc}',
  '**/{.local,.emacs.d,.vim,.ipython,.jupyter,.hammerspoon,.oh-my-zsh,.zsh,.tmux,.xmonad,.i3,.subversion}/**',
  '**/{.m2,.gradle,.sbt,.nvm,.rvm,.rbenv,.pyenv,.asdf,.sdkman,.ansible,.terraform.d,.vagrant.d,.vscode-server}/**',
  '**/{launchagents,launchdaemons}/**',
  '{.,}mise{,.*}.toml',
  '**/{.mise,mise,.config}/**',
  '{devbox.json,devenv.nix,devenv.yaml,flake.nix,shell.nix,default.nix}',

  // Builds and task runners.
  '{gnumakefile,makefile,makefile.{am,in,inc,common,win,mac,unix,dev},*.mk,*.mak}',
  '{.,}justfile',
  '*.just',
  'taskfile{,.*}.{yml,yaml}',
  '{rakefile,guardfile,capfile,dangerfile,brewfile,vagrantfile,fastfile,appfile,podfile,cakefile,snakefile}',
  '*.{rake,gemspec,cmake,bzl,sbt,mill,nimble,nims,cabal,rockspec,gyp,gypi,xcconfig,pbxproj}',
  'lakefile.{lean,toml}',
  '{.,}latexmkrc',
  '{cmakelists.txt,cmakepresets.json,cmakeuserpresets.json,meson.build,sconstruct,sconscript,wscript,tiltfile,earthfile}',
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
  '**/gradle/wrapper/**',
  '**/gradle/*.{toml,properties,xml}',
  '*.{csproj,fsproj,vbproj,vcxproj,sqlproj,proj,targets,props,sln,slnx,rsp}',
  '{nuget.config,global.json,launchsettings.json,dotnet-tools.json,web.config,server.xml}',
  '.{htaccess,user.ini}',

  // Package managers: installed packages may run code during installation.
  '{package.json,composer.json,go.mod,go.sum,go.work,cargo.toml,package.swift,pubspec.yaml,mix.exs,gemfile,pipfile}',
  '*.lock',
  '*-lock.{json,yaml,yml}',
  '{npm-shrinkwrap.json,bun.lockb,package.resolved}',
  '.{npmrc,yarnrc,yarnrc.yml,pnpmfile.*,pypirc,gemrc,pnp.cjs,pnp.loader.mjs}',
  'pnpm-workspace.yaml',
  '**/{.yarn,.bundle,.cargo}/**',
  'rust-toolchain{,.toml}',
  '{pip.conf,pip.ini,uv.toml,poetry.toml,pixi.toml,hatch.toml,environment.yml,environment.yaml}',
  '{requirements,constraints}*.{txt,in}',

  // Test runners, linters, formatters and bundlers: VS Code's extensions run them as soon as a file is saved.
  '{pyproject.toml,setup.py,setup.cfg,tox.ini,pytest.ini,mypy.ini,noxfile.py,fabfile.py,dodo.py}',
  '{conftest,sitecustomize,usercustomize}.py',
  '{pyvenv.cfg,*.pth}',
  '**/{env,.env}/{bin,scripts,lib}/**',
  '{.,}pylintrc{,.toml}',
  '.{flake8,coveragerc,rspec,rspec-local,mypy.ini,pytest.ini,luacheckrc,busted,formatter.exs}',
  '.golangci.{yml,yaml,toml,json}',
  '**/cypress/{plugins,support}/**',
  '.{rubocop,rubocop_todo,standard,solargraph}.yml',
  '{.,}{php-cs-fixer,php_cs,rector,ecs}{,.dist}{,.php}',
  '{phpunit,psalm,phpcs}.xml{,.dist}',
  'phpstan.neon{,.dist}',
  '*.{config,conf,workspace}.{js,cjs,mjs,ts,cts,mts,json}',
  '{webpack,rollup,vite,vitest,jest,karma,babel,metro}.*.{js,cjs,mjs,ts,cts,mts}',
  '.{eslintrc,prettierrc,babelrc,mocharc,stylelintrc,postcssrc,nycrc,c8rc,swcrc,parcelrc,browserslistrc,jshintrc}*',
  // A hidden script usually contains the settings of a tool.
  '.*.{js,cjs,mjs,ts,cts,mts}',
  '.{markdownlint,markdownlint-cli2,remarkrc,graphqlrc,svgrrc,release-it,versionrc,vscode-test}*',
  '{gatsby,ember-cli}-*.{js,ts,mjs}',
  '**/.storybook/**',

  // Installed code, which is not reviewed again before it runs.
  '**/{node_modules,bower_components,.venv,venv,site-packages,vendor}/**',
] as const;

/**
 * Files of agents, including Premove. Their contents become an instruction, a permission or a program of the next chat.
 * Premove asks before a write in every mode, because a `yolo` chat could otherwise instruct all later chats.
 */
const AGENT_GLOBS = [
  '{agents,agents.override,claude,claude.local,gemini,qwen,warp,conventions}.md',
  '*.{instructions,prompt,chatmode,agent}.md',
  'skill.md',
  '*.mdc',
  '.rules',
  '**/{.premove,.agents,.claude,.codex,.cursor,.gemini,.qwen,.opencode,.continue,.windsurf,.cline,.clinerules,.roo,.kilocode}/**',
  '**/{.kiro,.amazonq,.junie,.augment,.factory,.crush,.trae}/**',
  '**/.github/{instructions,prompts,chatmodes,agents,skills,hooks}/**',
  '**/.github/copilot-instructions.md',
  '.{cursorrules,windsurfrules,clinerules,roorules,roomodes,goosehints,aider.conf.yml}',
  '{.,}mcp.json',
  '{opencode,crush}.{json,jsonc}',
] as const;

/** Files that hold secrets. The list of files about which Premove asks before reading is in `secretFiles.ts`. */
const SECRET_GLOBS = [
  '{.env,.env.*,.netrc,_netrc,.authinfo,.authinfo.gpg,.git-credentials,.pgpass,.my.cnf,.mylogin.cnf,.htpasswd}',
  '.{boto,s3cfg,vault-token,dockercfg,databrickscfg,xauthority,iceauthority,*_history}',
  'gha-creds-*.json',
  '**/{.ssh,.aws,.gnupg,.azure,.docker,.kube,.oci,.password-store,.pki,.keychain,.mozilla,.thunderbird}/**',
] as const;

/** Files that replace the names and addresses of authors in git's output. */
const AUTHOR_GLOBS = ['.mailmap'] as const;

export type Sensitivity = 'runs-code' | 'instructs-agents' | 'holds-secrets' | 'renames-authors';

const matchers: readonly (readonly [Sensitivity, GlobMatcher])[] = [
  ...SECRET_GLOBS.map((glob) => ['holds-secrets', mustCompileGlob(glob)] as const),
  ...AGENT_GLOBS.map((glob) => ['instructs-agents', mustCompileGlob(glob)] as const),
  ...RUNNING_GLOBS.map((glob) => ['runs-code', mustCompileGlob(glob)] as const),
  ...AUTHOR_GLOBS.map((glob) => ['renames-authors', mustCompileGlob(glob)] as const),
];

/**
 * Every mode but `yolo` asks before a write to a sensitive path, unless an allow rule or a grant names the path. Of
 * these paths, `yolo` asks about those that instruct agents. A speculation never writes to a sensitive path. Inside a
 * workspace, only the path below the root counts, so that a workspace in a `.cursor` folder is not sensitive as a
 * whole. Ignores case and other differences that some file systems ignore: HFS+ treats `.g\u200cit` as `.git`
 * (CVE-2014-9390), APFS treats `package.j\u017fon` as `package.json`.
 */
export function isSensitivePath(resolution: PathResolution): boolean {
  return sensitivityOf(resolution) !== null;
}

/** Null if the path is not sensitive. */
export function sensitivityOf(resolution: PathResolution): Sensitivity | null {
  const [first] = sensitivitiesOf(resolution);
  return first ?? null;
}

/**
 * True for a file that instructs agents, and for a file that an instruction file includes. The file may also be
 * sensitive for another reason.
 */
export function instructsAgents(resolution: PathResolution): boolean {
  return sensitivitiesOf(resolution).includes('instructs-agents');
}

function sensitivitiesOf(resolution: PathResolution): Sensitivity[] {
  const path = resolution.kind === 'inside' ? resolution.relative : resolution.path.replace(/^\/+/, '');
  const plain = foldSpelling(path);
  const found = matchers.filter(([, matches]) => matches(plain)).map(([sensitivity]) => sensitivity);
  const isIncluded = resolution.kind === 'inside' && resolution.isIncluded;
  return isIncluded ? [...found, 'instructs-agents'] : found;
}
