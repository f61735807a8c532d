import { t } from './translate.ts';

/** What is wrong with a file of instructions. The file's path stands before each text. */
export const instructionProblemTexts = {
  tooLarge: (megabytes: string, limit: string) => t('too large to read: {0} MB, at most {1} MB', megabytes, limit),
  notText: () => t('not a text file'),
  controlCharacters: (line: number) => t('contains control characters in line {0}', line),
  outside: () => t('a link that leads out of the folder, so it is not read'),
  secret: () => t('looks like a file with secrets, so it is not read'),
  unreadable: (why: string) => t('could not be read: {0}', why),
  tooMany: (limit: number) => t('has too many files; only the first {0} are read', limit),

  frontMatter: (line: number, what: string) => t('the front matter is malformed in line {0}: {1}', line, what),
  noEnd: () => t('the closing --- is missing'),
  tooLong: () => t('it is too long'),
  notAField: () => t('expected “name: value”'),
  tab: () => t('a tab cannot indent a line'),
  twice: (name: string) => t('{0} is set twice', name),
  quote: () => t('a quoted text has no end, or text follows it'),
  list: () => t('a list has no end, or an item is not a text'),
  wrongType: (name: string) => t('{0} has an unexpected value', name),
};

/** Prompt files and custom commands. */
export const promptFileTexts = {
  badName: (name: string) => t('“{0}” cannot be the name of a command', name),
  builtIn: (name: string, instead: string) => t('/{0} is a command of Premove; use /{1} instead', name, instead),
  taken: (name: string, other: string, instead: string) =>
    t('/{0} is already in {1}; use /{2} instead', name, other, instead),
  left: (name: string, other: string) => t('left out, because /{0} is already in {1}', name, other),
  noFile: () => t('[no file is open in the editor]'),
  noSelection: () => t('[nothing is selected in the editor]'),
  otherModel: (source: string, model: string) =>
    t('{0} asks for the model {1}, which is not set up. The chat’s model is used.', source, model),
};
