import type { EnterOnGhost } from '../composer/editor/keys.ts';
import { toSentence } from '../../shared/displayText.ts';
import { countFiles, formatCount, ordinal, plural } from './quantities.ts';

/** Texts of suggestions (gray text in the input), prepared edits, and notices about both. */
export const suggestionStrings = {
  ghost: {
    tab: 'Tab',
    announcement: (text: string) => `Suggestion: ${text}. Tab to accept.`,
    tabTitle: 'Fill in the suggestion (Tab)',
    hide: 'Hide suggestion',
    hideTitle: 'Hide suggestion (Esc)',
    menu: 'Suggestion options',
    menuTitle: 'Suggestion options (Shift+F10)',
    enter: {
      run: { key: '⏎ run', says: 'Enter runs the suggestion' },
      review: { key: '⏎ review', says: 'Enter shows the prepared edits, and applies nothing yet' },
      apply: { key: '⏎ apply', says: 'Enter applies the prepared edits' },
      fill: { key: '⏎ fill', says: 'Enter fills the suggestion in' },
      'send-typed': { key: '⏎ send your text', says: 'Enter sends only what you have typed' },
    } satisfies Record<EnterOnGhost, { key: string; says: string }>,
    off: {
      'off-in-chat': 'Turn off suggestions in this chat',
      off: 'Turn off suggestions everywhere',
    },
    otherKeys: 'Escape hides it. Shift+F10 opens its menu, which can turn suggestions off.',
  },

  suggesting: {
    label: 'Suggestions',
    'off-in-chat': 'Suggestions are off in this chat.',
    'on-in-chat': 'Suggestions are on in this chat.',
    off: 'Suggestions are off in all chats.',
    'off-in-workspace': 'The settings of this workspace turn suggestions off.',
    backedOff: (ignored: number, every: number) =>
      `You skipped ${ignored} suggestions, so Premove will suggest less often: after every ${ordinal(every)} answer.`,
    budgetSpent: (limit: string) => `Your daily limit of ${limit} is reached, so suggestions are off until tomorrow.`,
    nothingAllowed: 'Your daily limit is $0, so suggestions are off for paid models.',
    priceUnknown: (limit: string, model: string) =>
      `Suggestions are off for ${model}: its price is unknown, and your daily limit is ${limit}.`,
    fastModelUnavailable: (model: string, why: string) =>
      `Suggestions are off: your fast model, ${model}, can’t be used. ${why}`,
    'preparing-on': 'Prepared edits are on: Premove carries out each suggestion on copies of your files.',
    'preparing-off': 'Prepared edits are off.',
    'preparing-off-in-workspace': 'The settings of this workspace turn prepared edits off.',
    /**
     * `cost` is the cost of preparing one suggestion's edits: empty if the model is free, null if the price is unknown.
     */
    offerPreparing: (cost: string | null) => {
      const offer = 'Premove can prepare the edits of each suggestion while you read.';
      if (cost === null) return `${offer} This uses tokens even when you don’t accept.`;
      if (cost === '') return `${offer} This model is free.`;
      return `${offer} Estimated cost in this chat: about ${cost} each, accepted or not.`;
    },
    turnOn: 'Turn on',
    notNow: 'Not now',
    undo: 'Undo',
    everywhere: 'Turn off everywhere',
    workspaceSettings: 'Open workspace settings',
    changeFastModel: 'Change the fast model',
    everyAnswer: 'After every answer',
    changeLimit: 'Change limit',
    turnOff: 'Turn off',
    dismissLabel: 'Dismiss notice about suggestions',
    cost: 'Suggestions in this chat',
    speculationCost: 'Prepared edits in this chat',
    completionCost: 'Completions in this chat',
    translationCost: 'Translations in this chat',
    requests: (count: number) => plural(count, 'request'),
    cached: (tokens: number) => `${formatCount(tokens)} of them from cache`,
  },

  speculation: {
    label: 'Prepared edits',
    preparing: 'Preparing:',
    paused: 'Paused: suggestion hidden',
    step: (step: number) => `step ${step}`,
    ready: 'Ready',
    answerReady: 'Answer ready',
    applying: 'Applying',
    conflict: 'Files have changed since. Nothing was applied.',
    /** The diff of an earlier suggestion is still open. */
    kept: (prompt: string) => (prompt === '' ? 'Preview still open' : `Preview still open: “${prompt}”`),
    /** Empty if both lists are empty. `needsChoice`: some edited file has been deleted, even if it is not in `deleted`. */
    changed: (files: readonly string[], deleted: readonly string[], needsChoice = deleted.length > 0) => {
      if (files.length + deleted.length === 0) return '';
      return [
        ...(files.length > 0 ? [`${nameOrCount(files)} changed since.`] : []),
        ...(deleted.length > 0 ? [`${nameOrCount(deleted)} been deleted since.`] : []),
        needsChoice
          ? 'Applying the edits changes no files until you choose a version.'
          : 'Applying the edits merges both versions.',
      ].join(' ');
    },
    reviewMerge: 'Review merge',
    redo: 'Do it again',
    redoTitle: 'Discard these edits, and send the prompt to the model',
    stopped: 'Paused',
    /** Why the speculation stopped, and the edits made so far: "2 files ready, needs approval". */
    stoppedAt: (files: number, moved: number | undefined, why: string) =>
      [files > 0 ? `${countFiles(files, moved)} ready` : '', why].filter((part) => part !== '').join(', '),
    /** Shown after the reason why a speculation stopped, and after the call that it waits for, if any. */
    sentInstead: '(Enter discards these edits and sends the prompt to the model)',
    failed: (activity: string) =>
      activity === '' ? 'Could not prepare this' : `Could not prepare this. ${toSentence(activity)}`,
    /** For a preview that stays open: its edits so far can be applied. */
    incomplete: (why: string) => `Not all edits were prepared. ${toSentence(why)}`,
    preview: 'Preview',
    apply: 'Apply',
    show: 'Show',
    /** Continues an answer whose preparation stopped and changed no files. */
    continue: 'Continue',
    resume: 'Resume',
    resumeLabel: 'Resume preparing edits',
    stop: 'Stop',
    stopLabel: 'Stop preparing edits',
    discard: 'Discard',
    discardLabel: 'Discard prepared edits',
    about: (prompt: string, model: string) =>
      [prompt && `“${prompt}”`, model && `Prepared by ${model}`].filter(Boolean).join('\n'),
    applied: (files: number) => `Prepared edits applied: ${plural(files, 'file')}.`,
  },
} as const;

/** "a.ts has", "3 files have". */
function nameOrCount(files: readonly string[]): string {
  return files.length === 1 ? `${files[0]} has` : `${plural(files.length, 'file')} have`;
}
