/** All names that package.json declares and the code uses. */
export const viewId = 'premove.chat';
export const overlayScheme = 'premove-overlay';

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
  applySpeculation: 'premove.applySpeculation',
  discardSpeculation: 'premove.discardSpeculation',
  toggleSuggestions: 'premove.toggleSuggestions',
  toggleSuggestionsEverywhere: 'premove.toggleSuggestionsEverywhere',
  stop: 'premove.stop',
  previousPrompt: 'premove.previousPrompt',
  nextPrompt: 'premove.nextPrompt',
  turnOnPreparedEdits: 'premove.turnOnPreparedEdits',
  turnOffPreparedEdits: 'premove.turnOffPreparedEdits',
} as const;

/** True while the multi-file diff of a speculation is open. */
export const previewContextKey = 'premove.preview';

/** True while the shown chat is being answered, and while prepared edits can be applied. */
export const chatContextKeys = { answering: 'premove.answering', prepared: 'premove.prepared' } as const;

/**
 * True while the panel has the focus. VS Code's own `focusedView` is empty then, because a webview is not in its view's
 * element.
 */
export const focusContextKey = 'premove.chatFocused';

/** True while suggested edits are prepared ahead. */
export const preparesEditsContextKey = 'premove.preparesEdits';

export const walkthroughId = 'premove.premove#getStarted';

/** True for the moment in which a step of the walkthrough is marked as done. */
export const stepContextKeys = {
  model: 'premove.modelSelected',
  asked: 'premove.asked',
  accepted: 'premove.accepted',
  prepared: 'premove.prepared',
} as const;
/** The completed steps, in any window. */
export const takenStepsKey = 'premove.walkthroughSteps';

export const settingsSection = 'premove';

export const secretKey = (provider: string): string => `premove.apiKey.${provider}`;
/** The key that signs mentions; one for each workspace. */
export const mentionKeyName = 'premove.mentionKey';
/** How often the user accepts suggestions, and the chats in which they are off. */
export const suggestionHabitKey = 'premove.suggestionHabit';
export const mutedChatsKey = 'premove.quietChats';
/** The number of accepted suggestions before the offer of prepared edits, and whether it was made. */
export const preparedEditsOfferKey = 'premove.preparedEditsOffer';
/** The vendors of VS Code's language models that the user has allowed. */
export const languageModelVendorsKey = 'premove.lentVendors';
