import type { SuggestionAction } from '../../../shared/suggesting.ts';
import type { ChatStore } from '../../chat/view/chatStore.ts';
import type { MoveAhead } from '../../ahead/moveAhead.ts';
import type { HabitStore } from '../../suggest/habit.ts';
import type { MutedChats } from '../../suggest/mutedChats.ts';
import type { SuggestionNotices } from '../../suggest/suggestionNotices.ts';

export interface SuggestionHandlersOptions {
  readonly store: ChatStore;
  readonly moveAhead: Pick<MoveAhead, 'stop'>;
  readonly mutedChats: MutedChats;
  readonly habit: Pick<HabitStore, 'reset'>;
  readonly notices: SuggestionNotices;
  /** Writes the user's `premove.enableFollowupSuggestions`. The workspace may still keep suggestions off. */
  readonly writeEnabled: (enabled: boolean) => Promise<'written' | 'off-in-workspace'>;
  /** Writes the user's `premove.enableSpeculation`. The workspace may still keep prepared edits off. */
  readonly writePreparing: (enabled: boolean) => Promise<'written' | 'off-in-workspace'>;
  readonly openSettings: (page: SuggestionSettingsPage) => Promise<void>;
  readonly setFastModelKey: () => Promise<void>;
}

/** `workspace` and `workspace-preparing`: the workspace's settings for suggestions and for prepared edits. */
export type SuggestionSettingsPage = 'suggestions' | 'fast-model' | 'workspace' | 'workspace-preparing';

/**
 * Handles the menu beside ghost text and the notices about suggestions and prepared edits. The class is not split,
 * because smaller classes would only be shorter lists of the same actions, which share no state.
 */
export class SuggestionHandlers {
  private readonly options: SuggestionHandlersOptions;

  constructor(options: SuggestionHandlersOptions) {
    this.options = options;
  }

  async handle(conversationId: string, action: SuggestionAction): Promise<void> {
    const { habit, notices, writeEnabled, openSettings, setFastModelKey } = this.options;
    const isShown = this.isShown(conversationId);
    switch (action) {
      case 'off-in-chat':
        return isShown ? this.setMuted(conversationId, true) : undefined;
      case 'on-in-chat':
        return isShown ? this.setMuted(conversationId, false) : undefined;
      case 'off':
        // Unmutes the chat, so that it has suggestions when the user turns them on again.
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

  /**
   * If suggestions are on in the shown chat, turns them off there. Otherwise turns them on in the settings and in the
   * chat. `enabled`: whether they are on in the settings.
   */
  async toggle(enabled: boolean): Promise<void> {
    const { store, mutedChats, notices } = this.options;
    const { conversationId } = store.state;
    const isOff = !enabled || mutedChats.has(conversationId);
    const isAllowed = enabled || (await this.switchOn());
    await this.setMuted(conversationId, !isOff);
    if (isOff && isAllowed && this.isShown(conversationId)) notices.show({ kind: 'on-in-chat' });
  }

  /** If `enabled`, turns suggestions off in every chat. Otherwise acts like `toggle`. */
  async toggleEverywhere(enabled: boolean): Promise<void> {
    if (enabled) await this.handle(this.options.store.state.conversationId, 'off');
    else await this.toggle(enabled);
  }

  /** Writes `premove.enableSpeculation`, which applies to every chat. */
  async switchPreparing(enabled: boolean): Promise<void> {
    const { writePreparing, notices } = this.options;
    const isKeptOff = (await writePreparing(enabled)) === 'off-in-workspace';
    if (isKeptOff) notices.show({ kind: 'preparing-off-in-workspace' });
    else notices.show({ kind: enabled ? 'preparing-on' : 'preparing-off' });
  }

  /** Turns suggestions on. If the workspace keeps them off, shows a notice and returns false. */
  private async switchOn(): Promise<boolean> {
    const { writeEnabled, notices } = this.options;
    const isOffInWorkspace = (await writeEnabled(true)) === 'off-in-workspace';
    if (isOffInWorkspace) notices.show({ kind: 'off-in-workspace' });
    else notices.clear();
    return !isOffInWorkspace;
  }

  /** Mutes or unmutes a chat, even if another chat is shown by now. Only the shown chat gets a notice. */
  private async setMuted(conversationId: string, muted: boolean): Promise<void> {
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
