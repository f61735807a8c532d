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
    lend: (...names: string[]) => (infos = names.map(info)),
    names: () => registry.declarations.map(({ name }) => name),
    starts: () => starts,
  };
}

it('has our own tools first, and takes over external tools only between prompts', async () => {
  const { registry, lend, names, starts } = start();
  lend('b', 'a');
  expect(names()).toEqual(['read_file']);
  await registry.refresh();
  expect(names()).toEqual(['read_file', 'a', 'b']);
  expect(registry.find('a')?.kind).toBe('foreign');
  lend();
  expect(registry.find('a')?.kind).toBe('foreign');
  await registry.refresh();
  expect(names()).toEqual(['read_file']);
  expect(starts()).toBe(1);
});

it('declares the same tools in the same bytes, in whatever order VS Code lists them, so that requests share their prefix', async () => {
  const { registry, lend } = start();
  const store = new CacheSafeParamsStore();
  const save = (): number => {
    const request = { system: '', tools: registry.declarations, messages: [] } as unknown as ModelRequest;
    return store.save('m', request, { role: 'assistant', parts: [] }, 'leaf').version;
  };
  lend('b', 'a');
  await registry.refresh();
  const { declarations } = registry;
  const version = save();
  lend('a', 'b');
  await registry.refresh();
  expect(registry.declarations).toBe(declarations);
  expect(save()).toBe(version);
  lend('a', 'b', 'c');
  await registry.refresh();
  expect(save()).toBe(version + 1);
});

it('waits on the first prompt alone for servers to start: their tools join the prompt that they are there for', async () => {
  const { clock, registry, lend, names, starts } = start(new Promise(() => {}));
  let isReady = false;
  const first = registry.refresh().then(() => (isReady = true));
  await settle();
  expect(isReady).toBe(false);
  await clock.advance(5000);
  await first;
  expect(names()).toEqual(['read_file']);
  await registry.refresh();
  lend('late');
  await registry.refresh();
  expect(names()).toEqual(['read_file', 'late']);
  expect(starts()).toBe(1);
});

it('starts no server before the user trusts the workspace, and starts them before the next prompt then', async () => {
  let isTrusted = false;
  const { registry, lend, names, starts } = start(undefined, () => isTrusted);
  await registry.refresh();
  await registry.refresh();
  expect(starts()).toBe(0);
  isTrusted = true;
  lend('a');
  await registry.refresh();
  await registry.refresh();
  expect(starts()).toBe(1);
  expect(names()).toEqual(['read_file', 'a']);
});
