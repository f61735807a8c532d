/**
 * A process beside its owner. It reads from stdin which process groups, folders and files the owner has. When the owner ends,
 * even by SIGKILL, stdin ends; the guard then ends and removes what is left.
 */
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { endGroup } from './processGroup.ts';

const groups = new Set<number>();
const paths = new Set<string>();

// A signal for the whole session of the owner arrives here too, but the work begins when the owner has ended.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

for await (const line of createInterface({ input: process.stdin })) {
  const { group, path, owned } = JSON.parse(line) as { group?: number; path?: string; owned: boolean };
  if (group !== undefined) groups[owned ? 'add' : 'delete'](group);
  if (path !== undefined) paths[owned ? 'add' : 'delete'](path);
}
await Promise.all([...groups].map((group) => endGroup(group)));
for (const path of paths) rmSync(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
