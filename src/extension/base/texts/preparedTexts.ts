import { t } from './translate.ts';

/** Reasons why prepared edits paused, as clauses. The command, path or address of the call may follow after a colon. */
export const pausedTexts = {
  /** `limit`: see `CostLimit`. */
  'cost-limit': (limit: string) =>
    limit === 'run'
      ? t('the cost limit is reached')
      : limit === 'day'
        ? t('today’s cost limit is reached')
        : t('today’s cost could not be read'),
  'plan-mode': () => t('plan mode is read-only'),
  'default-mode': () => t('needs approval to edit'),
  /** `rule` is empty if it is not known which rule. */
  rule: (rule: string) =>
    rule === '' ? t('needs approval because of your rules') : t('needs approval because of your rule {0}', rule),
  'sensitive-path': () => t('needs approval to edit'),
  'secret-file': () => t('needs approval to read'),
  'permanent-delete': () => t('needs approval to delete'),
  'remote-schema': () => t('needs approval to add the schema'),
  'outside-workspace': () => t('needs access outside the workspace'),
  'stale-view': () => t('can’t run in the background'),
  shell: () => t('needs approval'),
  network: () => t('needs approval to use the network'),
  interactive: () => t('needs your answer'),
  foreign: () => t('needs an external tool'),
  agent: () => t('needs an agent'),
  'unknown-tool': () => t('can’t run in the background'),
  'turn-limit': () => t('too many steps'),
};

/**
 * Reasons why Premove prepares no edits until the user accepts a suggestion, applies prepared edits or presses Resume.
 */
export const heldTexts = {
  unused: (count: number) => t('Prepared edits went unused {0} times in a row.', count),
  firstStep: (count: number) => t('Preparing stopped in the first step {0} times in a row.', count),
};

/** Reasons why a suggestion could not be prepared. Shown after "Could not prepare this." */
export const notPreparedTexts = {
  nothingToFollow: () => t('The last answer has no text.'),
  empty: () => t('The model sent an empty answer.'),
  length: () => t('The answer reached the output limit.'),
  'context-full': () => t('The conversation is too long for the model.'),
  paused: () => t('The model paused.'),
  refused: () => t('The model declined to answer.'),
  aborted: () => t('The answer was stopped.'),
};

/** Reasons why prepared edits were not applied. */
export const notAppliedTexts = {
  /** `files`: one or more files, in one string. */
  changed: (files: string, count: number) =>
    count === 1
      ? t('{0} has changed since, and the changes could not be merged.', files)
      : t('{0} have changed since, and the changes could not be merged.', files),
  /** `files`: one or more files, in one string. */
  deleted: (files: string, count: number) =>
    count === 1 ? t('{0} has been deleted since.', files) : t('{0} have been deleted since.', files),
  nothing: () => t('Nothing was applied.'),
  /** What to do about files with conflict markers. */
  resolveMarkers: () => t('Edit the right side of the diff until no conflict markers are left, then apply.'),
  /** What to do about files that could not be merged at all. */
  chooseVersion: () => t('Press Review merge to choose a version.'),
  /** `why` is a sentence. */
  kept: (why: string) => t('Nothing was applied. {0} Try again, or discard the edits.', why),
  /** For an answer without edits. `why` is a sentence. */
  answerKept: (why: string) => t('The answer was not added. {0} Try again, or discard it.', why),
  /** `why` ends with the files that could not be restored. */
  partly: (why: string) => t('The edits were applied only in part. {0} Check these files.', why),
  changedMeanwhile: (file: string) => t('{0} changed while the edits were being applied.', file),
  notRestored: (files: string) => t('Could not be restored: {0}.', files),
  changedSince: (file: string) => t('{0} (changed since)', file),
  unexpected: () => t('Something went wrong. See the log.'),
};

