import * as vscode from 'vscode';

/** Names that models and users both understand. */
const LANGUAGES = [
  'English',
  'Deutsch',
  'Español',
  'Français',
  'Italiano',
  'Nederlands',
  'Polski',
  'Português',
  'Tiếng Việt',
  'Türkçe',
  'Русский',
  'Українська',
  'العربية',
  'हिन्दी',
  '日本語',
  '한국어',
  '简体中文',
  '繁體中文',
];

/** Undefined if the user cancels. `current` is empty if no language is set. */
export async function pickLanguage(current: string): Promise<string | undefined> {
  const picker = vscode.window.createQuickPick();
  picker.title = vscode.l10n.t('Translate Input');
  picker.placeholder = vscode.l10n.t('Choose the language to translate to, or type another one');
  const refresh = (): void => {
    const typed = picker.value.trim().slice(0, 60);
    const known = [...new Set([...(current ? [current] : []), ...LANGUAGES])];
    const isKnown = known.some((name) => name.toLowerCase() === typed.toLowerCase());
    const items: vscode.QuickPickItem[] = known.map((label) => ({
      label,
      ...(label === current && { description: vscode.l10n.t('current') }),
    }));
    const own = { label: typed, description: vscode.l10n.t('another language'), alwaysShow: true };
    picker.items = typed === '' || isKnown ? items : [...items, own];
  };
  refresh();
  const typing = picker.onDidChangeValue(refresh);
  try {
    picker.show();
    return await new Promise<string | undefined>((resolve) => {
      picker.onDidAccept(() => resolve(picker.selectedItems[0]?.label));
      picker.onDidHide(() => resolve(undefined));
    });
  } finally {
    typing.dispose();
    picker.dispose();
  }
}
