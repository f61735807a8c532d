import { describe, expect, test } from 'vitest';
import { decideCommand } from '../../support/shell/shellDecision.ts';

const deny = ['run_shell_command(rm *)'];

describe('with the deny rule run_shell_command(rm *), yolo mode', () => {
  test.each([
    // Abbreviated options, clusters of one-letter options, and values without a space before them.
    'tar --use=rm -cf a b',
    'tar --to-c=rm -xf a',
    'tar --to-c="r\'\'m x" -xf a',
    'git clone --upload-pac=rm a',
    'git grep --open=rm a',
    'sort --co=rm a',
    'split --filt=rm a',
    "tar cfI x 'rm a'",
    'tar -Irm -cf x a',
    "tar -vcI 'rm a' -f x a",
    "zip -TT 'rm a' x a",
    "zip -TT='rm a' x a",
    "strace -o'|rm a' ls",
    'scp -Srm a b:',
    // Options that take a command or a template.
    "rsync --rsync-path='rm a' a b:",
    'git clone --config core.fsmonitor=./x a',
    'git clone --conf core.fsmonitor=./x a',
    'git clone -c core.fsmonitor=./x a',
    'git clone -ccore.fsmonitor=./x a',
    'git clone --template=./x a',
    'git clone --templ ./x a',
    'git init --template=./x',
    "git clone 'ext::rm a'",
    "git clone 'ext::r\\m a'",
    "git clone 'ext::sh -c true'",
    "git remote add a 'ext::rm a'",
    "git merge -s '!rm' a",
    'git hook run pre-commit',
    'git daemon --access-hook=rm',
    "git config alias.x '!rm a'",
    'git config set alias.x ./y',
    "view '+!rm a'",
    "view '+exe nr2char(33)' a",
    'npm --node-options=--require=./x test',
    'npm test --script-shell=./x',
    'npm test --script-sh ./x',
    'npm exec --call \'r""m a\'',
    'bind -x \'"a":rm a\'',
    'complete -C rm x',
    'complete -C "/bin/r?" x',
    "tar --use='/bin/[r]m' -cf a b",
    "tar --use='/bin/{rm,x}' -cf a b",
    "tar --use='/bin/r{m,n}' -cf a b",
    "tar --use='$(echo r)m' -cf a b",
    'tar "$x" -cf a b',
    'git push "$x"',
    'make "$x"',
    'ncat -e /bin/rm a 1',
    'socat - EXEC:"rm a"',
    "tclsh <<< 'exec rm a'",
    'tclsh <<EOF\nexec rm a\nEOF',
    "echo 'exec rm a' | tclsh",
    "echo '.shell rm a' | sqlite3",
    'sqlite3 a ".shell rm a"',
    "psql -c '\\! rm a'",
    "sed --expr='1e rm x' f",
    "go test -exec 'rm a'",
    'cargo --config build.rustc-wrapper=\'"rm"\' build',
    "gdbus call --session 'rm a'",
    "tar --use='r\\\nm x' -cf a b",
    'tar --use=\'s""h ./x\' -cf a b',
    "tar --use='/bin/[[:alpha:]]m' -cf a b",
    './echo rm x',
    "git cherry-pick --strategy='!rm' a",
    'npm run env -- rm x',
    'npm run env -- sh -c \'r""m x\'',
    'yarn run cross-env-shell \'r""m x\'',
    'bun run sh -c \'r""m x\'',
    'python3 /dev/stdin <<< "os.system(1)"',
    "python3 -m timeit 'os.system(1)'",
    "perl '-Mstrict;system(1)' x.pl",
    "node --import 'data:text/javascript,1' x.js",
    "deno run 'data:text/javascript,1'",
    "luajit -e 'os.execute(1)'",
    'nu -c \'r""m x\'',
    "sed 's/a/b/;s/\\./rm x/e' f",
    'constructor rm x',
    'x="rm a"; tar --use="$x" -cf a b',
    'for x in rm; do choom "$x" a; done',
    "printf 'x:\\n\\trm a\\n' | make -f -",
    'make -f <(echo "x:; rm a")',
    'sqlite3 -init <(echo ".shell rm a") b',
    'x=r; x+=m; choom $x a',
    'x=mr; choom ${x:1:1}${x:0:1} b',
    'set -- rm; choom $1 x',
    'x=a; while read x; do choom $x; done <<< "rm"',
    // Programs that start another program.
    ...(
      'choom|choom -n 5|cpulimit -l 5|faketime 1h|torsocks|proxychains|proxychains4 -q|rlwrap|run-parts|run-one|' +
      'cgexec -g cpu:x|systemd-inhibit|scl enable x|eatmydata|uname26|capsh --|dotenv|dotenv -e a --|op run --|' +
      'dbus-launch|xterm -e|vagrant ssh -c|adb shell|start-stop-daemon --start --exec|setlock a|pgrphack|envuidgid a|' +
      'aoss|padsp|optirun|primusrun|gamemoderun|mangohud|unbuffer|trickle -s|tsocks|torify|daemonize|daemon --|' +
      'cronic|chronic|ts|sponge|nq|at now -f|lxc-attach -n a --|machinectl shell a|systemd-nspawn -D a|toolbox run|' +
      'distrobox enter a --|flatpak run --command=rm a|snap run --shell a|schroot --|debootstrap|pbuilder execute|' +
      'dpkg-buildpackage|fakechroot|cowbuilder|run0|please|sudoedit|ssh-agent|gpg-agent --daemon|keychain|xargs|' +
      'open -a Terminal|caffeinate -i|sandbox-exec -f a|launchctl submit -l a --|arch -arm64|leaks --atExit --|' +
      'cross-env A=b|cross-env-shell|env-cmd|dotenvx run --|nodemon --exec|ts-node-dev|tsx watch|pm2 start|forever|' +
      'chokidar a -c|onchange a --|npm-run-all|turbo run|nx exec --|lerna exec --|yarn exec|pnpm exec|bunx|volta run|' +
      'corepack|fnm exec|nvm exec 20|n exec 20|tox exec --|nox --|hatch run|pdm run|rye run|pixi run|uvx|pipx run|' +
      'python3 -m trace|coverage run|py-spy record --|scalene|kernprof|bundle exec|rbenv exec|rvm 3 do|chruby-exec 3 --|' +
      'foreman run|overmind run|hivemind|direnv exec .|asdf exec|mise exec --|nix run a -- |nix develop -c|guix shell --|' +
      'cargo watch -x|cargo-watch -s|watchexec|entr|heroku run|fly ssh console -C|aws-vault exec a --|doppler run --|' +
      'chamber exec a --|vault exec|sops exec-env a|teleport exec|kubectl exec a --|gcloud compute ssh a --command|' +
      'multipass exec a --|lima|limactl shell a|colima ssh --|wsl|flock a|lockf a|ltrace|uftrace record|rr record|' +
      'heaptrack|valgrind|apptrace|catchsegv|bpftrace -c|perf record|operf|time -v|/usr/bin/time -v|script -c'
    )
      .split('|')
      .flatMap((start) => [`${start} rm x`, `${start} 'rm x'`, `${start} /bin/rm x`]),
  ])('does not run this command without a question: %s', async (command) => {
    expect(await decideCommand(command, 'yolo', { deny })).not.toBe('allow');
  });

  test.each([
    'git commit -m "rm old code"',
    'git commit -m "$(cat <<EOF\nrm old code\nEOF\n)"',
    'git -C src commit -m "use sh -c"',
    'git commit -am "fix $name"',
    'git add "$f"',
    'git checkout -b rm-old',
    'git push origin rm-old-code',
    'git push -u origin main',
    'git clone https://example.com/a.git',
    'echo "rm $x" > notes.txt',
    'for f in a b; do cat "$f"; done',
    'for f in a b; do cp "$f" "$f.old"; done',
    'for d in a b; do mkdir -p "$d"; done',
    'for d in a b; do grep -rn "rm x" "$d"; done',
    'npm test -- -t "rm x"',
    'npm run watch',
    'npm install --save-dev rimraf',
    'npm install --global rimraf',
    'npm run build -- --config=a.js',
    'gh pr create --title "rm x" --body "$(cat <<EOF\nrm x\nEOF\n)"',
    'curl -H "Authorization: Bearer $TOKEN" -d "rm x" https://example.com/',
    'docker run --rm -it node:20 npm test',
    'docker compose up --build',
    'npx prettier --write "src/**/*.{ts,tsx}"',
    'npx prettier --write "src/**"',
    'docker ps --format "{{.Names}}"',
    "sed -i 's/rm a/b/' f",
    "sed -i 's/a$/b/' f",
    "sed -i 's/\\.a$/b/' f",
    'docker run -w "$PWD" node:20 npm test',
    'tag=v1; docker build -t "me/x:$tag" src',
    'for f in a b; do npx tsc "$f"; done',
    'npx eslint src/*.ts',
    'find . -name a -exec mv {} {}_old ";"',
    'constructor x',
    'docker inspect -f "{{.Id}}" a',
    "awk '{print $1}' f",
    'python3 x.py "$f"',
    'node build.js "$f"',
    'apt install zsh',
    'brew install node',
    'pytest -k "a and b"',
    'cargo test rm_works',
    'tar -czf a.tgz src',
    'make test',
    'cargo build',
    'go test ./...',
    'tsc --watch',
    'cat <<EOF > a.txt\nrm x\nEOF',
  ])('runs this command without a question: %s', async (command) => {
    expect(await decideCommand(command, 'yolo', { deny })).toBe('allow');
  });

  test('matches a rule of several words only if all of the words occur', async () => {
    const push = { deny: ['run_shell_command(git push *)'] };
    expect(await decideCommand('rsync -a --exclude .git a b', 'yolo', push)).toBe('allow');
    expect(await decideCommand('tar --use="git gc" -cf a b', 'yolo', push)).toBe('allow');
    expect(await decideCommand('tar --use="git push" -cf a b', 'yolo', push)).toBe('ask');
    expect(await decideCommand('tar --use="git push" -cf a b', 'yolo', { ask: push.deny })).toBe('ask');
    expect(await decideCommand('tar --use=mkfs.ext4 -cf a b', 'yolo', { deny: ['run_shell_command(mkfs*)'] })).toBe(
      'ask',
    );
    expect(await decideCommand('tar --use=g++ -cf a b', 'yolo', { deny: ['run_shell_command(g++ *)'] })).toBe('ask');
  });
});