/** Reasons why a file could not be read or written: sentences for the `why` of `kept` and `partly`. */
export const fileReasonTexts = {
  notFound: (file: string) => t('{0} does not exist.', file),
  isFolder: (file: string) => t('{0} is a folder.', file),
  notFolder: (file: string) => t('{0} is not a folder.', file),
  exists: (file: string) => t('{0} already exists.', file),
  outside: (file: string) => t('{0} is outside the workspace.', file),
  noPermission: (file: string) => t('Premove has no permission to change {0}.', file),
  tooLarge: (file: string) => t('{0} is too large.', file),
  changed: (file: string) => t('{0} has changed.', file),
  unsaved: (file: string) => t('{0} has unsaved changes in an editor. Save or revert them.', file),
  diskFull: () => t('The disk is full.'),
  failed: (file: string) => t('{0} could not be read or written. See the log.', file),
};

/** Reasons why Apply did not apply anything, and what to do. */
export const notReadyTexts = {
  none: () => t('There are no prepared edits to apply.'),
  running: () => t('These edits are still being prepared. Apply them when they are complete.'),
  busy: () => t('An answer is being written. Apply the edits when it has ended.'),
  stopped: () =>
    t(
      'The preparation of these edits stopped early, and premove.speculation.atBoundary discards such edits. Press Enter on the suggestion to send it to the model.',
    ),
  otherModel: (model: string) =>
    t('The preparation stopped early, and only {0} can continue. Select {0} again, or discard the edits.', model),
  notShown: () => t('These edits could not be shown, so they were not applied. See the log.'),
  /** In `default` mode. */
  review: () => t('The diff shows all prepared edits. Review them, then press Apply again.'),
};

/** Labels after the signs of a conflict marker. */
export const conflictTexts = {
  current: () => t('Your file'),
  incoming: () => t('Prepared edits'),
};

/** The question about a file that could not be merged. */
export const versionTexts = {
  title: (file: string) => t('{0} cannot be merged', file),
  changedAndDeleted: () => t('Changed since, but deleted by the edits. Choose, then apply.'),
  deletedAndChanged: () => t('Deleted since, but changed by the edits. Choose, then apply.'),
  bothChanged: () => t('Changed since, and binary or too large. Choose, then apply.'),
  keepCurrent: () => t('Keep the file as it is now'),
  keepDeleted: () => t('Leave the file deleted'),
  takePrepared: () => t('Take the prepared file'),
  takeDeletion: () => t('Delete the file'),
};

/** The result of applying prepared edits, or of a restore, if a crash interrupted it. Shown at the next start. */
export const recoveryTexts = {
  apply: {
    interrupted: () => t('VS Code closed while prepared edits were being applied.'),
    done: () => t('Premove has applied all of them, and their answer is in the chat.'),
    rolledBack: () => t('Premove has undone them.'),
    owned: () => t('They are applied, but their chat is in use. Their answer is added when VS Code starts again.'),
    absent: () => t('They are applied, but their answer is lost, because its chat is missing.'),
    unsaved: () => t('They are applied, but their answer could not be saved. Free up disk space and restart VS Code.'),
  },
  restore: {
    interrupted: () => t('VS Code closed while files were being restored.'),
    done: () => t('Premove has restored all of them.'),
    rolledBack: () => t('Premove has undone the restore.'),
    owned: () =>
      t('They are restored, but their chat is in use. The chat shows the restore when VS Code starts again.'),
    absent: () => t('They are restored, but their chat is missing.'),
    unsaved: () => t('They are restored, but their chat could not be saved. Free up disk space and restart VS Code.'),
  },
  changed: (files: string) => t('These files have changed since, so they stay as they are: {0}.', files),
  doubtful: (files: number, host: string) => {
    const what = files === 1 ? t('1 file') : t('{0} files', files);
    const owner = host === '' ? t('Another window or computer') : t('Another window or computer ({0})', host);
    return t('{0} may still be writing {1}. If VS Code is closed there, select Finish.', owner, what);
  },
  finish: () => t('Finish'),
  failed: () =>
    t(
      'VS Code closed while files were being written. Premove could not complete or undo all of them, and tries again ' +
        'when VS Code starts. See the log.',
    ),
};
