import { plural } from './quantities.ts';

/** Texts about queued messages. */
export const queueStrings = {
  label: 'Queued messages',
  placeholder: 'Queue another message',
  add: 'Queue',
  addTitle: (steerKey: string) =>
    `Queue: sends after the answer (Enter). ${steerKey} sends during the answer, with the next tool result`,
  returnToQueue: 'Return the message to the queue (Enter)',
  /** Shown on a message that steered an answer. */
  steered: 'Sent while Premove was working',
  paused: (count: number) => `Paused: ${plural(count, 'message')} queued`,
  pausedTitle:
    'The queue is paused, for example because the last answer didn’t finish. Press Send to continue the queue.',
  send: 'Send',
  sendLabel: 'Send queued messages',
  sendTitle: 'Send the queued messages one by one, each after the previous answer',
  images: (count: number) => plural(count, 'image'),
  onlyImages: 'No text',
  model: (label: string) => `Model for this message only: ${label}`,
  modelAfterAnswer: (label: string) => `Sent after this answer. Model for this message only: ${label}`,
  editing: 'Being edited',
  editingStrip: 'Editing a queued message',
  editingAnnouncement: 'Editing a queued message. Enter returns it to the queue, Escape discards your changes.',
  cancelTitle: 'Discard changes (Esc)',
  steers: 'during this answer',
  steer: (text: string) => `Send during this answer: ${text}`,
  steerTitle: 'Send during this answer, with the next tool result',
  doNotSteerTitle:
    'Will be sent during this answer, with the next tool result. Click to send it after the answer instead',
  edit: (text: string) => `Edit queued message: ${text}`,
  editTitle: 'Edit (Up in an empty input)',
  up: (text: string) => `Move queued message up: ${text}`,
  upTitle: 'Move up',
  down: (text: string) => `Move queued message down: ${text}`,
  downTitle: 'Move down',
  remove: (text: string) => `Remove from the queue: ${text}`,
  removeTitle: 'Remove',
  removed: 'Removed:',
  undo: 'Undo',
  undoLabel: 'Undo removing queued message',
  announce: {
    queued: (count: number) => waiting(count),
    returned: 'Back in the queue.',
    removed: 'Removed from the queue.',
    sent: (count: number) =>
      `Sent your queued message. ${count === 0 ? '' : `${plural(count, 'message')} still queued.`}`.trim(),
    moved: (place: number, count: number) => `Moved to ${place} of ${count}.`,
    paused: (count: number) => `The queue is paused. ${waiting(count)}`,
  },
} as const;

function waiting(count: number): string {
  return `${plural(count, 'message')} queued.`;
}
