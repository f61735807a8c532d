/**
 * Records the terminal screens of `test/corpus/terminal/`: `node scripts/boot.mjs scripts/recordTerminals.ts [name…]`.
 * Needs Linux and the programs of `terminals/pty.ts` in Premove's cache folder. The agents send their requests to a
 * model server on this machine. The expected readings are in the scenarios; check the printed screens against them.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { CORPUS } from '../test/support/terminalCorpus.ts';
import { recordAnswers, recordWork } from './terminals/agentScenarios.ts';
import { ANSWERS } from './terminals/answers.ts';
import { recordFirstStart } from './terminals/firstStartScenarios.ts';
import { recordDialogs, recordOutputs, recordSequences } from './terminals/hostileOutputScenarios.ts';
import { recordImitations } from './terminals/hostileScenarios.ts';
import { IMITATING_ANSWERS } from './terminals/imitatingAnswers.ts';
import { LANGUAGES, type Language } from './terminals/languages.ts';
import { ORDINARY_SCENARIOS } from './terminals/ordinaryScenarios.ts';
import { root } from './tools/paths.ts';
import type { Session } from './terminals/session.ts';

const SCENARIOS: Record<string, () => Promise<Session>> = { ...ORDINARY_SCENARIOS };
for (const agent of ['claude', 'codex', 'opencode'] as const) {
  for (const language of Object.keys(LANGUAGES) as Language[])
    SCENARIOS[`${agent}-${language}`] = () => recordWork(agent, language);
  SCENARIOS[`${agent}-narrow`] = () => recordWork(agent, 'de', 70);
  SCENARIOS[`${agent}-wide`] = () => recordWork(agent, 'pt', 180);
  SCENARIOS[`${agent}-answers`] = () => recordAnswers(agent, ANSWERS);
  SCENARIOS[`${agent}-quotations`] = () => recordAnswers(agent, IMITATING_ANSWERS);
  SCENARIOS[`${agent}-outputs`] = () => recordOutputs(agent);
  SCENARIOS[`${agent}-dialogs`] = () => recordDialogs(agent);
  SCENARIOS[`${agent}-sequences`] = () => recordSequences(agent);
  SCENARIOS[`${agent}-hostile`] = () => recordImitations(agent);
}
for (const agent of ['claude', 'opencode'] as const) SCENARIOS[`${agent}-first`] = () => recordFirstStart(agent);

const names = process.argv.slice(2);
let failed = 0;
for (const [name, record] of Object.entries(SCENARIOS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n════ ${name}`);
  try {
    await write(name, await record());
  } catch (error) {
    // The earlier recording stays unchanged.
    console.error(`${name} failed:`, error);
    failed += 1;
  }
}
process.exit(failed > 0 ? 1 : 0);

async function write(name: string, { recording }: Session): Promise<void> {
  await mkdir(CORPUS, { recursive: true });
  const lines = [recording.marks, ...recording.events].map((line) =>
    // A recorded link to a file would contain the path of the checkout.
    JSON.stringify(line).replaceAll(root, '/home/dev/premove'),
  );
  await writeFile(join(CORPUS, `${name}.vt.gz`), gzipSync(lines.join('\n'), { level: 9 }));
}
