/** Names that package.json also contains, and keys under which the extension stores data. */
export const viewId = 'premove.chat';
export const overlayScheme = 'premove-overlay';
/**
 * The URI scheme of the left side of a diff: earlier contents, or contents that an undo or redo did not write because
 * the file had changed.
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

/** True while a speculation's multi-file diff, or a file of its overlay, is the active editor. */
export const previewContextKey = 'premove.preview';

/** `answering`: the shown chat is not idle. `prepared`: prepared edits can be accepted. */
export const chatContextKeys = { answering: 'premove.answering', prepared: 'premove.prepared' } as const;

/** True while the panel has the focus. VS Code's own key `focusedView` is empty while a webview has the focus. */
export const focusContextKey = 'premove.chatFocused';

export const preparesEditsContextKey = 'premove.preparesEdits';

export const walkthroughId = 'premove.premove#getStarted';

/** A key is true for a moment to mark its step of the walkthrough as done. */
export const stepContextKeys = {
  model: 'premove.modelSelected',
  asked: 'premove.asked',
  accepted: 'premove.accepted',
  prepared: 'premove.preparedSeen',
} as const;
export const completedStepsKey = 'premove.walkthroughSteps';

export const settingsSection = 'premove';

export const secretKey = (provider: string): string => `premove.apiKey.${provider}`;
/** The key that signs the ids of mentions; one per workspace. */
export const mentionKeyName = 'premove.mentionKey';
/** See `SuggestionHabit`. */
export const suggestionHabitKey = 'premove.suggestionHabit';
export const mutedChatsKey = 'premove.quietChats';
/** See `PreparedEditsOffer`. */
export const preparedEditsOfferKey = 'premove.preparedEditsOffer';
/** Per workspace; see `UnusedStreak`. */
export const unusedStreakKey = 'premove.unusedStreak';
/** Per workspace; see `Instructions`. */
export const switchedOffInstructionsKey = 'premove.switchedOffInstructions';
/** Per workspace; see `WatchRecords`. */
export const watchedTerminalsKey = 'premove.watchedTerminals';
/** See `moveTurnLimit`. */
export const turnLimitMovedKey = 'premove.turnLimitMoved';
/** The vendors whose VS Code language models have accepted a request. */
export const languageModelVendorsKey = 'premove.lentVendors';
