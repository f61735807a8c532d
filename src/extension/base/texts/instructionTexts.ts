import { t } from './translate.ts';

/**
 * Problems of a file or folder with instructions. Each text except `untrusted` follows the path of the file or folder.
 * `untrusted` follows the name of the workspace folder.
 */
export const instructionProblemTexts = {
  untrusted: () => t('not trusted, so its rules, skills, agents, memory and prompt files are not used'),
  tooLarge: (megabytes: string, limit: string) => t('too large to read: {0} MB, at most {1} MB', megabytes, limit),
  notText: () => t('not a text file'),
  controlCharacters: (line: number) => t('contains control characters in line {0}', line),
  outside: () => t('a link that leads out of the folder, so it is not read'),
  secret: () => t('looks like a file with secrets, so it is not read'),
  unreadable: (why: string) => t('could not be read: {0}', why),
  cut: (limit: number) => t('only the first {0} characters are sent', formatted(limit)),
  noRoom: (limit: number) =>
    t(
      'read only when the model needs it, because all rules together may have at most {0} characters',
      formatted(limit),
    ),
  noRoomForFile: (limit: number) =>
    t(
      'not sent with files that match its pattern, because all rules together may have at most {0} characters',
      formatted(limit),
    ),
  notOffered: (limit: number) =>
    t('left out, because at most {0} rules are listed for the model to read when it needs them', limit),
  badPattern: (pattern: string) => t('the pattern {0} is malformed', pattern),
  includesOutside: (name: string) => t('includes {0}, which is not read, because it is outside the folder', name),
  includesMissing: (name: string) => t('includes {0}, which does not exist', name),
  empty: () => t('empty, so it is not used'),
  includesItself: (name: string) => t('includes itself through {0}', name),
  tooManyIncludes: () => t('includes too many files'),
  noRoomForSkill: (limit: number) =>
    t('not offered: the list of all skills may have at most {0} characters', formatted(limit)),
  badSkillName: (name: string) => t('“{0}” cannot be the name of a skill', name),
  noDescription: () => t('the skill has no description'),
  sameSkill: (name: string, other: string) => t('left out, because the skill {0} is already in {1}', name, other),
  outsideSkill: () => t('is outside the folder of its skill, so it is not read'),
  memoryCut: (limit: number) => t('only the last {0} characters are sent', formatted(limit)),
  tooMany: (limit: number) => t('has too many files; only the first {0} are read', limit),

  frontMatter: (line: number, what: string) => t('the front matter is malformed in line {0}: {1}', line, what),
  /* Values for `what` of `frontMatter`. */
  noEnd: () => t('the closing --- is missing'),
  tooLong: () => t('it is too long'),
  notAField: () => t('expected “name: value”'),
  tab: () => t('a tab cannot indent a line'),
  twice: (name: string) => t('{0} is set twice', name),
  quote: () => t('a quoted text has no end, or text follows it'),
  list: () => t('a list has no end, or an item is not a text'),

  unknownModel: (model: string) => t('the model {0} is not set up, so the chat’s model is used', model),
  wrongType: (name: string) => t('{0} has an unexpected value', name),
};

/** Problems of the file of an agent. */
export const agentFileTexts = {
  badName: (name: string) => t('“{0}” cannot be the name of an agent', name),
  builtIn: (name: string) => t('left out, because {0} is an agent of Premove', name),
  same: (name: string, other: string) => t('left out, because the agent {0} is already in {1}', name, other),
  noDescription: () => t('the agent has no description'),
  unknownTool: (name: string) => t('disallowedTools has the unknown tool {0}', name),
  noRoom: (limit: number) => t('not offered: the list of all agents may have at most {0} characters', formatted(limit)),
};

/** When a file in the list of instructions is used. */
export const instructionUseTexts = {
  includedBy: (file: string) => t('included by {0}', file),
  forFiles: (globs: string) => t('for {0}', globs),
  onRequest: () => t('read when the model needs it'),
  same: (file: string) => t('same text as {0}, sent once', file),
  noRoom: () => t('too long to send with the others; read when the model needs it'),
  leftOut: () => t('left out, because there are too many rules'),
  manual: () => t('only if you mention the file with @'),
};

/** Results of the memory's commands. */
export const memoryTexts = {
  noFolder: () => t('No folder is open, so there is no memory for this project.'),
  untrusted: () => t('This workspace is not trusted, so its memory is not used.'),
  added: (file: string) => t('Saved in {0}.', file),
  addedToEditor: (file: string) =>
    t('Added to {0} in its editor, which has unsaved changes. Save the file to keep the fact.', file),
  alreadySaved: (file: string) => t('This fact is already in {0}.', file),
  alreadyInEditor: (file: string) =>
    t('This fact is already in {0}, but an editor has unsaved changes of this file. Save the file.', file),
  tooLong: (limit: number) =>
    t('The fact was not saved, because it is longer than {0} characters. Shorten it.', formatted(limit)),
  nothingToAdd: () => t('Type the fact to remember.'),
  notOpened: (problem: string) => t('The memory was not opened. {0}', problem),
  notWritten: (file: string) =>
    t('{0} could not be read or written. Check the file and its folder, then try again.', file),
  changed: (file: string) => t('The fact was not saved, because {0} kept changing. Try again.', file),
};

/** Texts about prompt files and custom commands. */
export const promptFileTexts = {
  badName: (name: string) => t('“{0}” cannot be the name of a command', name),
  builtIn: (name: string, instead: string) => t('/{0} is a command of Premove; use /{1} instead', name, instead),
  taken: (name: string, other: string, instead: string) =>
    t('/{0} is already in {1}; use /{2} instead', name, other, instead),
  leftOut: (name: string, other: string) => t('left out, because /{0} is already in {1}', name, other),
  noFile: () => t('[no file is open in the editor]'),
  noSelection: () => t('[nothing is selected in the editor]'),
  otherModel: (source: string, model: string) =>
    t('{0} asks for the model {1}, which is not set up. The chat’s model is used.', source, model),
};

function formatted(count: number): string {
  return count.toLocaleString('en');
}
