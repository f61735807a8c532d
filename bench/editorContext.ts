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
import { toFigure, type Measurement } from './figure.ts';

/** Characters of JSON and code per token, roughly; providers' tokenizers differ by a fifth either way. */
const CHARACTERS_PER_TOKEN = 4;

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
      if (full) inFull += renderContext(full).length;
      const message = describeContext(sent, snapshot);
      if (!message) continue;
      asChanges += renderContext(message).length;
      sent = applyContext(sent, message);
    }
    return [
      toFigure({
        name: `Editor context of ${steps.length} prompts (a session derived from commits), as changes`,
        unit: 'tokens',
        statistic: 'exact',
        samples: [asChanges / CHARACTERS_PER_TOKEN],
        yardstick: { name: 'in full each time', samples: [inFull / CHARACTERS_PER_TOKEN] },
        target: { text: 'fewer than in full', isMet: (value, yardstick) => value < yardstick },
      }),
    ];
  },
};
