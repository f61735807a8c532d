/** Texts of the cards about agents that run in terminals. */
export const terminalStrings = {
  /** Shown above several cards, because some may be out of view. */
  count: (cards: number, areQuestions: boolean) => `${cards} ${areQuestions ? 'questions' : 'cards'} from terminals`,
  /** The accessible name of a card. */
  label: (agent: string, terminal: string) => `Question from ${inTerminal(agent, terminal)}`,
  endedLabel: (agent: string, terminal: string) => `Ended question from ${inTerminal(agent, terminal)}`,
  offerLabel: (agent: string, terminal: string) => `Watch ${inTerminal(agent, terminal)}?`,
  problemLabel: (agent: string, terminal: string) => inTerminal(agent === '' ? 'An agent' : agent, terminal),
  /** Shown after the agent's name. */
  asks: (terminal: string) => (terminal === '' ? 'asks' : `in “${terminal}” asks`),
  asked: (terminal: string) => (terminal === '' ? 'asked' : `in “${terminal}” asked`),
  runs: (terminal: string) => (terminal === '' ? 'runs in a terminal' : `runs in “${terminal}”`),
  in: (terminal: string) => (terminal === '' ? '' : `in “${terminal}”`),
  /** The title of a card without an agent's name. */
  terminal: (terminal: string) => `Terminal “${terminal}”`,
  offer: 'Premove can show the agent’s questions here.',
  /** The accessible name of the box with the question and its answers. */
  question: 'Question',
  unread: 'Scroll to the end of the question to answer.',
  partial: 'Only a part of this question is visible. Answer it in the terminal.',
  unanswerable: {
    several: 'Several answers can be chosen. Choose them in the terminal.',
    long: 'The question or an answer is too long for this card. Answer in the terminal.',
    unclear: 'The terminal does not show exactly what to type. Answer in the terminal.',
    color: 'Only a color shows the selected answer, and Premove cannot read it. Answer in the terminal.',
  },
  ended: 'This question was answered or replaced, or its terminal was closed. Premove sent no answer.',
  /** An answer of the user was refused. Its text may still be in the terminal, without Enter. */
  endedUnsent: 'This question was answered or replaced, or its terminal was closed. Premove did not press Enter.',
  close: 'Close',
  options: 'Answers',
  /** The accessible name of a button that sends an answer. */
  choice: (send: string, label: string) => (label === '' ? send : `${send}: ${label}`),
  selects: (option: string) => `Selects “${option}” in the terminal and presses Enter`,
  sends: (send: string, enter: boolean) =>
    enter ? `Types “${send}” and Enter in the terminal` : `Types “${send}” in the terminal`,
  own: 'Your answer',
  send: 'Send',
  sendTitle: 'Types your answer and Enter in the terminal',
  show: 'Show terminal',
  dismiss: 'Not now',
  decline: 'Don’t watch',
  declineTitle:
    'Don’t offer this for this terminal again. The command “Premove: Watch This Terminal” starts the watch.',
  retry: 'Try again',
  retryTitle: 'Read the screen again',
  openSetting: 'Open setting',
  stop: 'Stop watching',
  continueHere: 'Continue here',
  continueTitle: 'Copy the agent’s last screen into the message',
  watch: 'Watch',
  announce: {
    question: (agent: string, terminal: string, text: string) =>
      terminal === '' ? `${agent} asks: ${text}` : `${agent} in terminal ${terminal} asks: ${text}`,
    /** The user or the agent may have answered the question, or the user may have hidden it or stopped the watch. */
    removed: (agent: string, terminal: string) =>
      `The question from ${terminal === '' ? agent : `${agent} in terminal ${terminal}`} can no longer be answered here.`,
    offer: (agent: string, terminal: string) =>
      terminal === '' ? `${agent} runs in a terminal. Watch it?` : `${agent} runs in terminal ${terminal}. Watch it?`,
    /** The announcement names the terminal only if the agent is unknown. */
    problem: (agent: string, terminal: string, message: string) =>
      agent === '' && terminal !== '' ? `Terminal ${terminal}: ${message}` : message,
  },
} as const;

/** `terminal`: empty if its name only repeats the agent's name. */
function inTerminal(agent: string, terminal: string): string {
  return terminal === '' ? agent : `${agent} in ${terminal}`;
}
