import type { Notice } from '../../shared/chatState.ts';
import {
  MAX_AUTOMATIC_CONTINUATIONS,
  type AnswerStatus,
  type BypassView,
  type ErrorView,
} from '../../shared/transcriptItem.ts';
import { toSentence } from '../../shared/displayText.ts';
import { countFiles, formatCount, formatDuration, formatShare, formatTokens, plural } from './quantities.ts';

/** Texts of an answer: its footer, its notices, and the actions after a failure. */
export const answerStrings = {
  answer: {
    thinking: 'Thinking',
    /** `ms` is 0 if the duration was not recorded. */
    thoughtFor: (ms: number) => (ms === 0 ? 'Thoughts' : `Thought for ${formatDuration(ms)}`),
    copy: 'Copy',
    copied: 'Copied',
    retry: 'Retry',
    more: 'More actions',
    branchFromHere: 'Branch from here',
    whileAnswering: 'Available when the answer is done.',
    continuesAfterSteering: 'This answer continues below the message that you sent during it.',
    edit: 'Edit',
    nothingToEdit: 'This answer does not end in text, so there is nothing to edit.',
    edited: 'Edited',
    editedDetail: 'You edited the text of this answer.',
    copyMarkdown: 'Copy as Markdown',
    exportUpToHere: 'Export up to here…',
    details: 'Details',
    hideDetails: 'Hide details',
    inOut: (input: number, output: number) => `${formatCount(input)} in · ${formatCount(output)} out`,
    unknownPrice: 'price unknown',
    unknownPriceDetail: 'Premove has no price for this model, so the cost is unknown.',
    searches: (amount: string) => `${amount} web search`,
    searchesDetail: 'Web search: requests in which the provider searched the web for this answer',
    agents: (amount: string) => `${amount} agents`,
    agentsDetail: 'Agents: requests of the agents that worked for this answer',
    ahead: (amount: string) => `${amount} ahead`,
    aheadDetail: 'Ahead: suggestions and prepared edits after this answer',
    background: (amount: string) => `${amount} background`,
    backgroundDetail: 'Background: the title of this chat, and the check whether the answer is complete',
    compression: (amount: string) => `${amount} compression`,
    compressionDetail: 'Compression: summaries of earlier messages, made after this answer',
    inputHelp: (amount: string) => `${amount} input help`,
    inputHelpDetail: 'Input help: completions and translations of your text after this answer',
    aheadEstimated: 'A request was cut short, so its cost is an estimate.',
    costDetail: 'Cost of the answer in US dollars, at the provider’s list prices',
    context: (share: string) => `${share} of context`,
    contextDetail: (used: number, window: number) =>
      `${formatCount(used)} of ${formatCount(window)} tokens in the model’s context window`,
    detail: {
      chatTotal: 'This chat',
      dayTotal: 'Today, all chats',
      model: 'Model',
      input: 'Input',
      output: 'Output',
      cacheRead: 'Read from cache',
      cacheWrite: 'Written to cache',
      cost: 'Cost',
      searches: 'Web searches',
      agents: 'Agents',
      context: 'Context',
      estimate: 'Input estimate',
      /** `counted` is null if the provider reported no count. */
      estimated: (estimated: number, counted: number | null) =>
        counted === null
          ? `≈${plural(estimated, 'token')} before sending`
          : `≈${plural(estimated, 'token')} before sending, ${counted.toLocaleString('en')} counted`,
      stopWord: 'Stop reason',
      continued: 'Continued',
      continuedFrom: (form: 'native' | 'guided', characters: number) =>
        `after ${plural(characters, 'character')} (${form})`,
      continuesMessage: (characters: number) => `your message, after ${plural(characters, 'character')}`,
      tokens: (count: number) => plural(count, 'token'),
      contextUsed: (used: number, window: number | null) =>
        window === null
          ? plural(used, 'token')
          : `${used.toLocaleString('en')} of ${plural(window, 'token')} (${formatShare(used, window)})`,
      contextUnknown: 'The size of this model’s context window is unknown.',
    },
    sources: 'Sources',
    allSources: (count: number) => `Show all ${count} sources`,
    tokens: formatTokens,
    tokensDetail: (input: number, output: number, cacheRead: number, cacheWrite: number) =>
      `${formatCount(input)} in · ${formatCount(output)} out · ${formatCount(cacheRead)} read from cache · ` +
      `${formatCount(cacheWrite)} written to cache`,
    estimated: 'The answer was cut short, so its output is an estimate.',
    speculated: 'Prepared in advance',
    amended: (files: number) => `edits changed in ${plural(files, 'file')} before applying`,
    speculatedDetail: 'Prepared before you asked',
    /** By `Routed.reason`. */
    routed: {
      own: (model: string) => `Answered by ${model}, the model that was chosen for this message.`,
      explore: (model: string) => `Answered by ${model}, because your message only asks a question.`,
      fallback: (model: string, insteadOf: string) => `Answered by ${model}, because ${insteadOf} was not available.`,
    },
    countedBefore: 'Prepared before you asked. The previous answer shows the cost as “ahead”.',
    working: 'Working',
    finished: (text: string) => (text === '' ? 'Premove answered.' : `Premove answered: ${text}`),
    /** `attempt` is null if the attempts are limited by time and not by number. */
    retryIn: (reason: string, seconds: number, attempt: number | null, maxAttempts: number) =>
      `${toSentence(reason)} Retrying in ${seconds}\u00a0s${attemptOf(attempt, maxAttempts)}.`,
    retrying: (reason: string, attempt: number | null, maxAttempts: number) =>
      `${toSentence(reason)} Retrying now${attemptOf(attempt, maxAttempts)}.`,
    retries: (reason: string) => `${toSentence(reason)} Retrying.`,
    retryNow: { text: 'Now', label: 'Retry now' },
    stopRetrying: { text: 'Stop', label: 'Stop retrying' },
    leftOut: 'No answer. Later requests leave this message out.',
    failedEarlier: 'Ended with an error.',
    useAsMessage: 'Use as my message',
    useAsMessageDetail: 'Sends your message again, with this text at its end',
    automatic: (number: number) => `Continuing by itself, ${number} of ${MAX_AUTOMATIC_CONTINUATIONS}`,
    /** `requests` is 0 if their number is unknown. */
    pausedAfter: (requests: number, limit: 'prompt' | 'chat') => {
      const setting = limit === 'prompt' ? 'premove.maxTurnsPerPrompt' : 'premove.maxSessionTurns';
      if (requests === 0) return `Paused at the request limit (${setting}).`;
      const counted = limit === 'prompt' ? plural(requests, 'request') : `${plural(requests, 'request')} in this chat`;
      return `Paused after ${counted} (${setting}).`;
    },
    /** `tokens` is null if their number is unknown, `call` is null if no call was cut off. */
    outputLimit: (tokens: number | null, call: string | null) => {
      const limit = tokens === null ? '' : `, ${plural(tokens, 'token')}`;
      const where = call === null ? '' : `${tokens === null ? '' : ','} in a call of ${call}, which did not run`;
      return `Stopped at the output limit${limit}${where}.`;
    },
    shortOfResources: 'The provider stopped the answer because it is short of resources.',
    empty: 'The model sent an empty answer. Try again, or rephrase your message.',
    chatLeft: 'Stopped because you opened another chat.',
    status: {
      stopped: 'You stopped this answer.',
      interrupted: 'Interrupted when the window closed or reloaded.',
      'only-thinking': 'The model used its whole output limit for thinking and wrote no answer.',
      'context-full':
        'The conversation fills the model’s context window. Compress the context, start a new chat, or select a model with a larger context window.',
      refused: 'The model declined to continue. Later requests leave out its last text.',
      failed: 'The answer could not be completed.',
    } satisfies Partial<Record<AnswerStatus, string>>,
  },

  /** The line about the files that an answer changed. */
  changes: {
    label: 'Changed files',
    counts: (files: number, moved: number, added: number, removed: number) =>
      `${countFiles(files, moved)}, +${added} −${removed}`,
    undone: 'Undone',
    restored: 'Undone, because you restored the files',
    review: { text: 'Review', label: 'Review the changes of this answer' },
    reviewChat: 'Review all changes of this chat',
    dropped: 'These changes are too old to be undone.',
    undo: { text: 'Undo', label: 'Undo the changes of this answer' },
    redo: { text: 'Redo', label: 'Redo the changes of this answer' },
    changed: (files: readonly string[]) =>
      files.length === 1
        ? `Changed in the meantime, so left as it is: ${list(files)}`
        : `Changed in the meantime, so left as they are: ${list(files)}`,
    compare: 'Show diff',
    notRestorable: (files: readonly string[]) => `Cannot be restored: ${list(files)}`,
    lost: (files: readonly string[]) => `Could not be restored: ${list(files)}`,
    bypasses: (calls: readonly BypassView[]) =>
      `Premove cannot undo changes by commands and external tools: ${list(
        calls.map(({ call, files }) => (files.length > 0 ? `“${call}” (changed ${list(files)})` : `“${call}”`)),
      )}`,
    announcements: {
      applied: 'Changes redone.',
      undone: 'Changes undone.',
      restored: 'Files restored.',
      dropped: 'The changes are too old to be undone.',
    },
  },

  actions: {
    continue: 'Continue',
    'larger-budget': 'Try with a larger budget',
    compress: 'Compress context',
    'set-api-key': 'Set key…',
    'select-model': 'Select model…',
    retry: 'Retry',
    'new-chat': 'New chat',
    'open-settings': 'Open settings',
    'open-copy': 'Open a copy',
    'undo-edits': 'Undo',
    'end-fallback': 'Back to the selected model',
    'manage-trust': 'Manage Trust',
  } satisfies Record<
    'continue' | 'larger-budget' | 'compress' | NonNullable<ErrorView['action']> | NonNullable<Notice['action']>,
    string
  >,
} as const;

/** Lists at most `MAX_NAMES` names, so that the line under an answer stays short. */
function list(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).join(', ');
  return names.length > MAX_NAMES ? `${shown} and ${names.length - MAX_NAMES} more` : shown;
}

const MAX_NAMES = 5;

function attemptOf(attempt: number | null, maxAttempts: number): string {
  return attempt === null ? '' : ` (${attempt} of ${maxAttempts})`;
}
