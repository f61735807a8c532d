import { DailyCost } from '../background/dailyCost.ts';
import { within } from '../base/timers.ts';
import { terminalTexts } from '../base/texts/terminalTexts.ts';
import type { Chat } from '../chat/createChat.ts';
import { toBackgroundModel, type FastModel } from '../model/fastModel.ts';
import { MODEL_TIMEOUT } from '../model/modelInTime.ts';
import type { ResolvedModel } from '../model/resolveModel.ts';
import { isTourId } from '../model/tour/tourId.ts';
import type { FileStore } from '../ports/fileStore.ts';
import { checkAllowance } from '../suggest/allowance.ts';
import type { Suggestions } from '../suggest/createSuggestions.ts';
import { createTerminalWatch, type TerminalWatchPorts } from '../terminal/createTerminalWatch.ts';
import type { TerminalWatch } from '../terminal/terminalWatch.ts';

export interface WatchTerminalsOptions extends Omit<TerminalWatchPorts, 'chooseModel' | 'allowance' | 'count'> {
  readonly models: { fast(): Promise<FastModel>; selected(): Promise<ResolvedModel> };
  readonly globalFiles: FileStore;
}

/**
 * Creates the watch of the window's terminals. Its requests have a daily limit of their own, and do not count for a
 * chat, because a terminal does not belong to a chat.
 */
export function watchTerminals(
  { totals }: Pick<Chat, 'totals'>,
  { count, spending }: Pick<Suggestions, 'count' | 'spending'>,
  { models, globalFiles, ...ports }: WatchTerminalsOptions,
): TerminalWatch {
  const { clock, log, settings } = ports;
  const cost = new DailyCost({ files: globalFiles, clock, log, kind: 'terminals' });
  spending.onDidCount(({ use }) => {
    if (use.promptId !== 'terminal_watch') return;
    totals.add(use);
    cost
      .add(use.cost ?? 0)
      .catch((error: unknown) => log.error('The cost of watching a terminal could not be counted', error));
  });
  return createTerminalWatch({
    ...ports,
    count,
    async allowance(model) {
      const limit = settings().maxCostPerDay;
      return checkAllowance({ limit, pricing: await spending.pricingOf(model), cost });
    },
    async chooseModel() {
      const resolved = await within(MODEL_TIMEOUT, Promise.all([models.fast(), models.selected()]), clock);
      if (!resolved) return { kind: 'none', message: terminalTexts.modelTooSlow() };
      const [fast, main] = resolved;
      if (fast.kind === 'unusable') return { kind: 'none', message: fast.message };
      if (fast.kind === 'unset' && main.kind !== 'model') return { kind: 'none', message: main.message };
      const model = main.kind === 'model' ? toBackgroundModel(fast, main.model) : fast.kind === 'model' && fast.model;
      // The tour's model is a script, which cannot read a screen.
      if (!model || isTourId(model.id)) return { kind: 'none', message: terminalTexts.chooseModel() };
      return { kind: 'model', model, role: fast.kind === 'model' ? 'fast' : 'chat' };
    },
  });
}
