import { answerStrings } from './answerStrings.ts';
import { cardStrings } from './cardStrings.ts';
import { commandStrings } from './commandStrings.ts';
import { composerStrings } from './composerStrings.ts';
import { imageStrings } from './imageStrings.ts';
import { planStrings } from './planStrings.ts';
import { queueStrings } from './queueStrings.ts';
import { shellStrings } from './shellStrings.ts';
import { suggestionStrings } from './suggestionStrings.ts';
import { terminalStrings } from './terminalStrings.ts';
import { toolStrings } from './toolStrings.ts';
import { transcriptStrings } from './transcriptStrings.ts';
import { welcomeStrings } from './welcomeStrings.ts';

/** All texts of the panel, by subject. Add a new text to the file of its subject. */
export const strings = {
  ...answerStrings,
  ...cardStrings,
  ...composerStrings,
  ...suggestionStrings,
  ...toolStrings,
  ...transcriptStrings,
  ...welcomeStrings,
  commands: commandStrings,
  images: imageStrings,
  plan: planStrings,
  queue: queueStrings,
  terminals: terminalStrings,
  shell: shellStrings,
} as const;
