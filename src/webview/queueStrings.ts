import { plural } from './quantities.ts';

/** What the panel says of messages that wait for the answer. */
export const queueStrings = {
  label: 'Queued messages',
  placeholder: 'Queue another message',
  add: 'Queue',
  addTitle: (steerKey: string) =>
    `Queue: goes when the answer is there (Enter). ${steerKey}: goes already with the next results`,
  putBack: 'Put it back into the queue (Enter)',
  /** Of a message that has steered an answer. */
  steered: 'Said while Premove was at work',
  paused: (count: number) => `Paused: ${plural(count, 'message')} queued`,
  pausedTitle: 'The last answer did not simply end, so nothing is sent without you.',
  send: 'Send',
  sendLabel: 'Send queued messages',
  sendTitle: 'Send them, one after the other, as answers are there',
  images: (count: number) => plural(count, 'image'),
  onlyImages: 'No text',
  editing: 'Being edited',
  editingStrip: 'Editing a queued message',
  editingAnnouncement: 'Editing a queued message. Enter puts it back into the queue, Escape leaves it as it was.',
  cancelTitle: 'Leave it as it was (Esc)',
  steers: 'steers',
  steer: (text: string) => `Steer with it: ${text}`,
  steerTitle: 'Steer: it goes already with the next results, and does not wait for the answer',
  doNotSteerTitle: 'It goes with the next results. Let it wait for the answer',
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
