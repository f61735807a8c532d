import { plural } from './quantities.ts';

/** What the panel says of messages that wait for the answer. */
export const queueStrings = {
  label: 'Queued messages',
  placeholder: 'Queue another message',
  add: 'Queue',
  addTitle: (steerKey: string) => `Queue: sent after the answer (Enter). ${steerKey}: sent with the next tool result`,
  putBack: 'Return it to the queue (Enter)',
  /** Of a message that has steered an answer. */
  steered: 'Said while Premove was at work',
  paused: (count: number) => `Paused: ${plural(count, 'message')} queued`,
  pausedTitle: 'The last answer didn’t finish, so the queue is paused. Press Send to continue it.',
  send: 'Send',
  sendLabel: 'Send queued messages',
  sendTitle: 'Send them one by one, each after the answer to the one before',
  images: (count: number) => plural(count, 'image'),
  onlyImages: 'No text',
  editing: 'Being edited',
  editingStrip: 'Editing a queued message',
  editingAnnouncement: 'Editing a queued message. Enter returns it to the queue, Escape discards your changes.',
  cancelTitle: 'Discard changes (Esc)',
  steers: 'steers',
  steer: (text: string) => `Steer with it: ${text}`,
  steerTitle: 'Steer: send it with the next tool result instead of after the answer',
  doNotSteerTitle: 'Sent with the next tool result. Click to send it after the answer',
  edit: (text: string) => `Edit queued message: ${text}`,
  editTitle: 'Edit (Up in an empty input)',
  up: (text: string) => `Move up: ${text}`,
  upTitle: 'Move up',
  down: (text: string) => `Move down: ${text}`,
  downTitle: 'Move down',
  remove: (text: string) => `Remove from the queue: ${text}`,
  removeTitle: 'Remove',
  removed: 'Removed:',
  undo: 'Undo',
  undoLabel: 'Undo removing',
  announce: {
    queued: (count: number) => `Queued. ${waiting(count)}`,
    putBack: 'Back in the queue.',
    removed: 'Removed from the queue.',
    sent: (count: number) => `Sent your queued message. ${count === 0 ? '' : waiting(count)}`.trim(),
    moved: (place: number, count: number) => `Moved to ${place} of ${count}.`,
    paused: (count: number) => `The queue is paused. ${waiting(count)}`,
  },
} as const;

function waiting(count: number): string {
  return `${plural(count, 'message')} ${count === 1 ? 'waits' : 'wait'}.`;
}
