import { t } from './translate.ts';

/**
 * Summaries of ended calls and of the user's shell commands, and details for the user, shown in rows. The model
 * reads none of these texts, except `diffCut` after an edit that the user changed.
 */
export const resultTexts = {
  failed: () => t('failed'),
  cancelled: () => t('cancelled'),
  /** `feedback`: what the user wants instead; empty if the user wrote nothing. */
  denied: (feedback: string) => (feedback === '' ? t('denied') : t('denied: {0}', feedback)),
  deniedByRule: () => t('denied by a rule'),
  deniedByRuleDetail: (rule: string) => t('The rule {0} in the settings denies this call.', rule),
  untrusted: () => t('workspace not trusted'),
  planModeOn: () => t('plan mode is read-only'),
  planModeOff: () => t('plan mode is off'),
  planAccepted: (isRevised: boolean) => (isRevised ? t('accepted, edited by you') : t('accepted')),
  readsOnly: () => t('this agent can only read'),
  notInPromptFile: () => t('not permitted by the prompt file'),
  unknownTool: () => t('unknown tool'),
  badArguments: () => t('invalid arguments'),
  notAsked: () => t('not asked'),
  notAnswered: () => t('not answered'),
  todosCleared: () => t('cleared'),
  todosDone: (done: number, count: number) => t('{0} of {1} done', done, count),

  reverted: () => t('reverted'),
  revertedByUser: () => t('You reverted this edit before it was applied.'),
  amendedByUser: () =>
    t(
      'You changed this file before the edits were applied. The row of the last edit to this file shows the whole change.',
    ),

  skillLoaded: () => t('loaded'),

  agentCalls: (count: number) => (count === 1 ? t('1 call') : t('{0} calls', count)),
  agentIncomplete: (calls: string) => t('{0}, incomplete', calls),
  agentFailed: () => t('failed'),
  noReport: () => t('no report'),

  notFound: () => t('not found'),
  isFolder: () => t('is a folder'),
  notFolder: () => t('not a folder'),
  isLink: () => t('is a link'),
  exists: () => t('already exists'),
  outside: () => t('outside the workspace'),
  noPermission: () => t('no permission'),
  tooLarge: () => t('too large'),
  badPattern: () => t('invalid pattern'),
  diskFull: () => t('disk full'),

  empty: () => t('empty'),
  lines: (count: number) => (count === 1 ? t('1 line') : t('{0} lines', count)),
  linesOf: (first: number, last: number, count: number) => t('lines {0}–{1} of {2}', first, last, count),
  beyondEnd: () => t('past the end of the file'),
  beyondLineEnd: () => t('past the end of the line'),
  binary: () => t('binary'),
  image: (width: number, height: number) => t('image, {0} × {1}', width, height),
  imageNotSupported: () => t('image type not supported'),
  brokenImage: () => t('damaged image'),
  imageTooLarge: () => t('image too large'),
  /** `count` is undefined if it is not known. */
  pdf: (count: number | undefined) =>
    count === undefined ? t('PDF') : count === 1 ? t('PDF, 1 page') : t('PDF, {0} pages', count),
  encryptedPdf: () => t('encrypted PDF'),
  pdfTooLarge: () => t('PDF too large'),

  notReadYet: () => t('not read yet'),
  notReadDetail: (file: string) =>
    t('Nothing was written, because Premove has not read all of the current version of {0}.', file),
  changedSinceRead: () => t('changed since it was read'),
  changedMeanwhile: () => t('changed before you decided'),
  notText: () => t('not text'),
  textLeftOut: () => t('the model left out text'),
  noChange: () => t('no change'),
  deleted: () => t('deleted'),
  moved: () => t('moved'),
  /** The last line of a diff that is too long. */
  diffCut: () => t('The rest of the diff is not shown.'),
  hasUnsavedChanges: () => t('has unsaved changes'),
  noMatch: () => t('no match'),
  severalMatches: (count: number) => t('{0} matches', count),

  files: (count: number, isCut: boolean) =>
    isCut ? t('{0}+ files', count) : count === 1 ? t('1 file') : count === 0 ? t('no files') : t('{0} files', count),
  folders: (count: number) => (count === 1 ? t('1 folder') : t('{0} folders', count)),
  entries: (count: number) => (count === 1 ? t('1 entry') : t('{0} entries', count)),
  noMatches: () => t('no matches'),
  matches: (count: number, isCut: boolean, files: number) => {
    const found = isCut ? `${count}+` : count;
    return files === 1 ? t('{0} in 1 file', found) : t('{0} in {1} files', found, files);
  },
  found: () => t('found'),
  nothingFound: () => t('nothing found'),
  none: () => t('none'),
  noPosition: () => t('position missing'),
  notThere: () => t('not on this line'),

  sources: (count: number) => (count === 1 ? t('1 source') : count === 0 ? t('no sources') : t('{0} sources', count)),
  notFetched: () => t('not fetched'),
  privateAddress: () => t('private address'),
  movedTo: (host: string) => t('moved to {0}', host),
  status: (status: number) => t('status {0}', status),
  unknownType: () => t('unknown type'),
  characters: (count: number) =>
    count < 1000 ? t('{0} characters', count) : t('{0}k characters', Math.round(count / 1000)),
  cut: (size: string) => t('{0}, truncated', size),
  images: (count: number) => (count === 1 ? t('1 image') : t('{0} images', count)),

  noFolder: () => t('no folder'),
  notStarted: () => t('not started'),
  exitCode: (code: number) => t('exit {0}', code),
  timedOut: () => t('timed out'),
  stopped: () => t('stopped'),
  endUnknown: () => t('outcome unknown'),
};
