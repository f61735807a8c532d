import { randomUUID } from 'node:crypto';
import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import * as z from 'zod/mini';
import type { ProcessOwner } from '../ports/processOwner.ts';
import { startOf } from './processKey.ts';
import { thisProcess } from './thisProcess.ts';

/** Unknown strings are empty. Only Linux has `machine`, `boot`, `container` and `started`. */
const identitySchema = z.object({
  host: z.string(),
  /** The machine's id, which a restart does not change. */
  machine: z.string(),
  /** Differs after each start of the machine. */
  boot: z.string(),
  /** The namespace of the process ids, different for each container. */
  container: z.string(),
  pid: z.number(),
  /** When the process started, in clock ticks since the machine started. */
  started: z.string(),
  /** Random, because a later process may have the same pid. */
  run: z.string(),
});
export type ProcessIdentity = z.infer<typeof identitySchema>;

export interface ProcessTable {
  isAlive(pid: number): boolean;
  /** In the form of `ProcessIdentity.started`; empty if unknown. */
  startOf(pid: number): Promise<string>;
}

export function createProcessOwner(
  identify: () => Promise<ProcessIdentity> = identifyThisProcess,
  table: ProcessTable = { isAlive: (pid) => thisProcess.isAlive(pid), startOf },
): ProcessOwner {
  let own: Promise<ProcessIdentity> | undefined;
  const self = (): Promise<ProcessIdentity> => (own ??= identify());
  return {
    id: async () => JSON.stringify(await self()),
    async isDead(id) {
      const owner = parseIdentity(id);
      return owner !== undefined && (await stateOf(owner, await self(), table)) === 'ended';
    },
    async hostIfUnknown(id) {
      const owner = parseIdentity(id);
      if (!owner) return '';
      return (await stateOf(owner, await self(), table)) === 'unknown' ? owner.host : undefined;
    },
  };
}

/** The namespace of a Linux machine's first process has this fixed number. */
const NO_CONTAINER = 'pid:[4026531836]';

type OwnerState = 'running' | 'ended' | 'unknown';

async function stateOf(owner: ProcessIdentity, self: ProcessIdentity, table: ProcessTable): Promise<OwnerState> {
  if (owner.run === self.run) return 'running';
  if (owner.host !== self.host || owner.machine !== self.machine) return 'unknown';
  if (owner.boot !== self.boot) {
    // Containers on two machines may have the same host name and machine id.
    const isThisMachine = owner.machine !== '' && owner.container === NO_CONTAINER && self.container === NO_CONTAINER;
    return isThisMachine ? 'ended' : 'unknown';
  }
  if (owner.container !== self.container) return 'unknown';
  if (owner.pid === self.pid || !table.isAlive(owner.pid)) return 'ended';
  const started = await table.startOf(owner.pid);
  // Another process may have the pid now, so the starts are compared.
  if (started === '' || owner.started === '') return 'unknown';
  return started === owner.started ? 'running' : 'ended';
}

function parseIdentity(id: string): ProcessIdentity | undefined {
  try {
    return identitySchema.safeParse(JSON.parse(id)).data;
  } catch {
    return undefined;
  }
}

async function identifyThisProcess(): Promise<ProcessIdentity> {
  return {
    host: hostname(),
    machine: await orEmpty(readFile('/etc/machine-id', 'utf8')),
    boot: await orEmpty(readFile('/proc/sys/kernel/random/boot_id', 'utf8')),
    container: await orEmpty(readlink('/proc/self/ns/pid')),
    pid: process.pid,
    started: await startOf(process.pid),
    run: RUN,
  };
}

const RUN = randomUUID();

async function orEmpty(text: Promise<string>): Promise<string> {
  return text.then(
    (known) => known.trim(),
    () => '',
  );
}
