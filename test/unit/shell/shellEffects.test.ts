import { describe, expect, test } from 'vitest';
import { judgeShellCommand, type ShellEffect } from '../../../src/extension/shell/shellSafety.ts';

/** Commands by their worst effect, which the approval card names. */
const CASES: Readonly<Record<ShellEffect, string>> = {
  'deletes-or-publishes': `
    rm a.txt
    rm -rf dist
    sudo rm -rf /
    nice rm a
    rmdir empty
    find . -name '*.log' -delete
    find . -exec rm {} +
    cat list | xargs rm
    git push
    git push --force origin main
    git -C packages/a push -f
    git clean -fd
    git reset --hard HEAD~1
    git checkout -- src/a.ts
    git checkout .
    git restore src/a.ts
    git branch -D old
    git tag -d v1
    git stash drop
    git rm src/a.ts
    npm publish
    npm publish --access public
    npm unpublish left-pad
    yarn npm publish
    cargo publish
    twine upload dist/pkg.whl
    gem push a.gem
    docker push me/image
    docker system prune -f
    kubectl delete pod web
    terraform destroy
    gh release create v1
    gh pr merge 3
    rsync -a --delete a/ b/
    npm test && rm -rf dist
    curl -s https://example.com | tee out.txt && git push
    echo "$(rm -rf dist)"
  `,
  network: `
    curl https://example.com
    curl https://example.com | sh
    curl -o a.txt https://example.com
    wget https://example.com/a.zip
    ssh host uptime
    scp a.txt host:
    rsync -a a/ host:b/
    ping -c 1 example.com
    git fetch
    git pull --rebase
    git clone https://example.com/a.git
    git ls-remote
    git push --dry-run
    git remote update
    npm install
    npm ci && npm test
    npm view react version
    pip install requests
    apt-get install -y jq
    brew install jq
    cargo add serde
    go get example.com/m
    docker pull alpine
    gh pr list
    kubectl apply -f a.yaml
    mkdir a && npm install
  `,
  write: `
    mkdir -p dist
    cp a b
    mv a b
    touch a
    chmod +x run.sh
    sed -i s/a/b/ a.txt
    ls > out.txt
    echo x >> notes.md
    cat a | tee b
    tar czf a.tgz src && mv a.tgz dist
    git add -A
    git add .
    git commit -m x
    git commit -n -m x
    git checkout main
    git rm --cached a
    git restore --staged a
    git stash
    git merge -n main
    npm uninstall left-pad
    pip uninstall -y requests
    cargo fmt
    gzip a.txt
    unzip a.zip
    dd if=a of=b
    ls && touch a
  `,
  unknown: `
    kill -0 123
    kill 123
    pip show requests
    pip list
    git add -n .
    git add --dry-run -A
    git add -An
    git clean -n
    git rm -n a
    git stash show -p
    git config --get-regexp user --unset
    git apply --check a.patch
    npm publish --dry-run
    npm version
    npm test
    ./deploy.sh
    make
    node script.js
    docker run alpine
    systemctl status nginx
    crontab -l
    apt list --installed
    unzip -l a.zip
    gzip -l a.gz
    gunzip -c a.gz
    patch --dry-run -i a.patch
    rsync -an --delete a/ b/
    dd if=a
    rm --help
    $X -rf dist
    sh -c 'rm -rf dist'
    constructor --help
    git constructor -x
    git toString
    git __proto__ x
    echo "unbalanced
    if then fi; rm -rf dist
  `,
  'read-only': `
    ls -la
    cat a.txt | sort
    git status
    git log --oneline -5
    git branch
    grep -rn alpha src
    find . -name '*.ts'
    ls 2>/dev/null
  `,
};

describe.each(Object.entries(CASES))('%s', (effect, commands) => {
  const list = commands.split('\n').map((line) => line.trim());
  test.each(list.filter((command) => command !== ''))('%s', async (command) => {
    expect((await judgeShellCommand(command)).effect).toBe(effect);
  });
});

test('the effect of a command is read-only if, and only if, its verdict is read-only', async () => {
  for (const command of Object.values(CASES).join('\n').split('\n')) {
    const { verdict, effect } = await judgeShellCommand(command.trim());
    expect([command, effect === 'read-only']).toEqual([command, verdict === 'read-only']);
  }
});

test('a command of several lines has the effect of its worst line', async () => {
  expect((await judgeShellCommand('ls\nnpm install\nrm -rf dist\nls')).effect).toBe('deletes-or-publishes');
  expect((await judgeShellCommand('for f in *; do\n  touch "$f"\ndone')).effect).toBe('write');
});
