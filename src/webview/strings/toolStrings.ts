import { countFiles, plural } from './quantities.ts';

/** Texts of the rows of tool calls. */
export const toolStrings = {
  tools: {
    status: {
      validating: 'Preparing',
      'awaiting-approval': 'Needs approval',
      'awaiting-answer': 'Waiting for your answer',
      scheduled: 'Queued',
      executing: 'Running',
      success: 'Done',
      error: 'Failed',
      cancelled: 'Cancelled',
    },
    files: countFiles,
    readsOnly: 'read-only',
    readsOnlyTitle:
      'This command ran with limits, for example on time and output. If it used Git, Git did not run programs that the repository names.',
    unrecorded: { 'not-run': 'not run', interrupted: 'interrupted', unknown: 'no result' },
    unapplied: 'not applied yet',
    unappliedTitle: 'The edit was prepared on a copy of the file. Your file has not changed yet.',
    unsaved: 'edited, not saved yet',
    unsavedTitle: 'The file had unsaved changes, so the edit is in its editor. Save the file to write it to disk.',
    change: (file: string) => `Change to ${file}`,
    linesAdded: (count: number) => `${plural(count, 'line')} added`,
    linesRemoved: (count: number) => `${plural(count, 'line')} removed`,
    output: {
      name: (command: string) => `Output of ${command}`,
      show: (command: string) => `Show output of ${command}`,
      hide: (command: string) => `Hide output of ${command}`,
    },
    /** `call` is a phrase such as "reading src/a.ts". */
    result: {
      name: (call: string) => `Result of ${call}`,
      show: (call: string) => `Show result of ${call}`,
      hide: (call: string) => `Hide result of ${call}`,
    },
    /** `what` is a command, or a tool and its file: "npm test", "Read src/a.ts". */
    cancel: (what: string) => `Cancel ${what}`,
  },

  agents: {
    calls: 'Calls of the agent',
    waiting: 'Waiting for another agent to end',
    thinking: 'Thinking',
    retries: 'Waiting to retry a request',
    /** `call` is a tool and its subject: "Read src/a.ts", or `thinking`. */
    progress: (count: number, call: string) => `${plural(count, 'call')} · ${call}`,
    earlier: (count: number) => `${plural(count, 'earlier call')} not shown`,
    /** `call` is as for `progress`. */
    needsApproval: (call: string) => `Needs approval: ${call}`,
    model: (name: string) => `Model: ${name}`,
    report: 'Report',
    /** `agent` is the agent's name and its task. The Stop button of the input stops the whole answer. */
    stop: (agent: string) => `Stop only the agent ${agent}`,
  },

  /** Texts of the summary line of collapsed rows, in addition to each row's own words. */
  run: {
    couldNot: (base: string) => `could not ${base}`,
    failed: 'failed',
    unsaved: 'not saved yet',
    unapplied: 'not applied yet',
    denied: 'you denied',
    stopped: 'stopped',
    /** `not-run`: the window closed before the call ran. `interrupted`: while it ran. */
    'not-run': 'not run:',
    interrupted: 'interrupted',
    /** VS Code ended before the call had a result, maybe before it ran. */
    unrecorded: 'no result of',
    cancelled: 'cancelled',
    more: (steps: number) => plural(steps, 'more step'),
  },
} as const;
