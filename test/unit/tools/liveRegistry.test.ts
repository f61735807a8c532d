import { expect, it } from 'vitest';
import type { ExternalToolInfo, ExternalTools } from '../../../src/extension/ports/externalTools.ts';
import { CacheSafeParamsStore } from '../../../src/extension/background/cacheSafeParams.ts';
import type { ModelRequest, SelectedModel } from '../../../src/extension/model/chatModel.ts';
import { LiveToolRegistry } from '../../../src/extension/tools/liveRegistry.ts';
import { readFileTool } from '../../../src/extension/tools/builtin/readFile.ts';
import { createManualClock, settle } from '../../support/manualClock.ts';
import { createScriptedModel } from '../../support/scriptedModel.ts';

const MODEL: SelectedModel = { id: 'fake/one', label: 'one', name: 'one', chatModel: createScriptedModel([]) };
const info = (name: string): ExternalToolInfo => ({ name, description: name, inputSchema: undefined, owner: '' });

function start(started: Promise<void> = Promise.resolve(), isTrusted = () => true) {
  const clock = createManualClock();
  let infos: ExternalToolInfo[] = [];
  let starts = 0;
  const external: ExternalTools = {
    servers: () => [],
    startProblem: undefined,
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
  await registry.refresh(MODEL);
  expect(names()).toEqual(['read_file', 'a', 'b']);
  expect(registry.find('a')?.kind).toBe('foreign');
  offer();
  expect(registry.find('a')?.kind).toBe('foreign');
  await registry.refresh(MODEL);
  expect(names()).toEqual(['read_file']);
  expect(starts()).toBe(1);
});

it('LiveToolRegistry declares tools in the same bytes, however they are ordered, so requests share a prefix', async () => {
  const { registry, offer } = start();
  const store = new CacheSafeParamsStore();
  const save = (): number => {
    const request = { system: '', tools: registry.declarations, messages: [] } as unknown as ModelRequest;
    return store.save('m', request, { role: 'assistant', parts: [] }, 'leaf').version;
  };
  offer('b', 'a');
  await registry.refresh(MODEL);
  const { declarations } = registry;
  const version = save();
  offer('a', 'b');
  await registry.refresh(MODEL);
  expect(registry.declarations).toBe(declarations);
  expect(save()).toBe(version);
  offer('a', 'b', 'c');
  await registry.refresh(MODEL);
  expect(save()).toBe(version + 1);
});

it('LiveToolRegistry waits for servers only on the first refresh, and adds late tools on a later refresh', async () => {
  const { clock, registry, offer, names, starts } = start(new Promise(() => {}));
  let isReady = false;
  const first = registry.refresh(MODEL).then(() => (isReady = true));
  await settle();
  expect(isReady).toBe(false);
  await clock.advance(5000);
  await first;
  expect(names()).toEqual(['read_file']);
  await registry.refresh(MODEL);
  offer('late');
  await registry.refresh(MODEL);
  expect(names()).toEqual(['read_file', 'late']);
  expect(starts()).toBe(1);
});

it('LiveToolRegistry starts the servers on the first refresh after the user trusts the workspace', async () => {
  let isTrusted = false;
  const { registry, offer, names, starts } = start(undefined, () => isTrusted);
  await registry.refresh(MODEL);
  await registry.refresh(MODEL);
  expect(starts()).toBe(0);
  isTrusted = true;
  offer('a');
  await registry.refresh(MODEL);
  await registry.refresh(MODEL);
  expect(starts()).toBe(1);
  expect(names()).toEqual(['read_file', 'a']);
});
