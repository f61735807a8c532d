/**
 * A process beside its owner. It reads from stdin which process groups, folders and files the owner has. When the owner
 * ends, even by SIGKILL, stdin ends. The guard then ends these process groups and deletes these folders and files.
 * Without it, a time limit that kills all of `npm test` would leave VS Code and a browser running, which slow down the
 * next run.
 */
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { endGroup } from './processGroup.ts';

const groups = new Set<number>();
const paths = new Set<string>();

// The guard may be signaled as well, for example with all processes of a container. It must outlive its owner.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

for await (const line of createInterface({ input: process.stdin })) {
  const { group, path, owned } = JSON.parse(line) as { group?: number; path?: string; owned: boolean };
  if (group !== undefined) groups[owned ? 'add' : 'delete'](group);
  if (path !== undefined) paths[owned ? 'add' : 'delete'](path);
}
await Promise.all([...groups].map((group) => endGroup(group)));
for (const path of paths) rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
