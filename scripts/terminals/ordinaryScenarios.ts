/** Ordinary work in a terminal: nothing in it is a question of an agent, whatever it looks like. */
import { execFile } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../tools/paths.ts';
import { ROOT } from './agents.ts';
import { KEYS, Session } from './session.ts';

const PROJECT = join(ROOT, 'project');
const FILES = [
  'src/extension/extension.ts',
  'src/shared/protocol.ts',
  'package.json',
  'README.md',
  'CHANGELOG.md',
  'esbuild.mjs',
  'src/extension/suggest/filter.ts',
  'src/extension/speculate/gate.ts',
  'test/unit/recipes.test.ts',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'LICENSE',
];
const PACKAGES = [
  'zod',
  'diff',
  'marked',
  'openai',
  'esbuild',
  'vitest',
  'fast-check',
  'prettier',
  'eslint',
  'mocha',
  'react',
  'yaml',
  'virtua',
  'globals',
  'typescript',
  'node-diff3',
  'quick-lru',
  'htmlparser2',
  'web-tree-sitter',
  'playwright-core',
  'dependency-cruiser',
  'remark-gfm',
  'react-markdown',
  'semver',
  'chalk',
  'commander',
  'debug',
  'glob',
  'ms',
  'acorn',
];

/** Files that contain questions, menus and prompts. */
const NOTES: Readonly<Record<string, string>> = {
  'faq.md': '# FAQ\n\nWhich package manager should I use?\n\n1. npm\n2. pnpm\n3. yarn\n',
  'menu.txt': 'Do you want to proceed?\n❯ 1. Yes\n  2. No\n',
  'question.txt': 'Should we delete the old files? [Y/n]\n',
  'letters.txt': 'Where do you want to go? A) home B) work\n',
  'todo.md': 'What is left to do?\n\nA) tests\nB) docs\n',
  'chat.log': '⏺ I have finished.\n\n✻ Brewing… (esc to interrupt)\n• Working (3s • esc to interrupt)\n',
  'zh.md': '你想选择哪个方案？\n\n1. 方案一\n2. 方案二\n',
  'ja.md': 'どの方法を使いますか？\n',
  'codex.txt': '› 1. Yes, proceed (y)\n  2. No (esc)\n\n  Press enter to confirm or esc to cancel\n',
};

export const ORDINARY_SCENARIOS: Readonly<Record<string, () => Promise<Session>>> = {
  'ordinary-shell': () => shell('dev@shop:~/project$ ', commands()),
  'ordinary-arrow': () =>
    shell(
      '❯ ',
      commands().filter((_, at) => at % 2 === 0),
    ),
  'ordinary-dollar': () =>
    shell(
      '$ ',
      commands().filter((_, at) => at % 2 === 1),
    ),
  'ordinary-tools': () => shell('dev@shop:~/project$ ', TOOLS),
  'ordinary-programs': programs,
};

async function open(prompt: string): Promise<Session> {
  await rm(PROJECT, { recursive: true, force: true });
  await mkdir(ROOT, { recursive: true });
  await promisify(execFile)('git', ['clone', '-q', '--depth', '40', `file://${root}`, PROJECT]);
  await symlink(join(root, 'node_modules'), join(PROJECT, 'node_modules'));
  for (const [name, text] of Object.entries(NOTES)) await writeFile(join(PROJECT, name), text);
  const { PATH } = process.env;
  const env = {
    PATH,
    HOME: join(ROOT, 'home'),
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    PS1: prompt,
    PS2: '> ',
    PAGER: 'cat',
    GIT_PAGER: 'cat',
    EDITOR: 'vim',
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
    HISTFILE: '',
  };
  return new Session({ program: '/bin/bash', args: ['--norc', '--noprofile', '-i'], cwd: PROJECT, env });
}

async function shell(prompt: string, lines: readonly string[]): Promise<Session> {
  const session = await open(prompt);
  session.isReady = () => session.screen.split('\n').at(-1) === prompt.trimEnd();
  await session.step('');
  for (const line of lines) await session.step(`${line}\r`);
  await session.close();
  return session;
}

