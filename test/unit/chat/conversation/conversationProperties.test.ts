import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ensureToolResultPairing } from '../../../../src/extension/chat/conversation/history.ts';
import { submitResultSchema } from '../../../../src/shared/protocol.ts';
import { createScriptedModel, type ScriptedStep } from '../../../support/scriptedModel.ts';
import { start, until } from '../../panel/harness.ts';
import { read, toSelected, write } from '../../speculate/fixtures.ts';

type Panel = Awaited<ReturnType<typeof start>>;

const error = { kind: 'server', message: 'boom', retryable: true } as const;
const usage = { input: 3, cacheRead: 0, cacheWrite: 0, output: 2 };
const call = (id: number, name: string) => ({ ...read(name), id: `call-${id}` });

/** The steps of possible answers. `id` makes the ids of calls unique. */
const ANSWERS: readonly ((id: number) => readonly ScriptedStep[])[] = [
  () => ['Whole.'],
  () => [{ text: 'Whole.', usage }],
  () => [{ text: 'Half', error }],
  () => [{ error }],
  (id) => [{ text: 'Reading.', calls: [call(id, 'a.ts')], usage }, 'Read.'],
  (id) => [
    { calls: [call(id, 'a.ts'), { ...write('b.ts', 'b\n'), id: `write-${id}` }] },
    { text: 'Half', error, usage },
  ],
  (id) => [{ calls: [call(id, 'nothing.ts')] }, { calls: [call(id + 100, 'a.ts')] }, { error }],
];

const operation = fc.record({
  kind: fc.constantFrom('submit', 'submit', 'retry', 'edit', 'branch', 'back', 'forth'),
  item: fc.nat(9),
  answer: fc.constantFrom(...ANSWERS),
});

test('any prompts, retries, edits, branches and switches keep calls paired and lose nothing, also after a reload', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: 12 }), async (operations) => {
      const panel = await start([]);
      const { chats, controller, settings, store, submit } = panel;
      settings.enableFollowupSuggestions = false;
      const { conversationId } = store.state;
      const sent: string[] = [];
      for (const [index, { kind, item, answer }] of operations.entries()) {
        panel.setResolved({ kind: 'model', model: toSelected(createScriptedModel(answer(index))) });
        const itemId = store.state.items[item % Math.max(1, store.state.items.length)]?.id ?? '';
        if (kind === 'edit') await controller.handle({ type: 'edit', conversationId, itemId });
        if (kind === 'edit' || kind === 'submit') {
          const result = submitResultSchema.parse(await submit(`prompt ${index}`));
          const outcome = (await panel.keepFiles()) ? 'sent' : result.outcome;
          const editsAnswer = kind === 'edit' && outcome === 'saved';
          if (!editsAnswer) expect(outcome).toBe('sent');
          if (!editsAnswer) sent.push(`prompt ${index}`);
        }
        if (kind === 'branch') await controller.handle({ type: 'branch-from', conversationId, itemId });
        if (kind === 'retry') await controller.handle({ type: 'retry', conversationId, itemId });
        await panel.keepFiles();
        if (kind === 'back') await move(panel, itemId, -1);
        if (kind === 'forth') await move(panel, itemId, 1);
        await until(() => store.state.status === 'idle');
        expectPaired(panel);
      }
      const again = await panel.reload();
      // The lines about changed files arrive a moment later.
      await until(() => isDeepStrictEqual(again.store.state.items, store.state.items)).catch(() => undefined);
      expect(again.store.state.items).toEqual(store.state.items);
      expect(again.store.state.title).toBe(store.state.title);
      expect(again.chats.session.curatedHistory()).toEqual(chats.session.curatedHistory());
      const reached = new Set<string>();
      await visitAll(again, 0, reached);
      expect([...reached].sort()).toEqual(sent.sort());
    }),
    { numRuns: 40 },
  );
}, 60_000);

/** Checks the history that a model gets: every call has a result, and roles alternate. */
function expectPaired({ chats }: Panel): void {
  const history = chats.session.curatedHistory();
  expect(ensureToolResultPairing(history)).toBe(history);
  const roles = history.map((message) => message.role);
  expect(roles).toEqual(roles.map((_role, index) => (index % 2 === 0 ? 'user' : 'assistant')));
}

/** Switches the branch. If there is such a branch, checks that the item shows its index. */
async function move({ controller, store }: Panel, itemId: string, step: -1 | 1): Promise<void> {
  const { items, conversationId } = store.state;
  const position = items.findIndex((item) => item.id === itemId);
  const branch = items[position]?.branch;
  const index = (branch?.index ?? 0) + step;
  const isThere = branch != null && index >= 1 && index <= branch.count;
  await controller.handle({ type: 'switch-branch', conversationId, itemId, step });
  if (isThere) expect(store.state.items[position]?.branch).toMatchObject({ index, count: branch.count });
  // The line about changed files may arrive meanwhile.
  else expect(store.state.items.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
}

async function showLater({ controller, store }: Panel, itemId: string): Promise<void> {
  const { conversationId } = store.state;
  await controller.handle({ type: 'switch-branch', conversationId, itemId, step: 0 });
}

/** Collects the prompts that a user can reach from the item at `position`. */
async function visitAll(panel: Panel, position: number, reached: Set<string>): Promise<void> {
  const itemAt = () => panel.store.state.items[position];
  while ((itemAt()?.branch?.index ?? 1) > 1) await move(panel, itemAt()?.id ?? '', -1);
  for (let more = true; more;) {
    const item = itemAt();
    if (!item) return;
    // The user has branched from this answer, so the prompts after it are hidden.
    if (item.branch?.later?.step === 0) await showLater(panel, item.id);
    if (item.kind === 'user') reached.add(item.text);
    await visitAll(panel, position + 1, reached);
    const branch = itemAt()?.branch;
    more = branch != null && branch.index < branch.count;
    if (more) await move(panel, itemAt()?.id ?? '', 1);
  }
}
