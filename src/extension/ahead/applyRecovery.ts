import { toDisplayText } from '../../shared/displayText.ts';
import { recoveryTexts } from '../base/texts/preparedTexts.ts';
import type { ChangeStore, UnfinishedBatch } from '../changes/changeStore.ts';
import type { TurnRecovery } from '../chat/conversation/chatLibrary.ts';
import { parseEntries } from '../chat/conversation/conversationFile.ts';
import type { PreparedTurn } from '../chat/conversation/preparedAnswer.ts';
import type { Log } from '../ports/log.ts';
import type { Workspace } from '../ports/workspace.ts';

export interface ApplyRecoveryOptions {
  readonly changes: Pick<ChangeStore, 'unfinished'>;
  readonly workspace: Workspace;
  /** Adds the turn to the chat, unless the chat already has the turn. */
  readonly recoverTurn: (chat: string, turn: PreparedTurn) => Promise<TurnRecovery>;
  readonly log: Log;
}

/**
 * Ends the applies and restores that a crash has interrupted. Either writes the missing files and records the turn, or
 * writes the earlier contents back, except to files that someone has changed since. Returns a text for the user, if
 * there is anything to report. Never rejects.
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
  { workspace, recoverTurn, log }: ApplyRecoveryOptions,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const begun = parseEntries(batch.turn) ?? [];
  const texts = recoveryTexts[begun[0]?.type === 'files-restored' ? 'restore' : 'apply'];
  const recovered = await batch.recover('finish', workspace, signal);
  log.info(`An interrupted batch of ${batch.paths.length} files was recovered: ${recovered.kind}`);
  if (recovered.kind === 'rolled-back') {
    const names: string[] = [];
    for (const path of recovered.changed) names.push(toDisplayText((await workspace.resolve(path)).display));
    const changed = names.length > 0 ? [recoveryTexts.changed(names.join(', '))] : [];
    return [texts.interrupted(), texts.rolledBack(), ...changed];
  }
  const turn = parseEntries(recovered.turn);
  // If a preview was applied after its chat had continued, there is no turn to add to the chat.
  const hasNoTurn = turn?.length === 0;
  const result = hasNoTurn ? 'known' : turn ? await recoverTurn(batch.key.chat, turn) : 'absent';
  // If the chat is in use or could not be saved, the next start tries again.
  if (result !== 'owned' && result !== 'unsaved') await recovered.finished();
  return result === 'known' ? [] : [texts.interrupted(), texts[result]()];
}
