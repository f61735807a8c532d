/** The names that the code shares with package.json, and the names under which the extension stores data. */
export const viewId = 'premove.chat';
export const overlayScheme = 'premove-overlay';
/**
 * The URI scheme of the left side of a diff of files. This side has the earlier contents, or the contents that an undo
 * or redo did not write because the file had changed.
 */
export const earlierScheme = 'premove-earlier';

export const commands = {
  newChat: 'premove.newChat',
  showChats: 'premove.showChats',
  exportChat: 'premove.exportChat',
  selectModel: 'premove.selectModel',
  setApiKey: 'premove.setApiKey',
  removeApiKey: 'premove.removeApiKey',
  focusChat: 'premove.focusChat',
  showLog: 'premove.showLog',
  useTour: 'premove.useTour',
  getStarted: 'premove.getStarted',
  openGuide: 'premove.openGuide',
  applySpeculation: 'premove.applySpeculation',
  discardSpeculation: 'premove.discardSpeculation',
  toggleSuggestions: 'premove.toggleSuggestions',
  toggleSuggestionsEverywhere: 'premove.toggleSuggestionsEverywhere',
  stop: 'premove.stop',
  previousPrompt: 'premove.previousPrompt',
  nextPrompt: 'premove.nextPrompt',
  turnOnPreparedEdits: 'premove.turnOnPreparedEdits',
  turnOffPreparedEdits: 'premove.turnOffPreparedEdits',
  watchTerminal: 'premove.watchTerminal',
  stopWatchingTerminal: 'premove.stopWatchingTerminal',
  continueTerminal: 'premove.continueTerminal',
} as const;

/** True while a speculation's multi-file diff, or an editor of a file in its overlay, is the active editor. */
export const previewContextKey = 'premove.preview';

/** `answering`: true while the shown chat is not idle. `prepared`: true while prepared edits can be accepted. */
export const chatContextKeys = { answering: 'premove.answering', prepared: 'premove.prepared' } as const;

/**
 * True while the panel has the focus. VS Code's own context key `focusedView` is empty while a webview has the focus,
 * because a webview's page is not inside the DOM element of its view.
 */
export const focusContextKey = 'premove.chatFocused';

/** True while the setting `premove.enableSpeculation` is on. */
export const preparesEditsContextKey = 'premove.preparesEdits';

export const walkthroughId = 'premove.premove#getStarted';

/** A key is set to true for a moment to mark its step of the walkthrough as done. */
export const stepContextKeys = {
  model: 'premove.modelSelected',
  asked: 'premove.asked',
  accepted: 'premove.accepted',
  prepared: 'premove.preparedSeen',
} as const;
/** The completed steps of the walkthrough, in all windows. */
export const completedStepsKey = 'premove.walkthroughSteps';

export const settingsSection = 'premove';

export const secretKey = (provider: string): string => `premove.apiKey.${provider}`;
/** The key that signs the ids of mentions; one per workspace. */
export const mentionKeyName = 'premove.mentionKey';
/** How often answers get a suggestion; see `SuggestionHabit`. */
export const suggestionHabitKey = 'premove.suggestionHabit';
/** The chats in which the user has turned suggestions off. */
export const mutedChatsKey = 'premove.quietChats';
/** The number of accepted suggestions before prepared edits were offered, and whether they were offered. */
export const preparedEditsOfferKey = 'premove.preparedEditsOffer';
/** How many prepared edits in a row were not used, in this workspace; see `UnusedStreak`. */
export const unusedStreakKey = 'premove.unusedStreak';
/** The instructions that are switched off, in this workspace; see `Instructions`. */
export const switchedOffInstructionsKey = 'premove.switchedOffInstructions';
/** Which terminals the user wants to be watched, in this workspace; see `WatchRecords`. */
export const watchedTerminalsKey = 'premove.watchedTerminals';
/** Whether `moveTurnLimit` has run. */
export const turnLimitMovedKey = 'premove.turnLimitMoved';
/** The vendors whose VS Code language models have accepted a request. */
export const languageModelVendorsKey = 'premove.lentVendors';
