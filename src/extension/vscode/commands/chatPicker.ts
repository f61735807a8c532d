import * as vscode from 'vscode';
import { toDisplayText } from '../../../shared/displayText.ts';
import type { ChatSummary } from '../../chat/conversation/chatLibrary.ts';

export interface ChatPickerOptions {
  shownId(): string;
  list(signal: AbortSignal): Promise<ChatLists>;
  /** Returns the chats that contain every word, each with the words around a match. */
  search(query: string, signal: AbortSignal): Promise<ReadonlyMap<string, string>>;
  /** Deletes or restores a chat while the list stays open. */
  change(kind: 'delete' | 'restore', chat: ChatSummary): Promise<void>;
  onError(error: unknown): void;
}

export interface ChatLists {
  readonly chats: readonly ChatSummary[];
  /** `updatedAt` is the time of deletion. */
  readonly deleted: readonly ChatSummary[];
}

export type ChatPick =
  | { readonly kind: 'new' }
  | { readonly kind: 'open' | 'rename' | 'export' | 'reveal' | 'restore'; readonly chat: ChatSummary };

type Row = vscode.QuickPickItem & { readonly chat?: ChatSummary; readonly isDeleted?: boolean };

/** Milliseconds without typing after which the search starts. */
const SEARCH_DELAY = 150;

/** Undefined if the user cancels. Rejects if the lists cannot be loaded. */
export async function pickChat(options: ChatPickerOptions): Promise<ChatPick | undefined> {
  const picker = vscode.window.createQuickPick<Row>();
  const abort = new AbortController();
  let search = new AbortController();
  let lists: ChatLists | undefined;
  let found: ReadonlyMap<string, string> = new Map();
  let timer: NodeJS.Timeout | undefined;

  const show = (): void => {
    const [before] = picker.activeItems;
    const place = before ? picker.items.indexOf(before) : -1;
    const items = toRows(lists, { shownId: options.shownId(), query: picker.value, found });
    picker.items = items;
    // New rows must not move the user's selection. If the selected row is gone, selects the next chat, or else the last
    // one.
    const isSame = (row: Row): boolean => row.chat?.id === before?.chat?.id && row.isDeleted === before?.isDeleted;
    const next = items.slice(Math.max(place, 0)).find((row) => row.chat) ?? items.findLast((row) => row.chat);
    const active = before?.chat && (items.find(isSame) ?? next);
    if (active) picker.activeItems = [active];
  };
  const list = async (): Promise<void> => {
    picker.busy = true;
    try {
      lists = await options.list(abort.signal);
    } finally {
      picker.busy = false;
    }
    if (!abort.signal.aborted) show();
  };
  const startSearch = (query: string): void => {
    search.abort();
    search = new AbortController();
    const { signal } = search;
    clearTimeout(timer);
    found = new Map();
    picker.title = vscode.l10n.t('Chats');
    // An aborted search does not reset `busy`.
    picker.busy = lists === undefined;
    show();
    if (!query.trim()) return;
    timer = setTimeout(() => {
      picker.busy = true;
      options
        .search(query, signal)
        .then((hits) => {
          if (signal.aborted) return;
          found = hits;
          picker.busy = false;
          if (hits.size === 0) picker.title = vscode.l10n.t('Chats (no matches)');
          show();
        })
        .catch((error: unknown) => {
          if (signal.aborted) return;
          picker.busy = false;
          picker.title = vscode.l10n.t('Chats (couldn’t search the answers; see the log)');
          options.onError(error);
        });
    }, SEARCH_DELAY);
  };

  picker.title = vscode.l10n.t('Chats');
  picker.placeholder = vscode.l10n.t('Search by title, message or answer');
  picker.matchOnDetail = true;
  picker.busy = true;
  picker.onDidChangeValue(startSearch);
  picker.show();
  try {
    const picked = nextPick(picker, (kind, chat) => {
      options.change(kind, chat).then(list).catch(options.onError);
    });
    await Promise.race([list(), picked]);
    return await picked;
  } finally {
    abort.abort();
    search.abort();
    clearTimeout(timer);
    picker.dispose();
  }
}

function nextPick(
  picker: vscode.QuickPick<Row>,
  change: (kind: 'delete' | 'restore', chat: ChatSummary) => void,
): Promise<ChatPick | undefined> {
  return new Promise((resolve) => {
    picker.onDidHide(() => resolve(undefined));
    picker.onDidAccept(() => {
      const [row] = picker.selectedItems;
      if (!row?.chat) return resolve(row ? { kind: 'new' } : undefined);
      if (row.isDeleted) resolve({ kind: 'restore', chat: row.chat });
      else resolve({ kind: row.chat.readable ? 'open' : 'reveal', chat: row.chat });
    });
    picker.onDidTriggerItemButton(({ item, button }) => {
      const kind = [...buttons].find(([, known]) => known === button)?.[0];
      if (!item.chat || !kind) return;
      if (kind === 'delete' || kind === 'restore') change(kind, item.chat);
      else resolve({ kind, chat: item.chat });
    });
  });
}

