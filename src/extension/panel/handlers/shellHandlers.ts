import type { Request, SubmitResult } from '../../../shared/protocol.ts';
import { refusalTexts } from '../../base/texts/refusalTexts.ts';
import { shellLineTexts } from '../../base/texts/shellTexts.ts';
import type { Drafts } from '../../chat/composer/drafts.ts';
import { toPromptText } from '../../chat/composer/promptChips.ts';
import type { CurrentChat } from '../../chat/currentChat.ts';
import type { ChatStore } from '../../chat/view/chatStore.ts';
import { RefusedRequest } from '../channel.ts';
import { isForTour } from '../tourChats.ts';

type ShellRequest = Extract<Request, { type: 'run-shell' }>;
type LineRequest = Extract<Request, { type: 'change-shell-line' }>;

/** Runs the user's own commands, and handles the buttons of their rows. */
export class ShellHandlers {
  private readonly current: Pick<CurrentChat, 'openChat'>;
  private readonly drafts: Pick<Drafts, 'isShown' | 'sentCommand'>;
  private readonly store: Pick<ChatStore, 'state'>;
  private readonly openFile: (path: string) => Promise<void>;

  constructor(
    current: Pick<CurrentChat, 'openChat'>,
    drafts: Pick<Drafts, 'isShown' | 'sentCommand'>,
    store: Pick<ChatStore, 'state'>,
    openFile: (path: string) => Promise<void>,
  ) {
    this.current = current;
    this.drafts = drafts;
    this.store = store;
    this.openFile = openFile;
  }

  run({ conversationId, command: typed }: ShellRequest): SubmitResult {
    const chat = this.current.openChat;
    const command = toPromptText(typed);
    if (!chat || !this.drafts.isShown(conversationId) || command === '') return { outcome: 'kept' };
    const { shellLines, approval, project } = chat;
    if (!shellLines || isForTour(this.store.state)) return { outcome: 'kept', message: shellLineTexts.notInTour() };
    if (!approval.isTrusted()) return { outcome: 'kept', message: shellLineTexts.untrusted() };
    const [root] = project.workspace.roots;
    if (!root) return { outcome: 'kept', message: shellLineTexts.noFolder() };
    this.drafts.sentCommand();
    shellLines.run(command, root.path);
    return { outcome: 'ran' };
  }

  async change({ conversationId, id, change }: LineRequest): Promise<void> {
    const chat = this.current.openChat;
    if (chat?.session.id !== conversationId) return;
    if (change === 'open-log') {
      // The path comes from the chat's own record, never from the webview.
      const path = chat.shellLines?.logOf(id);
      if (path === undefined) throw new RefusedRequest(refusalTexts.outputGone());
      await this.openFile(path);
    } else if (change === 'stop') chat.shellLines?.stop(id);
    else chat.shellLines?.share(id, change === 'share');
  }
}
