import type { SuggestionAction } from '../../shared/suggesting.ts';
import type { ChatStore } from '../chat/chatStore.ts';
import type { MoveAhead } from '../speculate/moveAhead.ts';
import type { HabitKeeper } from '../suggest/habit.ts';
import type { QuietChats } from '../suggest/quietChats.ts';
import type { SuggestionNotices } from '../suggest/suggestionNotices.ts';

export interface SuggestionRequestsOptions {
  readonly store: ChatStore;
  readonly moveAhead: Pick<MoveAhead, 'drop'>;
  readonly quietChats: QuietChats;
  readonly habit: Pick<HabitKeeper, 'reset'>;
  readonly notices: SuggestionNotices;
  /** Writes `premove.enableFollowupSuggestions`. */
  readonly writeEnabled: (enabled: boolean) => Promise<void>;
  /** Shows the settings of suggestions. */
  readonly openSettings: () => Promise<void>;
}

/** Carries out what the hint behind ghost text, and the notices about suggestions, offer. */
export class SuggestionRequests {
  private readonly options: SuggestionRequestsOptions;

  constructor(options: SuggestionRequestsOptions) {
    this.options = options;
  }

  async handle(conversationId: string, action: SuggestionAction): Promise<void> {
    const { store, habit, notices, writeEnabled, openSettings } = this.options;
    const isShown = store.state.conversationId === conversationId;
    switch (action) {
      case 'off-in-chat':
        return isShown ? this.switchInChat(true) : undefined;
      case 'on-in-chat':
        return isShown ? this.switchInChat(false) : undefined;
      case 'off':
        // Switched back on, they are to be there: the chat's own switch is part of what the user has just overruled.
        if (isShown) this.options.quietChats.set(conversationId, false);
        await writeEnabled(false);
        return notices.show({ kind: 'off' });
      case 'on':
        await writeEnabled(true);
        return notices.clear();
      case 'every-answer':
        habit.reset();
        return notices.clear();
      case 'open-settings':
        return openSettings();
      case 'dismiss-notice':
        return notices.clear();
    }
  }

  /** For the command: what is off is switched on, on whichever level it is off. */
  async toggle(enabled: boolean): Promise<void> {
    const { store, quietChats } = this.options;
    const { conversationId } = store.state;
    const isOff = !enabled || quietChats.has(conversationId);
    if (!enabled) await this.handle(conversationId, 'on');
    await this.switchInChat(!isOff);
    if (isOff) this.options.notices.show({ kind: 'on-in-chat' });
  }

  /** As `toggle`, but what is on is switched off in every chat. */
  async toggleEverywhere(enabled: boolean): Promise<void> {
    if (enabled) await this.handle(this.options.store.state.conversationId, 'off');
    else await this.toggle(enabled);
  }

  private async switchInChat(quiet: boolean): Promise<void> {
    const { store, quietChats, moveAhead, notices } = this.options;
    quietChats.set(store.state.conversationId, quiet);
    if (!quiet) return notices.clear('off-in-chat');
    await moveAhead.drop();
    notices.show({ kind: 'off-in-chat' });
  }
}
