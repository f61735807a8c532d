import { describe } from 'vitest';
import { checkEach } from '../../support/shell/shellSafetyCases.ts';

describe('programs that read', () => {
  checkEach(
    'read-only',
    String.raw`
      ls
      ls -la src
      /bin/ls -R
      /usr/bin/wc -l a
      \ls
      'ls' "-l"
      pwd
      echo hello "$HOME" $x *
      cat a.txt b.txt
      cat -- -n
      cat *
      head -20 a
      head -n 5 *.md
      tail -n 5 a
      tail -5 a
      wc -l src/*.ts
      stat a
      du -sh .
      df -h
      file -b a
      basename /a/b .c
      realpath .
      md5sum a
      cut -d: -f1 a
      tr a b < a
      sort -u a
      sort -t, -k2,2n a
      sort -rn < a
      uniq -c a
      comm a b
      diff -u a b
      diff -r a b
      cmp a b
      tree -L 2 src
      xxd -l 64 a
      date
      date +%s
      date -u '+%Y-%m-%d'
      date -d yesterday +%F
      uname -a
      whoami
      id -u
      hostname
      ps aux
      seq 1 10
      which -a node
      git --version
      bash --version
    `,
  );
  checkEach(
    'unknown',
    `
      mkfoo
      ./ls
      /tmp/ls
      ../bin/cat a
      ~/bin/ls
      cat
      cat -
      wc -l
      tr a b
      sort
      tail -f log
      tail -F log
      tail -5f log
      tail --follow=name log
      tail +5f log
      tail *
      less a
      more a
      man ls
      vi a
      top
      watch ls
      yes
      sleep 100
      seq 1 0 5
      seq inf
      free -s 1
      bat a
      file -C -m a
      file -z a
      diff -l a b
      diff --paginate a b
      sort --compress-program=x a
      sort -T . a
      sort -S 9G a
      tree -R -L 1
      date -f a
      hostname -f
      hostname -s
      getconf -v ../../x PATH
      cat /dev/zero
      head -c 1 /dev/tty
      cat /dev/../dev/urandom
      cat /proc/self/environ
      wc -c //dev//zero
      node --version
      python3 -V
      make -V
      printenv
      env
      set
      alias
      history
    `,
  );
});

describe('programs that write', () => {
  checkEach(
    'write',
    `
      rm a
      rm -rf /
      /bin/rm a
      mv a b
      cp a b
      mkdir -p a
      touch a
      chmod +x a
      ln -s a b
      tee a
      dd if=a of=b
      truncate -s 0 a
      kill 1
      npm install
      npm ci
      yarn add a
      pip install a
      cargo install a
      docker rm a
      sort -o a b
      sort -uo a b
      sort --output=a b
      uniq a b
      xxd -p a b
      date -s tomorrow
      date --set=now
      tree -o a
      sed -i s/a/b/ a
      sed -i.bak s/a/b/ a
      sed -ni p a
      find . -delete
      find . -name a -fprint b
      find . -exec rm {} +
      sudo rm a
      nohup rm a
      env X=1 rm a
      time rm a
      command rm a
      exec rm a
      ls | xargs rm
    `,
  );
  checkEach(
    'unknown',
    `
      npm test
      npm run build
      npx a
      make
      node a.js
      python3 -c 1
      tsc --noEmit
      bash -c ls
      sh a.sh
      sudo ls
      rm --help
      curl https://example.com
      wget a
      ssh a ls
      nc a 80
      ping a
      dig a
      gh pr list
      docker ps
    `,
  );
});

describe('programs that search', () => {
  checkEach(
    'read-only',
    String.raw`
      grep -rn foo src
      grep -n foo a.ts
      grep foo *
      grep -E 'a|b$' a
      grep --include='*.ts' -r foo .
      grep -- --foo a
      rg foo
      rg -n --hidden 'a b' src/
      rg -g '*.ts' foo src
      rg --files
      rg -tts -C3 foo
      rg foo src/*.ts
      rg -e foo -- -bar
      fd foo
      fd -e ts . src
      find .
      find . -name '*.ts' -not -path '*/node_modules/*'
      find src -type f -size +10k -mtime -1
      find . -maxdepth 2 \( -name a -o -name b \) -print0
      find "src/$x" -empty
    `,
  );
  checkEach(
    'unknown',
    `
      grep foo
      grep --filter=x foo a
      rg --pre x foo
      rg --pre=x foo
      rg --pre-glob '*' foo
      rg --hostname-bin x foo
      rg -z foo
      rg --search-zip foo
      rg --pr x
      rg *
      rg $x
      rg "$x"
      rg -- $x
      rg foo --{pre=x,hidden}
      rg {--pre=x,a}
      rg foo -- a --{pre=x,b} $y
      rg -e -- --pre=x foo
      fd -x ls
      fd -X ls
      fd -l
      fd --exec=ls
      find . -exec cat {} +
      find . -ok cat
      find . -execdir ls
      find . $x
      find . *
      find . -name *
      find -files0-from a
      find . "-$x"
      ag foo
      ack foo
    `,
  );
});

describe('scripts of sed, awk and jq', () => {
  checkEach(
    'read-only',
    String.raw`
      sed -n '1,20p' a
      sed -n 5p a
      sed 's/a/b/g' a
      sed -E 's|a+|b|' a
      sed 's/a/b/; 3d' a
      sed '/foo/d' a
      sed -n '/a/,/b/p' a
      sed '$d' a
      sed 10q a
      ls | sed 's/^/  /'
      awk '{print $1}' a
      awk -F: '$3 == 0 || NR > 1 {print $1}' a
      ls -l | awk '{s += $5} END {print s}'
      awk 'NR==1, NR==5' a
      jq . a.json
      jq -r '.scripts | keys[]' package.json
      cat a | jq '.a[0].b // "none"'
    `,
  );
  checkEach(
    'unknown',
    String.raw`
      sed 's/[^,]*,//' a
      sed 's/a/b/w x' a
      sed 's/a/b/e' a
      sed 's/a/b/ge' a
      sed 's/a/b/gw x' a
      sed 'w x' a
      sed -n 'p;w x' a
      sed '1e ls' a
      sed 'e' a
      sed '1!e' a
      sed '/a/w x' a
      sed 's/a/b/;e' a
      sed ':a;ba' a
      sed 'r x' a
      sed -f x a
      sed --file=x a
      sed -n "$x" a
      sed $x a
      sed p
      sed 's/[/]/w x/' a
      sed 's/a/b/
      awk '{for (k in a) print k}' a
      awk '{print > "x"}' a
      awk '{print >> "x"}' a
      awk '{print | "sh"}' a
      awk 'BEGIN {system("ls")}'
      awk '"ls" | getline' a
      awk '{while (1);}' a
      awk 'BEGIN {for (;;);}'
      awk -f x a
      awk -i inplace 1 a
      awk --load=x 1 a
      awk '@load "x"' a
      awk "$x" a
      awk 1 /inet/tcp/0/example.com/80
      awk 'BEGIN {ARGV[1] = "/inet/tcp/0/a/80"; ARGC = 2} 1'
      awk 'function f() {f()} BEGIN {f()}'
      awk '{print ENVIRON["A"]}' a
      awk 1
      jq .
      jq -n '1 + 1'
      jq env a
      jq '$ENV.A' a
      jq -n 'def f: f; f'
      jq -n '[repeat(1)]'
      jq -n 'last(range(infinite))'
      jq -f x a
      jq --arg a b . c
      jq -L x . a
      jq "$x" a
    `,
  );
});
