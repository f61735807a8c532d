import { t } from './translate.ts';

/** Notices at the top of the panel about the shown chat. Some give the reason why this chat replaced another one. */
export const chatNoticeTexts = {
  unreadableChat: () => t('Your last chat could not be read. Started a new one. The file was kept; see the log.'),
  lostDraft: (files: string) =>
    t('Part of the input could not be read. It was kept in Premove’s storage folder: {0}.', files),
  lostQueue: (file: string) =>
    t('The queued messages could not be read. They were kept in Premove’s storage folder, next to {0}.', file),
  leftQueue: (title: string, count: number) =>
    count === 1
      ? t('A queued message waits in “{0}”. Go back to that chat and press Send.', title)
      : t('{0} queued messages wait in “{1}”. Go back to that chat and press Send.', count, title),
  ownedByAnother: () => t('Your last chat is open in another window. Started a new one.'),
  takenOver: () => t('Another window is using this chat. You now work in a copy; nothing was lost.'),
  workspaceModel: (model: string) =>
    t('The settings of this workspace choose the model {0}, so it answers from now on.', model),
  /** The title of a chat's copy. */
  copyTitle: (title: string) => t('{0} (copy)', title),
  untrusted: () =>
    t('This workspace is not trusted, so Premove only reads its files. Trust it to allow edits and commands.'),
  planMode: () => t('Plan mode is read-only. Select another mode to apply the prepared edits.'),
  unrecorded: () =>
    t('The edits were applied, but their answer could not be saved. Reload the window to add it to the chat.'),
  /** A hint at the input, after Enter on a suggestion. */
  onlyFilledIn: () =>
    t('Premove only filled the suggestion in, because something has changed. Nothing was sent or applied.'),
  stoppedUnwritten: () => t('Stopped. Nothing was written.'),
  appliedLate: () => t('The edits were applied, but their answer was not added to a chat.'),
  lateUndone: () => t('The edits were undone.'),
  lateNotUndone: (files: string) =>
    t('These files have changed since or can’t be restored, so they stay as they are: {0}.', files),
  redoLater: () => t('Premove is answering. Wait for the answer or stop it, then try again.'),
  redoElsewhere: (prompt: string) =>
    t('The prompt was not sent, because its chat can’t be opened in this window: “{0}”', prompt),
  modelTooSlow: () => t('The model was not ready after 10 seconds. Send again, or select another model.'),
};

/** Notices of the offline tour. The tour and the user's own work never share a chat. */
export const tourNoticeTexts = {
  /** `model` is empty if none is selected. */
  left: (model: string) =>
    model === ''
      ? t('This is a new chat. The tour is under “Chats…”.')
      : t('This is a new chat with {0}. The tour is under “Chats…”.', model),
  newChatFor: (model: string) =>
    t('The offline tour has its own chats, so this is a new chat with {0}. Press Enter to send.', model),
  nextInTour: () => t('The offline tour has its own chats. The next message starts one.'),
  tourInOtherChat: () => t('The offline tour has its own chats. Start a new chat to take the tour.'),
  otherModelInTour: () => t('This chat is the offline tour. Start a new chat to work with another model.'),
};

/** Notices about data that could not be written to the disk. */
export const storageTexts = {
  chat: () => t('This chat can’t be saved. Free up disk space before you reload, or new messages are lost.'),
  leaving: () => t('This chat can’t be saved, so it stays open. Free up disk space and try again, or export the chat.'),
  draft: () => t('The input can’t be saved, so this chat stays open. Free up disk space and try again.'),
  queueing: () => t('Your message could not be queued and is still in the input. Free up disk space and send again.'),
  queue: () => t('Queued messages can’t be saved. Free up disk space before you reload, or they are lost.'),
};

/** Notices about permission rules that the user picked on a card or in `/init-permissions`. */
export const ruleTexts = {
  added: (rules: string) => t('Added to your settings: {0}. Premove won’t ask about this again.', rules),
  notAdded: (why: string) => t('Premove will ask again, because the rule could not be saved: {0}.', why),
  notRemoved: (why: string) => t('The rule could not be removed from your settings: {0}.', why),
  unexpectedSetting: () => t('premove.permissions is not an object with lists of rules'),
};

/** Invalid permission rules in the settings. `list` is the name of the list; `rule` is the rule as JSON. */
export const ruleProblemTexts = {
  notAnObject: () => t('premove.permissions is not an object with lists of rules named "allow", "ask" or "deny".'),
  notAList: (list: string) => t('{0} is not a list of rules.', list),
  unreadable: (list: string, rule: string) => t('{0} has a rule that cannot be read: {1}.', list, rule),
  operator: (list: string, rule: string) =>
    t('{0} has a rule with a shell operator: {1}. Write one rule for each command.', list, rule),
};

/** Notices about the limits of requests. */
export const limitTexts = {
  moved: () =>
    t(
      'Your limit of requests per message is now in the setting premove.maxTurnsPerPrompt. The old setting, premove.maxSessionTurns, now limits requests per chat, and is off.',
    ),
  open: () => t('Open settings'),
};
