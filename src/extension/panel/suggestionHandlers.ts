import type { SuggestionAction } from '../../shared/suggesting.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { MoveAhead } from '../ahead/moveAhead.ts';
import type { HabitKeeper } from '../suggest/habit.ts';
import type { MutedChats } from '../suggest/mutedChats.ts';
import type { SuggestionNotices } from '../suggest/suggestionNotices.ts';

export interface SuggestionRequestsOptions {
  readonly store: ChatStore;
  readonly moveAhead: Pick<MoveAhead, 'stop'>;
  readonly mutedChats: MutedChats;
  readonly habit: Pick<HabitKeeper, 'reset'>;
  readonly notices: SuggestionNotices;
  /** Writes `premove.enableFollowupSuggestions` of the user's, which may not be all that there is to say. */
  readonly writeEnabled: (enabled: boolean) => Promise<'written' | 'off-in-workspace'>;
  /** As `writeEnabled`, of `premove.enableSpeculation`. */
  readonly writePreparing: (enabled: boolean) => Promise<'written' | 'off-in-workspace'>;
  readonly openSettings: (page: SuggestionSettingsPage) => Promise<void>;
  /** Asks for the key that `premove.fastModel` needs. */
  readonly setFastModelKey: () => Promise<void>;
}

/** `workspace…`: what the workspace says of suggestions, and of prepared edits. */
export type SuggestionSettingsPage = 'suggestions' | 'fast-model' | 'workspace' | 'workspace-preparing';

/**
 * Carries out what the hint behind ghost text, and the notices about suggestions, offer. The class stays whole with its
 * nine collaborators, because the actions share no state: smaller classes would only be shorter lists of actions.
 */
export class SuggestionHandlers {
  private readonly options: SuggestionRequestsOptions;

  constructor(options: SuggestionRequestsOptions) {
    this.options = options;
  }

  async handle(conversationId: string, action: SuggestionAction): Promise<void> {
    const { habit, notices, writeEnabled, openSettings, setFastModelKey } = this.options;
    const isShown = this.isShown(conversationId);
    switch (action) {
      case 'off-in-chat':
        return isShown ? this.switchInChat(conversationId, true) : undefined;
      case 'on-in-chat':
        return isShown ? this.switchInChat(conversationId, false) : undefined;
      case 'off':
        // Switched back on, they are to be there: the chat's own switch is part of what the user has just overruled.
        if (isShown) this.options.mutedChats.set(conversationId, false);
        await writeEnabled(false);
        return notices.show({ kind: 'off' });
      case 'on':
        await this.switchOn();
        return;
      case 'every-answer':
        habit.reset();
        return notices.clear();
      case 'open-settings':
        return openSettings('suggestions');
      case 'open-workspace-settings':
        return openSettings('workspace');
      case 'open-fast-model-setting':
        return openSettings('fast-model');
      case 'set-fast-model-key':
        return setFastModelKey();
      case 'preparing-on':
        return this.switchPreparing(true);
      case 'preparing-off':
        return this.switchPreparing(false);
      case 'open-workspace-preparing-setting':
        return openSettings('workspace-preparing');
      case 'dismiss-notice':
        return notices.clear();
    }
  }

  /** For the command: what is off is switched on, on whichever level it is off. */
  async toggle(enabled: boolean): Promise<void> {
    const { store, mutedChats, notices } = this.options;
    const { conversationId } = store.state;
    const isOff = !enabled || mutedChats.has(conversationId);
    const isAllowed = enabled || (await this.switchOn());
    await this.switchInChat(conversationId, !isOff);
    if (isOff && isAllowed && this.isShown(conversationId)) notices.show({ kind: 'on-in-chat' });
  }

  /** As `toggle`, but what is on is switched off in every chat. */
  async toggleEverywhere(enabled: boolean): Promise<void> {
    if (enabled) await this.handle(this.options.store.state.conversationId, 'off');
    else await this.toggle(enabled);
  }

  /** For good, in every chat. */
  async switchPreparing(enabled: boolean): Promise<void> {
    const { writePreparing, notices } = this.options;
    const isKeptOff = (await writePreparing(enabled)) === 'off-in-workspace';
    if (isKeptOff) notices.show({ kind: 'preparing-off-in-workspace' });
    else notices.show({ kind: enabled ? 'preparing-on' : 'preparing-off' });
  }

  /** For good. False where the workspace keeps them off, which the panel then says. */
  private async switchOn(): Promise<boolean> {
    const { writeEnabled, notices } = this.options;
    const isKeptOff = (await writeEnabled(true)) === 'off-in-workspace';
    if (isKeptOff) notices.show({ kind: 'off-in-workspace' });
    else notices.clear();
    return !isKeptOff;
  }

  /** The chat that the user meant, whichever is shown by now; what is to be seen of it belongs to that one alone. */
  private async switchInChat(conversationId: string, muted: boolean): Promise<void> {
    const { mutedChats, moveAhead, notices } = this.options;
    mutedChats.set(conversationId, muted);
    if (!this.isShown(conversationId)) return;
    if (!muted) return notices.clear('off-in-chat');
    await moveAhead.stop('suggestions-off');
    if (this.isShown(conversationId)) notices.show({ kind: 'off-in-chat' });
  }

  private isShown(conversationId: string): boolean {
    return this.options.store.state.conversationId === conversationId;
  }
}
