import { toSentence } from '../../shared/displayText.ts';
import { plural } from './quantities.ts';

/** Texts of the empty panel, of the end of the tour, and of a panel that failed. */
export const welcomeStrings = {
  welcome: {
    heading: 'One move ahead',
    /** The keycap that accepts a suggestion is shown between `before` and `after`. */
    before: 'Describe a change. After each answer, Premove suggests your next prompt. Press',
    after: 'to accept it.',
    tour: 'Try the offline tour',
    tourHint: 'no key, sample project',
    vscodeModels: 'Use VS Code’s models',
    vscodeModelsHint: (count: number) => `${count} found`,
    localServer: (label: string) => `Use ${label} on this machine`,
    localServerHint: (count: number) => plural(count, 'model'),
    openFolder: 'Open a folder…',
    openFolderHint: 'to work on your files',
    selectModel: 'Select a model…',
    selectModelHint: 'local or hosted',
    addKey: 'Add an API key…',
    tourIntro: 'This tour is scripted and works offline. It edits a sample project, never your files.',
    tourStep: 'Add a farewell function',
    tourPrompt: 'add a farewell function',
  },

  notInTour: 'Not available in the offline tour',
  tourEnd: 'Select a model to work on your own code.',

  notice: { dismiss: 'Dismiss', dismissNotice: 'Dismiss notice', dismissError: 'Dismiss error' },

  crash: {
    heading: 'The panel ran into a problem',
    text: 'Your chat is safe, and the error is in the log. Reload to show the panel again.',
    reload: 'Reload',
  },

  loadFailed: (why: string) => `The chat could not be loaded. ${toSentence(why)}`,
} as const;