type ButtonKind = 'rename' | 'export' | 'delete' | 'reveal' | 'restore';

const buttons = new Map<ButtonKind, vscode.QuickInputButton>([
  ['rename', { iconPath: new vscode.ThemeIcon('edit'), tooltip: vscode.l10n.t('Rename Chat') }],
  ['export', { iconPath: new vscode.ThemeIcon('export'), tooltip: vscode.l10n.t('Export Chat') }],
  ['delete', { iconPath: new vscode.ThemeIcon('trash'), tooltip: vscode.l10n.t('Delete Chat') }],
  ['reveal', { iconPath: new vscode.ThemeIcon('go-to-file'), tooltip: vscode.l10n.t('Show File') }],
  ['restore', { iconPath: new vscode.ThemeIcon('discard'), tooltip: vscode.l10n.t('Restore') }],
]);

interface View {
  readonly shownId: string;
  readonly query: string;
  /** Excerpts from chats whose text matches, by chat id. VS Code's own filter would hide some of these chats. */
  readonly found: ReadonlyMap<string, string>;
}

function toRows(lists: ChatLists | undefined, view: View): Row[] {
  const rows: Row[] = [{ label: `$(add) ${vscode.l10n.t('New Chat')}`, alwaysShow: !view.query }];
  if (!lists) return rows;
  const { chats, deleted } = lists;
  if (chats.length === 0) {
    rows[0] = { ...(rows[0] as Row), detail: vscode.l10n.t('There are no chats in this workspace yet.') };
  }
  let group = '';
  for (const chat of chats) {
    const name = toGroup(chat.updatedAt, new Date());
    if (name !== group) rows.push({ label: name, kind: vscode.QuickPickItemKind.Separator });
    group = name;
    rows.push(toRow(chat, view));
  }
  if (deleted.length > 0) {
    rows.push({ label: vscode.l10n.t('Recently deleted'), kind: vscode.QuickPickItemKind.Separator });
    rows.push(...deleted.map(toDeletedRow));
  }
  return rows;
}

function toDeletedRow(chat: ChatSummary): Row {
  const title = chat.readable ? toRowText(chat.title) : vscode.l10n.t('Unreadable chat');
  return {
    chat,
    isDeleted: true,
    label: `$(trash) ${title}`,
    description: vscode.l10n.t('deleted {0}', toAge(Date.now() - chat.updatedAt)),
    detail: toRowText(chat.lastPrompt),
    buttons: pickButtons('restore'),
  };
}

function toRow(chat: ChatSummary, { shownId, found }: View): Row {
  const age = toAge(Date.now() - chat.updatedAt);
  if (!chat.readable) {
    return {
      chat,
      label: `$(warning) ${vscode.l10n.t('Unreadable chat')}`,
      description: chat.title ? `${toRowText(chat.title)} · ${age}` : age,
      detail: vscode.l10n.t('The file was kept.'),
      buttons: pickButtons('reveal', 'delete'),
    };
  }
  if (chat.isDraft) {
    const text = toRowText(chat.title) || vscode.l10n.t('images');
    return { chat, label: vscode.l10n.t('Draft: {0}', text), description: age };
  }
  const isShown = chat.id === shownId;
  return {
    chat,
    label: `${isShown ? '$(check) ' : ''}${toRowText(chat.title)}`,
    description: isShown ? vscode.l10n.t('{0} · current', age) : age,
    detail: toRowText(found.get(chat.id) ?? chat.lastPrompt),
    alwaysShow: found.has(chat.id),
    buttons: pickButtons('rename', 'export', 'delete'),
  };
}

/** Shows icon syntax as text, and hidden characters by their codes, because some would reverse the row's text. */
function toRowText(text: string): string {
  return toDisplayText(text).replaceAll('$(', '$\u200B(');
}

function pickButtons(...kinds: readonly ButtonKind[]): vscode.QuickInputButton[] {
  return kinds.flatMap((kind) => buttons.get(kind) ?? []);
}

function toGroup(at: number, now: Date): string {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate()).getTime();
  const day = 24 * 60 * 60 * 1000;
  if (at >= today) return vscode.l10n.t('Today');
  if (at >= today - day) return vscode.l10n.t('Yesterday');
  if (at >= today - 6 * day) return vscode.l10n.t('Last 7 days');
  return vscode.l10n.t('Older');
}

function toAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return vscode.l10n.t('just now');
  if (minutes < 60) return vscode.l10n.t('{0} min ago', minutes);
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return vscode.l10n.t('{0} h ago', hours);
  const days = Math.floor(hours / 24);
  return days === 1 ? vscode.l10n.t('1 day ago') : vscode.l10n.t('{0} days ago', days);
}
