import type { BackgroundRequest } from '../../src/extension/background/spending.ts';
import type { ChatStore } from '../../src/extension/chat/view/chatStore.ts';
import type { Clock } from '../../src/extension/ports/clock.ts';
import type { Allowance } from '../../src/extension/suggest/allowance.ts';
import { BACKED_OFF_EVERY, HabitKeeper, MAX_IGNORED, type Kept } from '../../src/extension/suggest/habit.ts';
import { OpenDialogs } from '../../src/extension/suggest/openDialogs.ts';
import { QuietChats } from '../../src/extension/suggest/quietChats.ts';
import type { PromptSuggestionEvent } from '../../src/extension/suggest/suggestionEvent.ts';
import { SuggestionNotices } from '../../src/extension/suggest/suggestionNotices.ts';
import { SuggestionRecorder } from '../../src/extension/suggest/suggestionRecorder.ts';

/** Something small that is remembered for as long as the test lives. */
export function createKept(value?: unknown): Kept {
  let kept = value;
  return { get: () => kept, set: (next) => void (kept = next) };
}

/** What suggestions are limited and remembered by, in memory; `situation` is for the test to change. */
export function createSuggesting(store: ChatStore, clock: Clock) {
  const situation = {
    allowance: 'within' as Allowance | Promise<Allowance>,
    isPanelOpen: true,
    wasPanelSeen: true,
  };
  const events: PromptSuggestionEvent[] = [];
  const requests: BackgroundRequest[] = [];
  const notices = new SuggestionNotices(store, clock);
  const habit = new HabitKeeper(createKept(), (backsOff) => {
    if (backsOff) notices.show({ kind: 'backed-off', ignored: MAX_IGNORED, every: BACKED_OFF_EVERY });
    else notices.clear('backed-off');
  });
  const quietChats = new QuietChats(createKept());
  const dialogs = new OpenDialogs();
  const recorder = new SuggestionRecorder({
    clock,
    record: (event) => void events.push(event),
    onDidEnd: (taken) => habit.noteSuggestion(taken),
  });
  return {
    situation,
    events,
    requests,
    notices,
    habit,
    quietChats,
    dialogs,
    recorder,
    maySuggest: async () => (await situation.allowance) === 'within',
    limits: {
      quietChats,
      habit,
      openDialogs: () => dialogs.kinds,
      allowance: async () => situation.allowance,
      onNotice: notices.showOnceADay.bind(notices),
      onRequest: (request: BackgroundRequest) => void requests.push(request),
      panel: {
        get isOpen() {
          return situation.isPanelOpen;
        },
        get wasSeen() {
          return situation.wasPanelSeen;
        },
      },
    },
  };
}
