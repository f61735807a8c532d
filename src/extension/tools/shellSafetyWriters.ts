/** Programs that change something whatever they are given. What is in no list is unknown. */
export const WRITERS: ReadonlySet<string> = new Set(
  [
    // Files.
    'rm rmdir unlink shred mv cp ln install mkdir mkfifo mknod touch truncate chmod chown chgrp chattr setfacl',
    'tee dd rsync scp sftp patch split csplit mktemp fallocate',
    // Archives.
    'gzip gunzip bzip2 bunzip2 xz unxz zstd unzip zip',
    // The system.
    'kill killall pkill shutdown reboot halt poweroff mount umount mkfs fdisk crontab useradd userdel usermod passwd',
    'systemctl launchctl service apt apt-get aptitude dpkg yum dnf rpm pacman brew snap apk',
    // Packages.
    'pip pip3 pipx uv poetry gem bundle composer',
  ]
    .join(' ')
    .split(' '),
);

/** First arguments that make a program write. With others it is unknown: most of them run what a repository says. */
export const WRITING_SUBCOMMANDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    npm: 'install i ci add uninstall remove rm update up upgrade link publish dedupe prune rebuild init version',
    pnpm: 'install i add remove rm update up link publish dedupe prune rebuild init',
    yarn: 'install add remove up upgrade link publish dedupe init',
    bun: 'install i add remove rm update link publish init',
    cargo: 'install uninstall add remove update publish init new clean fix fmt',
    go: 'install get generate clean fmt fix',
    docker: 'rm rmi kill stop build push run exec create prune',
    kubectl: 'apply delete create replace patch edit scale',
    terraform: 'apply destroy import',
  }).map(([program, words]) => [program, new Set(words.split(' '))]),
);

/** Of git. Those in no list are unknown. */
export const GIT_WRITERS: ReadonlySet<string> = new Set(
  [
    'add am apply bisect branch checkout cherry-pick clean clone commit config fetch filter-branch gc init',
    'merge mv notes prune pull push rebase remote repack reset restore revert rm sparse-checkout stash submodule',
    'switch symbolic-ref tag update-index update-ref worktree write-tree commit-tree read-tree checkout-index',
  ]
    .join(' ')
    .split(' '),
);
