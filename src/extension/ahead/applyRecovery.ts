import { toDisplayText } from '../../shared/displayText.ts';
import { recoveryTexts } from '../base/texts/preparedTexts.ts';
import type { ChangeStore, UnfinishedBatch } from '../changes/changeStore.ts';
import type { ExchangeRecovery } from '../chat/conversation/chatLibrary.ts';
import { parseEntries } from '../chat/conversation/conversationFile.ts';
import type { PreparedExchange } from '../chat/conversation/preparedAnswer.ts';
import type { Log } from '../ports/log.ts';
import type { Workspace } from '../ports/workspace.ts';

export interface ApplyRecoveryOptions {
  readonly changes: Pick<ChangeStore, 'unfinished'>;
  readonly workspace: Workspace;
  readonly recoverExchange: (chat: string, exchange: PreparedExchange) => Promise<ExchangeRecovery>;
  readonly log: Log;
}

/**
 * Completes or rolls back the batches that a crash has interrupted (see `recoverBatch`). Returns a text for the user;
 * undefined if there is nothing to report. Never rejects.
 */
export async function recoverApplies(options: ApplyRecoveryOptions, signal: AbortSignal): Promise<string | undefined> {
  const { changes, log } = options;
  const texts = new Set<string>();
  try {
    for (const batch of await changes.unfinished()) {
      for (const text of await recoverApply(batch, options, signal)) texts.add(text);
    }
  } catch (error) {
    // The batch is found again at the next start.
    log.error('An interrupted batch could not be recovered', error);
    texts.add(recoveryTexts.failed());
  }
  return texts.size > 0 ? [...texts].join(' ') : undefined;
}

async function recoverApply(
  batch: UnfinishedBatch,
  { workspace, recoverExchange, log }: ApplyRecoveryOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const begun = parseEntries(batch.exchange) ?? [];
  const texts = recoveryTexts[begun[0]?.type === 'files-restored' ? 'restore' : 'apply'];
  const recovered = await batch.recover('finish', workspace, signal);
  log.info(`An interrupted batch of ${batch.paths.length} files was recovered: ${recovered.kind}`);
  if (recovered.kind === 'rolled-back') {
    const names: string[] = [];
    for (const path of recovered.changed) names.push(toDisplayText((await workspace.resolve(path)).display));
    const changed = names.length > 0 ? [recoveryTexts.changed(names.join(', '))] : [];
    return [texts.interrupted(), texts.rolledBack(), ...changed];
  }
  const exchange = parseEntries(recovered.exchange);
  // A kept preview that was applied without its answer has no exchange to add.
  const hasNoExchange = exchange?.length === 0;
  const result = hasNoExchange ? 'known' : exchange ? await recoverExchange(batch.key.chat, exchange) : 'absent';
  // If the chat is in use or could not be saved, the next start tries again.
  if (result !== 'owned' && result !== 'unsaved') await recovered.finished();
  return result === 'known' ? [] : [texts.interrupted(), texts[result]()];
}
