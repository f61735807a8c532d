import { t } from './translate.ts';

/** Texts about commands that the user runs in the composer's shell mode. */
export const shellLineTexts = {
  interrupted: () => t('interrupted'),
  closed: () => t('Stopped because the chat was left, or the window was closed or reloaded.'),
  failed: () => t('The command could not be started.'),
  notInTour: () => t('The offline tour runs no commands.'),
  untrusted: () => t('Premove runs no commands in a workspace that you do not trust.'),
  noFolder: () => t('Open a folder first. Commands run in the first folder of the workspace.'),
};
