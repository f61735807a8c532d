import { SHORT_OF_RESOURCES } from '../../../shared/stopWord.ts';
import { t } from './translate.ts';

/** Texts of an exported chat (Markdown) besides its messages. */
export const exportTexts = {
  untitled: () => t('Chat'),
  exportedOn: (day: string) => t('Exported from Premove on {0}.', day),
  you: () => t('You'),
  youSteering: () => t('You, while Premove was working'),
  youRan: () => t('You ran a command'),
  endUnknown: () => t('The end of the command was not recorded.'),
  wholeOutput: (characters: number) => t('The whole output has {0} characters.', characters.toLocaleString('en')),
  /** Whether the model gets the output of a command. */
  sharing: {
    sent: () => t('Sent to the model.'),
    next: () => t('The next prompt sends the output to the model.'),
    none: () => t('Not shared with the model.'),
  },
  mentioned: () => t('Mentioned:'),
  image: () => t('Image'),
  pdf: (name: string) => t('PDF: {0}', name),
  source: (link: string) => t('Source: {0}', link),
  versionOf: (index: number, count: number) => t('{0} of {1}', index, count),
  notRun: () => t('not run'),
  interrupted: () => t('interrupted'),
  earlierCalls: (count: number) => (count === 1 ? t('1 earlier call') : t('{0} earlier calls', count)),
  failed: () => t('failed'),
  cancelled: () => t('cancelled'),
  failedWith: (error: string) => t('Failed: {0}', error),
  continued: (form: 'native' | 'guided', characters: number) =>
    form === 'native'
      ? t('Continued after {0} characters (native).', characters.toLocaleString('en'))
      : t('Continued after {0} characters (guided).', characters.toLocaleString('en')),
  compressed: (messages: number, before: number, after: number) =>
    t(
      'Compressed {0} messages for the model, ≈{1} → ≈{2} tokens. The model continued with this summary:',
      messages.toLocaleString('en'),
      before.toLocaleString('en'),
      after.toLocaleString('en'),
    ),
  compressionUndone: () => t('(Undone: the model gets the messages again.)'),
  edited: () => t('You edited this text.'),
  continuesPrompt: () => t('Continues your message.'),
  cutCall: (name: string) => t('The last call ({0}) was cut off and did not run.', name),
  /** Notes at the end of unfinished answers. */
  endings: {
    length: () => t('Stopped at the output limit.'),
    [SHORT_OF_RESOURCES]: () => t('Stopped: the provider was short of resources.'),
    'context-full': () => t('Stopped: the context window was full.'),
    refused: () => t('The model declined to continue.'),
    aborted: () => t('Stopped.'),
    loop: () => t('Stopped: the model repeated itself.'),
    interrupted: () => t('Interrupted when the window closed or reloaded.'),
  },
};
