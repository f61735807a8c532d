import { toSentence } from '../../../shared/displayText.ts';
import { t } from './translate.ts';

/** Texts about watched terminals, in the panel and in notifications. */
export const terminalTexts = {
  /** `why` says what to do. */
  noModel: (why: string) => t('The screen was not read, because no model can be used. {0}', toSentence(why)),
  chooseModel: () => t('Select a model, or choose a fast model in Settings.'),
  modelTooSlow: () => t('The model was not ready after 10 seconds.'),
  spent: () =>
    t('The screen was not read: the daily limit for terminals is reached. Raise premove.terminalWatch.maxCostPerDay.'),
  unknownPrice: (role: 'fast' | 'chat', model: string) =>
    role === 'fast'
      ? t(
          'The screen was not read: the price of {0} is unknown, and terminals have a daily limit. Set premove.terminalWatch.maxCostPerDay to null or clear its field, or choose another fast model.',
          model,
        )
      : t(
          'The screen was not read: the price of {0} is unknown, and terminals have a daily limit. Set premove.terminalWatch.maxCostPerDay to null or clear its field, or choose a fast model with a known price.',
          model,
        ),
  unreadable: (why: 'malformed' | 'timeout') =>
    why === 'timeout'
      ? t('Could not read the screen: the model did not answer within 10 seconds. Look at the terminal.')
      : t('Could not read the screen: the model gave no usable answer. Look at the terminal.'),
  modelFailed: (model: string, why: string) => t('Could not read the screen. {0}: {1}', model, toSentence(why)),
  wordedBy: (role: 'fast' | 'chat', model: string) =>
    role === 'fast'
      ? t('Worded by your fast model, {0}.', model)
      : t('Worded by the chat’s model, {0}. No fast model is set.', model),
  /** Which model reads the screens that only a model can read. */
  readBy: (role: 'fast' | 'chat', model: string) =>
    role === 'fast'
      ? t('Screens that only a model can read go to your fast model, {0}.', model)
      : t('Screens that only a model can read go to the chat’s model, {0}, because no fast model is set.', model),
  readByNone: (why: string) =>
    t('Screens that only a model can read stay unread, because no model can be used. {0}', toSentence(why)),
  /** Reasons why an answer was not sent. `changedTyped`, `stoppedTyped`: the answer was typed, not chosen in a menu. */
  changed: () => t('The question has changed. Nothing was sent.'),
  changedMeanwhile: () => t('The question has changed, so Enter was not pressed.'),
  changedTyped: () => t('The question has changed, so Enter was not pressed. The answer may still be in the terminal.'),
  stoppedMeanwhile: () => t('The watch was stopped, so Enter was not pressed.'),
  stoppedTyped: () => t('The watch was stopped, so Enter was not pressed. The answer may still be in the terminal.'),
  notTyped: () =>
    t('The terminal does not show the typed answer, so Enter was not pressed. Finish the answer in the terminal.'),
  notSelected: () =>
    t(
      'Not sent: the terminal did not select this answer, so Enter was not pressed. Choose the answer in the terminal.',
    ),
  typing: () => t('Not sent: the terminal has text that you have not sent. Send or delete it there, then try again.'),
  closed: () => t('Not sent: the terminal is closed, or the agent has ended.'),
  notSendable: () => t('Not sent: an answer must be one line without hidden characters.'),
  noIntegration: (terminal: string) =>
    t('“{0}” can’t be watched: its shell has no shell integration. {1}', terminal, integrationAdvice()),
  /** On a card whose title names the terminal. */
  noIntegrationHere: () =>
    t('Agents here can’t be watched: the shell has no shell integration. {0}', integrationAdvice()),
  isOff: () => t('Terminals are not watched. Set premove.terminalWatch.mode to “ask” or “on”.'),
  /** Buttons of the messages. */
  newTerminal: () => t('New Terminal'),
  openSetting: () => t('Open Setting'),
  manageTrust: () => t('Manage Trust'),
  watch: () => t('Watch'),
  watchAgain: () => t('Watch Again'),
  untrusted: () => t('Terminals are not watched in an untrusted workspace.'),
  noTerminal: () => t('Open the terminal of the agent first.'),
  watched: (terminal: string) => t('Premove watches agents in “{0}”.', terminal),
  watchedNextTime: (terminal: string) =>
    t(
      'Premove watches “{0}” when you start an agent there. If an agent already runs there, restart the agent. If Premove does not notice the restart, start the agent in a new terminal.',
      terminal,
    ),
  stopped: (terminal: string) => t('Premove no longer watches “{0}”.', terminal),
  notWatched: (terminal: string) => t('Premove does not watch “{0}”.', terminal),
  lostByReload: (terminal: string) =>
    t('Premove cannot read the agent in “{0}” after the reload. Restart the agent to watch it again.', terminal),
  noScreen: () => t('No agent’s screen is available. Open the terminal of the agent, then try again.'),
  noScreenIn: (terminal: string) =>
    t(
      'No agent’s screen is available in “{0}”. If an agent already runs there, restart the agent, or start it in a new terminal.',
      terminal,
    ),
  noScreenWithoutIntegration: (terminal: string) =>
    t('“{0}” can’t be read: its shell has no shell integration. {1}', terminal, integrationAdvice()),
  endEdit: () => t('You are editing a message. Send or cancel the edit, then try again.'),
  /** The beginning of the prompt that continues an agent's work. */
  continueHere: (agent: string, terminal: string) =>
    t('Continue the work of {0} from the terminal “{1}”. This is its last screen:', agent, terminal),
};

function integrationAdvice(): string {
  return t(
    'Check that the setting terminal.integrated.shellIntegration.enabled is on. Then start the agent from bash, zsh, fish or PowerShell in a new terminal.',
  );
}
