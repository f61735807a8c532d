import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../scripts/tools/paths.ts';
import { createApp } from '../src/extension/app.ts';
import { Emitter } from '../src/extension/base/emitter.ts';
import { TOUR_ID } from '../src/extension/model/tour/tourId.ts';
import { createTourModel } from '../src/extension/model/tour/tourModel.ts';
import { systemClock } from '../src/extension/node/systemClock.ts';
import { createAppPorts } from '../test/support/appPorts.ts';
import { createMemoryFileStore } from '../test/support/memoryFileStore.ts';
import { createMemoryWorkspace } from '../test/support/memoryWorkspace.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';

const ROUNDS = 3;
const FIRST_PROMPT = 'add a farewell function';

/**
 * The time that the user of the offline tour waits for answers. The whole app runs without VS Code, with the tour's
 * script as its model, once with prepared edits and once without them.
 */
export const tourWaiting: Measurement = { name: 'tour', run: measure };

async function measure(): Promise<Figure[]> {
  const sample = await readSample();
  const saved: number[] = [];
  const live: number[] = [];
  let prompts = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    // Run at the same time, because both mostly wait for the script's words.
    const [unprepared, prepared] = await Promise.all([
      takeTour(sample, { prepares: false }),
      takeTour(sample, { prepares: true }),
    ]);
    live.push(unprepared.waited);
    saved.push(unprepared.waited - prepared.waited);
    prompts = prepared.prompts;
  }
  return [
    toFigure({
      name:
        `Waiting time that prepared edits save in the tour, ${prompts} suggested prompts: from Enter until the answer ` +
        'ends or asks a question',
      unit: 'ms',
      statistic: 'median',
      samples: saved,
      yardstick: { name: 'answered live', samples: live },
    }),
  ];
}

/**
 * Accepts all suggestions of the tour. Returns their number, and the milliseconds from Enter until the user is needed.
 */
async function takeTour(
  sample: Readonly<Record<string, string>>,
  { prepares }: { readonly prepares: boolean },
): Promise<{ readonly prompts: number; readonly waited: number }> {
  const { ports, world } = createAppPorts({
    clock: systemClock,
    files: createMemoryFileStore(),
    workspace: createMemoryWorkspace({}),
    settings: { model: TOUR_ID, approvalMode: 'auto-edit' },
    sample,
  });
  const chatModel = createTourModel({ clock: systemClock });
  world.selected = Promise.resolve({ kind: 'model', model: { id: TOUR_ID, label: 'tour', name: 'tour', chatModel } });
  const { chat, suggestions, panel, close } = await createApp(ports);
  const { store } = chat;
  suggestions.visibility.add({ shown: true, visible: true, onDidChangeVisible: new Emitter<void>().event });
  const reached = (condition: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const check = (): void => {
        if (!condition()) return;
        subscription.dispose();
        resolve();
      };
      const subscription = store.onDidChange(check);
      check();
    });
  const asksUser = (): boolean =>
    store.state.items.some(
      (item) => item.kind === 'answer' && item.blocks.some((block) => block.kind === 'tool' && !!block.question),
    );
  /** Resolves with the milliseconds until the answer has ended or asks a question. */
  const submit = async (text: string): Promise<number> => {
    const began = performance.now();
    await panel.handle({ type: 'submit', conversationId: store.state.conversationId, text });
    await reached(() => store.state.status === 'idle' || asksUser());
    return performance.now() - began;
  };

  await submit(FIRST_PROMPT);
  let waited = 0;
  let prompts = 0;
  while (store.state.tour === 'running' && !asksUser()) {
    await reached(() => store.state.suggestion !== null);
    const { id, text } = store.state.suggestion ?? { id: '', text: '' };
    if (prepares) {
      // A suggestion is prepared as soon as it is on screen.
      const report = { event: 'shown', focused: true } as const;
      await panel.handle({ type: 'suggestion-report', suggestionId: id, report });
      await reached(() => /ready|stopped/.test(store.state.speculation?.phase ?? ''));
    }
    waited += await submit(text);
    prompts += 1;
  }
  await close();
  return { prompts, waited };
}

async function readSample(): Promise<Record<string, string>> {
  const folder = join(root, 'sample');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const texts = paths.map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts));
}