function commands(): string[] {
  return [
    ...[
      'ls',
      'ls -la',
      'pwd',
      'git status',
      'git log --oneline -15',
      'git log -2 --stat',
      'git branch -a',
      'git remote',
      'df -h .',
      'free',
      'uptime',
      'env | sort | head -5',
      'date',
      'whoami',
      'uname -a',
      'git stash list',
      'false',
      'nosuchcommand',
      'clear',
      'cat nosuchfile',
    ],
    ...Object.keys(NOTES).flatMap((name) => [
      `cat ${name}`,
      `head -3 ${name}`,
      `grep -n . ${name}`,
      `clear; cat ${name}`,
    ]),
    ...FILES.flatMap((file) => [
      `head -25 ${file}`,
      `tail -20 ${file}`,
      `grep -n '?' ${file} | head -20`,
      `wc ${file}`,
      `git log --format='%h %s' -3 -- ${file}`,
      `sed -n 10,20p ${file}`,
    ]),
    ...PACKAGES.flatMap((name) => [
      `head -30 node_modules/${name}/README.md`,
      `tail -25 node_modules/${name}/README.md`,
      `grep -n '?' node_modules/${name}/README.md | tail -12`,
    ]),
    ...[
      'node --version',
      'npm --version',
      "node -p '1+1'",
      'node -e \'throw new Error("Why?")\'',
      'npx tsc --version',
      'npx prettier --check package.json',
      'npx eslint src/shared/protocol.ts',
      'npx vitest run test/unit/suggest/filter.test.ts',
      'npx vitest run test/unit/text --reporter=verbose',
      'npx vitest run test/unit/base',
      'npx esbuild --bundle src/shared/followup.ts --outfile=/dev/null',
      'npx tsc --noEmit -p . --listFilesOnly | tail -5',
      'npm ls --depth=0 | tail -20',
      'npm run',
      'npm run nosuchscript',
      "python3 -c 'print(1/0)'",
      'python3 --version',
      'python3 -m json.tool package.json | head',
      "printf 'int main(){return x;}' > a.c; gcc a.c",
      "printf 'int main(){return 0;}' > a.c; gcc -Wall a.c -o a.out && ./a.out; echo $?",
      "printf 'all:\\n\\techo building…\\n\\tsleep 1\\n' > Makefile; make",
      'git diff',
      'echo change >> README.md; git diff --stat',
      'git diff README.md',
      'git checkout README.md',
      'git blame -L 1,8 package.json',
      'git show --stat HEAD',
      'git show HEAD~1 | head -40',
      'git grep -n "Do you" | head',
      'git grep -n "\\[Y/n\\]" | head',
      'find src -name "*.ts" | head -20',
      'du -sh src test',
      'tar czf /tmp/premove-recording/x.tgz src && tar tzf /tmp/premove-recording/x.tgz | head',
      'for i in 1 2 3; do echo "step $i/3"; sleep 0.1; done',
      'echo "Continue? [Y/n]"',
      'echo "Which one? A) this B) that"',
      "printf 'Pick one:\\n1. red\\n2. blue\\n'",
      "printf '✶ Brewing…\\n'",
      "printf '⠋ Loading...\\r✔ Loaded   \\n'",
      'seq 1 60',
      'yes "why?" | head -40',
      'history | tail -5',
      'man ls | head -20',
      'bash --help | head -20',
      'git --help | head -30',
      'npm help | head -30',
      'cal 2>/dev/null || date',
      'ps -o comm | head -5',
      'exec 3>&1; echo ok',
      'export A=1; echo $A',
      'echo "❯ "',
      'echo "› "',
      'echo "⏺ Done?"',
      'cat README.md | tail -60',
      'git log --graph --oneline -12',
    ],
  ];
}

/** Compilers, tests, linters and package managers, with their progress. */
const TOOLS: readonly string[] = [
  ...[
    'text',
    'base',
    'suggest/filter',
    'continue',
    'shared',
    'shell/shellSafety',
    'ports',
    'changes',
    'tools/edit',
    'approval/rules',
  ].flatMap((part) => [`npx vitest run test/unit/${part}`, `npx vitest run test/unit/${part} --reporter=dot`]),
  ...['src/shared', 'src/extension/text', 'src/extension/base', 'scripts'].flatMap((part) => [
    `npx prettier --check ${part}`,
    `npx prettier --list-different ${part}`,
    `ls -R ${part} | head -30`,
    `git log --oneline -5 -- ${part}`,
    `wc -l ${part}/*.ts | tail -12`,
  ]),
  ...['package.json', 'tsconfig.json', '.prettierrc'].map(
    (file) => `node -p "Object.keys(require('./${file}')).join()"`,
  ),
  'npx eslint --version',
  'npx esbuild src/extension/extension.ts --bundle --platform=node --format=esm --external:vscode --outdir=/tmp/premove-recording/out --splitting',
  'npx tsc --noEmit --strict src/shared/followup.ts',
  'echo "let x: number = 1 as string" > bad.ts; npx tsc --noEmit bad.ts',
  'echo "const a = ;" > bad.mjs; node bad.mjs',
  'npx prettier --check bad.mjs',
  'python3 -m unittest discover -v 2>&1 | tail',
  'python3 -c "import time\\nfor i in range(20): print(chr(13) + chr(35) * i, end=str(), flush=True); time.sleep(.02)"',
  'for i in $(seq 0 10 100); do printf "\\r[%-10s] %s%%" "$(printf "#%.0s" $(seq 0 10 $i))" $i; sleep 0.05; done; echo',
  'printf "\\033[1mBuilding…\\033[0m\\n\\033[32m✓\\033[0m done in 1.2 s\\n"',
  'git clone -q . /tmp/premove-recording/copy && echo cloned; rm -rf /tmp/premove-recording/copy',
  'git clone . /tmp/premove-recording/copy; rm -rf /tmp/premove-recording/copy',
  'git merge --no-commit HEAD~1; git reset -q --hard',
  'git checkout -q -b topic; git checkout -',
  'git tag v9; git describe --tags; git tag -d v9',
  'npm pack --dry-run 2>&1 | tail -15',
  'npm view nosuchpackage-nosuchpackage version 2>&1 | head -8',
];

