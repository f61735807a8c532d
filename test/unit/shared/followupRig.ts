import {
  createFollowupController,
  type FollowupController,
  type FollowupState,
  SUGGESTION_DELAY_MS,
} from '../../../src/shared/followup.ts';
import { createManualClock, type ManualClock } from '../../support/manualClock.ts';

/** A followup controller with a manual clock, and the record of its callbacks. */

export const A = { id: 'a', text: 'run the tests' };
export const B = { id: 'b', text: 'commit this' };

export interface Rig {
  readonly controller: FollowupController;
  readonly clock: ManualClock;
  /** The callbacks of the controller, in order: `a shown`, `accept run the tests by tab`, … */
  readonly calls: string[];
  readonly states: FollowupState[];
}

export function rig(onAccept: (text: string) => void = () => {}, focused = true): Rig {
  const clock = createManualClock();
  const calls: string[] = [];
  const states: FollowupState[] = [];
  const controller = createFollowupController({
    clock,
    isFocused: () => focused,
    onStateChange: (state) => states.push(state),
    onAccept(text, method, submit) {
      calls.push(`accept ${text} by ${method}${submit ? ` to ${submit}` : ''}`);
      onAccept(text);
    },
    onReport(id, report) {
      const { event, ...rest } = report;
      calls.push([id, event, ...Object.values<string | number | boolean>(rest)].join(' '));
    },
    onError: (error) => calls.push(`error ${String(error)}`),
  });
  return { controller, clock, calls, states };
}

/** Starts with the suggestion A, visible for 50 ms, and with empty lists of callbacks and states. */
export async function shown(onAccept?: (text: string) => void): Promise<Rig> {
  const started = rig(onAccept);
  started.controller.setSuggestion(A);
  await started.clock.advance(SUGGESTION_DELAY_MS + 50);
  started.calls.length = 0;
  started.states.length = 0;
  return started;
}
