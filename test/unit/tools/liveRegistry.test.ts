import { expect, it } from 'vitest';
import type { ExternalToolInfo, ExternalTools } from '../../../src/extension/ports/externalTools.ts';
import { CacheSafeParamsStore } from '../../../src/extension/background/cacheSafeParams.ts';
import type { ModelRequest } from '../../../src/extension/model/chatModel.ts';
import { LiveToolRegistry } from '../../../src/extension/tools/liveRegistry.ts';
import { readFileTool } from '../../../src/extension/tools/builtin/readFile.ts';
import { createManualClock, settle } from '../../support/manualClock.ts';

const info = (name: string): ExternalToolInfo => ({ name, description: name, inputSchema: undefined, owner: '' });

function start(started: Promise<void> = Promise.resolve(), isTrusted = () => true) {
  const clock = createManualClock();
  let infos: ExternalToolInfo[] = [];
  let starts = 0;
  const external: ExternalTools = {
    start: () => {
      starts += 1;
      return started;
    },
    list: () => infos,
    invoke: () => Promise.resolve({ kind: 'denied' }),
  };
  const registry = new LiveToolRegistry([readFileTool], external, isTrusted, clock);
  return {
    clock,
    registry,
    offer: (...names: string[]) => (infos = names.map(info)),
    names: () => registry.declarations.map(({ name }) => name),
    starts: () => starts,
  };
}

it('LiveToolRegistry lists built-in tools first, and updates external tools only on refresh', async () => {
  const { registry, offer, names, starts } = start();
  offer('b', 'a');
  expect(names()).toEqual(['read_file']);
  await registry.refresh();
  expect(names()).toEqual(['read_file', 'a', 'b']);
  expect(registry.find('a')?.kind).toBe('foreign');
  offer();
  expect(registry.find('a')?.kind).toBe('foreign');
  await registry.refresh();
  expect(names()).toEqual(['read_file']);
  expect(starts()).toBe(1);
});

it('LiveToolRegistry declares the same tools in the same bytes in any order, so that requests share their prefix', async () => {
  const { registry, offer } = start();
  const store = new CacheSafeParamsStore();
  const save = (): number => {
    const request = { system: '', tools: registry.declarations, messages: [] } as unknown as ModelRequest;
    return store.save('m', request, { role: 'assistant', parts: [] }, 'leaf').version;
  };
  offer('b', 'a');
  await registry.refresh();
  const { declarations } = registry;
  const version = save();
  offer('a', 'b');
  await registry.refresh();
  expect(registry.declarations).toBe(declarations);
  expect(save()).toBe(version);
  offer('a', 'b', 'c');
  await registry.refresh();
  expect(save()).toBe(version + 1);
});

it('LiveToolRegistry waits for servers only on the first refresh, and adds late tools on a later refresh', async () => {
  const { clock, registry, offer, names, starts } = start(new Promise(() => {}));
  let isReady = false;
  const first = registry.refresh().then(() => (isReady = true));
  await settle();
  expect(isReady).toBe(false);
  await clock.advance(5000);
  await first;
  expect(names()).toEqual(['read_file']);
  await registry.refresh();
  offer('late');
  await registry.refresh();
  expect(names()).toEqual(['read_file', 'late']);
  expect(starts()).toBe(1);
});

it('LiveToolRegistry starts the servers on the first refresh after the user trusts the workspace', async () => {
  let isTrusted = false;
  const { registry, offer, names, starts } = start(undefined, () => isTrusted);
  await registry.refresh();
  await registry.refresh();
  expect(starts()).toBe(0);
  isTrusted = true;
  offer('a');
  await registry.refresh();
  await registry.refresh();
  expect(starts()).toBe(1);
  expect(names()).toEqual(['read_file', 'a']);
});
