import type { ApprovalMode } from '../../../../src/shared/chatState.ts';
import type { ScriptedStep } from '../../../support/scriptedModel.ts';
import { edit, write } from '../../speculate/fixtures.ts';
import { start, until } from '../harness.ts';

export const FIRST_ANSWER: ScriptedStep[] = [
  { calls: [edit('a.ts', 'alpha', 'beta')] },
  'Renamed. The changelog has no entry.',
];
export const PREPARED: ScriptedStep[] = [{ calls: [write('CHANGELOG.md', '- Renamed.\n')] }, 'Written.'];

/** Starts a panel with a first answer, its suggestion shown, and the speculation on that suggestion ready. */
export async function startReady(more: readonly ScriptedStep[] = [''], mode: ApprovalMode = 'auto-edit') {
  const setup = await start([...FIRST_ANSWER, 'add a changelog entry', ...PREPARED, ...more], mode);
  if (mode === 'default') {
    await setup.submit('rename it');
    await until(() => setup.store.state.status === 'waiting-for-confirmation');
    await setup.controller.handle({ type: 'decide', callId: 'call-1', decision: 'allow-once' });
  } else {
    await setup.submit('rename it');
  }
  await setup.showGhost();
  await setup.reachPhase('ready');
  return setup;
}