describe('allow rules for npm, pnpm and yarn, whose options can change what runs:', () => {
  test.each([
    ['npm test *', 'npm test --script-shell=x'],
    ['npm test *', 'npm test --script-shell x'],
    ['npm test *', 'npm test --script-sh=x'],
    ['npm test *', 'npm test -C ../x'],
    ['npm test *', 'npm test -sC ../x'],
    ['npm test *', 'npm test a --prefix=../x'],
    ['npm test *', 'npm test --node-options=--require=./x'],
    ['npm test *', 'npm test --userconfig=x'],
    ['npm test *', 'npm test --globalconfig=x'],
    ['npm test *', 'npm test --shell=x'],
    ['npm * test', 'npm --prefix=x test'],
    ['npm *', 'npm -C x test'],
    ['* test *', 'npm test --prefix x'],
    ['pnpm test *', 'pnpm test --dir x'],
    ['yarn *', 'yarn --cwd x test'],
    ['/usr/bin/npm test *', '/usr/bin/npm test --prefix x'],
  ])('the rule %s does not allow %s', async (rule, command) => {
    expect(await decideCommand(command, 'default', { allow: [`run_shell_command(${rule})`] })).toBe('ask');
  });

  test.each([
    ['npm test *', 'npm test --silent'],
    ['npm test *', 'npm test -- --prefix=x'],
    ['npm test *', 'npm test --coverage'],
    ['npm --prefix * test', 'npm --prefix web test'],
    ['npm --prefix=* test', 'npm --prefix=web test'],
    ['npm --prefix web *', 'npm --prefix web test'],
    ['npm install *', 'npm install --global x'],
    ['npm test --prefix x', 'npm test --prefix x'],
    ['tool *', 'tool --prefix x'],
  ])('the rule %s allows %s', async (rule, command) => {
    expect(await decideCommand(command, 'default', { allow: [`run_shell_command(${rule})`] })).toBe('allow');
  });
});