/** Editors, pagers, REPLs, and programs that ask something themselves. */
async function programs(): Promise<Session> {
  const session = await open('dev@shop:~/project$ ');
  const runSteps = async (...steps: readonly string[]): Promise<void> => {
    for (const step of steps) await session.step(step);
  };
  await runSteps('');
  for (const name of ['README.md', ...Object.keys(NOTES)]) {
    await runSteps(`less ${name}\r`, ' ', 'b', 'G', 'g', '/o', '\r', 'n', 'q');
    await runSteps(
      `vim -u NONE ${name}\r`,
      'G',
      'gg',
      'o',
      'Do you want to proceed?',
      '\r',
      '❯ 1. Yes',
      '\r',
      '  2. No',
      KEYS.escape,
      'u',
      ':set nu\r',
      ':q',
      '!',
      '\r',
    );
  }
  await runSteps('vim -u NONE -O menu.txt faq.md\r', '\x17w', ':split todo.md\r', ':qa!\r');
  await runSteps(
    'node\r',
    '1 + 1\r',
    'console.log("Which one?\\n1. a\\n2. b")\r',
    '[1, 2, 3].map((x) =>\r',
    'x * 2)\r',
    '({ a: { b: 1 } })\r',
    'nosuch\r',
    '"Continue? [Y/n]"\r',
    '`A) one B) two?`\r',
    'await 5\r',
    '.help\r',
    '.exit\r',
  );
  await runSteps(
    'python3 -q\r',
    '1 + 1\r',
    'print("Which?\\n1. a\\n2. b")\r',
    'for i in range(3):\r',
    '    print(i)\r',
    '\r',
    'x\r',
    'input("Continue? [Y/n] ")\r',
    'y\r',
    'input("Pick: 1. a 2. b ")\r',
    '1\r',
    'help(len)\r',
    'q',
    'exit()\r',
  );
  await runSteps(
    'bash\r',
    'select c in red blue; do break; done\r',
    '1\r',
    'read -p "Delete everything? [y/N] " a\r',
    'n\r',
    'read -p "A) one B) two? " a\r',
    'A\r',
    'PS1="> "\r',
    'echo "Which? A) x B) y"\r',
    'cat faq.md\r',
    'cat menu.txt\r',
    'PS1="❯ "\r',
    'cat faq.md\r',
    'cat zh.md\r',
    'cat question.txt\r',
    'cat <<X\r',
    'Which one?\r',
    '1. a\r',
    '2. b\r',
    'X\r',
    'exit\r',
  );
  await runSteps(
    'touch x && chmod 400 x && rm -i x\r',
    'y\r',
    'echo a >> LICENSE; git add -p\r',
    '?\r',
    'n\r',
    'git checkout -q LICENSE\r',
  );
  await runSteps(
    'mkdir -p /tmp/premove-recording/pkg && cd /tmp/premove-recording/pkg && npm init\r',
    '\r',
    '\r',
    '\r',
    '\r',
    '\r',
    '\r',
    '\r',
    '\r',
    '\r',
    'yes\r',
    'cd -\r',
  );
  await runSteps(
    'git rebase -i HEAD~3\r',
    'j',
    ':q!\r',
    'git commit --allow-empty\r',
    'iIs this right?',
    KEYS.escape,
    ':q!\r',
  );
  await runSteps(
    'top -d 1\r',
    'q',
    'tail -f README.md\r',
    '\x03',
    'sleep 5\r',
    '\x03',
    'python3 -m http.server 0 --bind 127.0.0.1\r',
    '\x03',
  );
  for (let at = 0; at < 12; at += 1)
    await runSteps(`sleep 0.0${at}; echo ${'█'.repeat(at)}${'░'.repeat(12 - at)} ${at * 8}%\r`);
  await session.close();
  return session;
}
