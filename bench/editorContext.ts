import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  applyContext,
  createSnapshot,
  describeContext,
  renderContext,
  type EditorFacts,
  type SentContext,
} from '../src/extension/chat/context/ideContext.ts';
import { estimateTokens } from '../src/extension/model/tokens.ts';
import { toFigure, type Measurement } from './figure.ts';

/**
 * The size of the editor context in prompts, sent as changes and in full, over a session derived from commits
 * (`editing/session.json`).
 */
export const editorContext: Measurement = {
  name: 'context',
  run: async () => {
    const session = await readFile(join(import.meta.dirname, 'editing/session.json'), 'utf8');
    const steps = JSON.parse(session) as readonly EditorFacts[];
    let sent: SentContext | null = null;
    let [asChanges, inFull] = [0, 0];
    for (const snapshot of steps.map(createSnapshot)) {
      const full = describeContext(null, snapshot);
      if (full) inFull += estimateTokens(renderContext(full));
      const message = describeContext(sent, snapshot);
      if (!message) continue;
      asChanges += estimateTokens(renderContext(message));
      sent = applyContext(sent, message);
    }
    return [
      toFigure({
        name: `Editor context of ${steps.length} prompts (a session derived from commits), as changes`,
        unit: 'tokens',
        statistic: 'exact',
        samples: [asChanges],
        yardstick: { name: 'in full each time', samples: [inFull] },
        target: { text: 'fewer than in full', isMet: (value, yardstick) => value < yardstick },
      }),
    ];
  },
};
