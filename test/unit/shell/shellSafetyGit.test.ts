import { describe } from 'vitest';
import { checkEach } from '../../support/shell/shellSafetyCases.ts';

describe('git', () => {
  checkEach(
    'read-only',
    `
      git status
      git status -sb --porcelain=v1
      git diff
      git diff --stat HEAD~1 -- src/a.ts
      git diff --cached --name-only
      git diff main...HEAD
      git log
      git log --oneline -10
      git log -p -S foo -- a.ts
      git log --since='2 weeks ago' --author=me --graph
      git log --pretty=format:'%h %an %s' -n 5
      git log --format="%H"
      git log -L 1,5:a.ts
      git show HEAD
      git show HEAD:src/a.ts
      git show stash@{0}
      git blame -L 1,20 a.ts
      git grep -n foo -- '*.ts'
      git ls-files
      git ls-files -mo --exclude-standard
      git ls-tree -r --name-only HEAD
      git cat-file -p HEAD
      git rev-parse --show-toplevel
      git rev-parse --abbrev-ref HEAD
      git rev-list --count HEAD
      git describe --tags --always
      git merge-base main HEAD
      git branch
      git branch -a -vv
      git branch --show-current
      git branch --list 'a*'
      git branch --contains HEAD
      git tag
      git tag -l 'v*'
      git tag --sort=-creatordate
      git remote -v
      git remote get-url origin
      git stash list
      git worktree list
      git reflog -5
      git config --get user.name
      git config user.email
      git config -l
      git for-each-ref --sort=-committerdate --format='%(refname:short)' refs/heads
      git shortlog -sn HEAD
      git symbolic-ref HEAD
      git check-ignore -v a
      git --no-pager log
      git -P diff
      git -C src status
      git -c core.quotepath=off status
      git -c color.ui=never diff
      cd src && git status
      cd .. && git log -1
      git log -1 --format=%s | cat
      time git status
    `,
  );
  checkEach(
    'write',
    `
      git add .
      git commit -m a
      git push
      git pull
      git fetch
      git checkout a
      git switch a
      git restore a
      git reset --hard
      git clean -fd
      git merge a
      git rebase a
      git stash
      git stash pop
      git branch a
      git branch -d a
      git branch -D a
      git branch -m a b
      git branch --list -d a
      git branch -v a
      git tag v1
      git tag -d v1
      git tag -a v1 -m a
      git remote add a b
      git remote -v update
      git config user.name me
      git config --global user.name me
      git config --unset a.b
      git config --add a.b c
      git symbolic-ref HEAD refs/heads/a
      git worktree add a
      git submodule update
      git rm a
      git mv a b
      git apply a
      git init
      git clone a
      git gc
      git -C src commit -m a
      git update-index --refresh
      git diff --output=a
      git log -p --output=a
      git show --output a
      git diff --outp=a
    `,
  );
  checkEach(
    'unknown',
    `
      git
      git foo
      git diff --ext-diff
      git diff --textconv
      git log -p --ext-diff
      git log --textconv
      git diff --ext
      git diff --submodule=diff
      git diff -Oorder
      git status -v
      git status --ignore-submodules=none
      git log --show-signature
      git log --format=%G?
      git log --format='%h %-GS'
      git log --pretty=mine
      git log --pretty='%(describe)'
      git log --format=$x
      git log --format="$x"
      git log --remerge-diff
      git log -S -- --output=a
      git log --diff-merges=remerge
      git for-each-ref --format='%(signature)'
      git grep -O foo
      git grep -nOless foo
      git grep --open-files-in-pager foo
      git grep --ext-grep foo
      git grep --textconv foo
      git grep --recurse-submodules foo
      git cat-file --filters HEAD:a
      git cat-file --textconv HEAD:a
      git cat-file --batch
      git describe --dirty
      git describe --broken
      git blame --contents a b
      git blame --textconv a
      git ls-remote
      git archive HEAD
      git help log
      git difftool
      git mergetool
      git bugreport
      git verify-commit HEAD
      git fsck
      git shortlog
      git -c core.fsmonitor=x status
      git -c alias.a='!ls' a
      git -c diff.external=x diff
      git -c color.ui status
      git --exec-path=. status
      git --git-dir=a status
      git --work-tree=a status
      git --config-env=a=b status
      git -p log
      git --paginate log
      git -C $x status
      git -C "$x" status
      git $x
      git "$x"
      git log $x
      git log "$x"
      git diff *
      git show {--output=a,b}
      cd $x && git status
      cd "$x"; git status
      cd - && git status
      command cd $x && git status
      time cd - && git status
      cd && git status
      cd ~/a && git status
      cd a && cd b && cd c && cd d && git status
      for x in 1 2; do cd ..; git status; done
      ls | xargs git show
      whatchanged
      git whatchanged
    `,
  );
});
