import * as vscode from 'vscode';
import type { ChangeResult, ChatSummary } from '../../chat/conversation/chatLibrary.ts';
import type { ChatService } from '../../chat/chatService.ts';
import { hasExport } from '../../chat/conversation/export/exportCommands.ts';
import { exportJson } from '../../chat/conversation/export/exportJson.ts';
import { exportMarkdown } from '../../chat/conversation/export/exportMarkdown.ts';
import { titleOf } from '../../chat/conversation/title.ts';
import type { Log } from '../../ports/log.ts';
import { pickChat, type ChatPick } from './chatPicker.ts';
import { keepFocus, type PanelFocus } from './keepFocus.ts';
import type { Notify } from '../notifications.ts';
import { exportToFile } from './exportDialog.ts';

export interface ChatCommandsOptions {
  readonly chats: ChatService;
  /** Runs an action that may show another chat. Such actions run one after another. */
  change<T>(run: (chats: ChatService) => Promise<T>): Promise<T>;
  newChat(): Promise<void>;
  readonly panel: PanelFocus;
  readonly notify: Notify;
  /** Contains the folder `conversations` with the chats' files. */
  readonly folder: vscode.Uri;
  readonly log: Log;
  /** Aborts when the window closes. */
  readonly windowClosing: AbortSignal;
}

export interface ChatCommands {
  showChats(): Promise<void>;
  /** Exports a chat, by default the shown chat; up to the item `itemId` unless it is null. */
  exportChat(conversationId: string | undefined, itemId: string | null): Promise<void>;
}

export function createChatCommands(options: ChatCommandsOptions): ChatCommands {
  const { chats, change, newChat, panel, notify, log, windowClosing } = options;
  const sweep = once(() => chats.sweep(windowClosing), log);

  /**
   * Lets the user pick a chat. Carries out a rename or an export, and returns any other pick. Undefined after an
   * export, or if the user cancels.
   */
  const askChat = async (): Promise<ChatPick | undefined> => {
    const { library } = chats;
    for (;;) {
      const pick = await pickChat({
        shownId: () => chats.session.id,
        list: async (signal) => ({
          chats: await chats.list(signal),
          deleted: await library.listDeleted(signal),
        }),
        search: (query, signal) => library.search(query, signal),
        change: async (kind, chat) => void (await (kind === 'delete' ? remove(chat) : restore(chat))),
        onError: (error) => log.error('The chats could not be listed, searched or changed', error),
      });
      sweep();
      if (pick?.kind === 'rename') {
        await rename(pick.chat);
        continue;
      }
      if (pick?.kind !== 'export') return pick;
      await exportInDialog(pick.chat.id, null);
      return undefined;
    }
  };

  const showChats = async (): Promise<void> => {
    const pick = await keepFocus(panel, askChat);
    if (pick?.kind === 'new') {
      await newChat();
      return panel.focusComposer();
    }
    if (!pick) return;
    const { chat } = pick;
    switch (pick.kind) {
      case 'open':
        return open(chat);
      case 'reveal':
        return reveal(chat);
      case 'restore':
        if (await restore(chat)) await open(chat);
        return;
      case 'export':
      case 'rename':
        return;
    }
  };

  const open = async (chat: ChatSummary): Promise<void> => {
    switch (await change((service) => service.open(chat.id))) {
      case 'opened':
      case 'unsaved':
        return panel.focusComposer();
      case 'owned':
        return chat.isDraft ? reportResult('owned', chat) : offerCopy(chat);
      case 'absent':
        return notify('warning', vscode.l10n.t('“{0}” no longer exists.', chat.title));
      case 'unreadable':
        return reveal(chat);
    }
  };

  const offerCopy = (chat: ChatSummary): void => {
    const copy = async (): Promise<void> => {
      if ((await change((service) => service.openCopy(chat.id))) === 'unreadable') reveal(chat);
      else await panel.focusComposer();
    };
    notify(
      'info',
      vscode.l10n.t('“{0}” is open in another window.', chat.title),
      { label: vscode.l10n.t('Open a Copy'), run: copy },
      { label: vscode.l10n.t('Back to Chats'), run: showChats },
    );
  };

  const reveal = (chat: ChatSummary): void => {
    const show = async (): Promise<void> => {
      await vscode.window.showTextDocument(vscode.Uri.joinPath(options.folder, 'conversations', `${chat.id}.jsonl`));
    };
    const message = vscode.l10n.t('This chat could not be read. The file was kept.');
    notify('warning', message, { label: vscode.l10n.t('Show File'), run: show });
  };

  const rename = async (chat: ChatSummary): Promise<void> => {
    const title = await vscode.window.showInputBox({
      title: vscode.l10n.t('Rename Chat'),
      value: chat.title,
      validateInput: (value) => {
        const name = toTitleText(value);
        if (!name) return vscode.l10n.t('Enter a title.');
        const excess = [...name].length - MAX_TITLE;
        return excess > 0 ? vscode.l10n.t('This title is too long. Remove {0} or more characters.', excess) : undefined;
      },
    });
    const name = title && toTitleText(title);
    if (name && name !== chat.title) reportResult(await chats.rename(chat.id, name), chat);
  };

  const remove = async (chat: ChatSummary): Promise<void> => {
    const wasShown = chat.id === chats.session.id;
    const result = await change((service) => service.delete(chat.id));
    if (result !== 'done') return reportResult(result, chat);
    // *Undo* is only a shortcut, because the list can also restore deleted chats.
    offerUndo(chat, wasShown);
  };

  const offerUndo = (chat: ChatSummary, wasShown: boolean): void => {
    const undo = async (): Promise<void> => {
      reportResult(await change((service) => service.undelete(chat.id, wasShown)), chat);
    };
    const message = chat.readable
      ? vscode.l10n.t('Deleted “{0}”.', chat.title)
      : vscode.l10n.t('Deleted an unreadable chat.');
    notify('info', message, { label: vscode.l10n.t('Undo'), run: undo });
  };

  const restore = async (chat: ChatSummary): Promise<boolean> => {
    const result = await change((service) => service.undelete(chat.id, false));
    reportResult(result, chat);
    return result === 'done';
  };

  const exportChat = (id: string | undefined, itemId: string | null): Promise<void> =>
    keepFocus(panel, () => exportInDialog(id, itemId));

  const exportInDialog = async (id: string | undefined, itemId: string | null): Promise<void> => {
    const conversation = await chats.read(id ?? chats.session.id);
    if (!conversation || !hasExport(conversation)) {
      const message = conversation
        ? vscode.l10n.t('This chat has no messages to export yet.')
        : vscode.l10n.t('This chat could not be read, so it was not exported.');
      return notify('info', message);
    }
    await exportToFile({
      notify,
      title: titleOf(conversation),
      render: (format) => {
        const render = format === 'json' ? exportJson : exportMarkdown;
        return render(conversation, { itemId, now: Date.now() });
      },
    });
  };

  const reportResult = (result: ChangeResult, { title }: ChatSummary): void => {
    if (result === 'done') return;
    const messages = {
      owned: vscode.l10n.t('“{0}” is open in another window. Change it there.', title),
      absent: vscode.l10n.t('“{0}” no longer exists.', title),
      unsaved: vscode.l10n.t('“{0}” can’t be saved. Free up disk space and try again.', title),
    };
    notify('warning', messages[result]);
  };

  return { showChats, exportChat };
}

/** Code points. */
const MAX_TITLE = 200;

function toTitleText(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

function once(run: () => Promise<void>, log: Log): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    run().catch((error: unknown) => log.error('Old deleted chats could not be removed', error));
  };
}
