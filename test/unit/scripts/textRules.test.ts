import { ESLint, Linter } from 'eslint';
import { describe, expect, test } from 'vitest';
import tseslint from 'typescript-eslint';
import { root } from '../../../scripts/tools/paths.ts';

const eslint = new ESLint({ cwd: root });

/** Returns the messages that `npm run check` would give about restricted syntax if `file` contained `code`. */
async function reported(file: string, code: string): Promise<readonly string[]> {
  const config = (await eslint.calculateConfigForFile(file)) as { rules: Linter.RulesRecord };
  const rules = { 'no-restricted-syntax': config.rules['no-restricted-syntax'] ?? 'off' } as const;
  const parserOptions = { ecmaFeatures: { jsx: true } };
  const languageOptions = { parser: tseslint.parser as Linter.Parser, parserOptions };
  const messages = new Linter().verify(code, [{ files: ['**/*.{ts,tsx}'], languageOptions, rules }], file);
  return messages.map(({ message }) => message);
}

const WEBVIEW = 'src/webview/transcript/A.tsx';
const HOST = 'src/extension/chat/a.ts';
const PANEL = 'src/extension/panel/a.ts';
const VSCODE = 'src/extension/vscode/a.ts';

describe('a literal that users read', () => {
  test.each([
    [WEBVIEW, '<p>Hello there</p>'],
    [WEBVIEW, '<p>{"Hello there"}</p>'],
    [WEBVIEW, '<p>{open ? "Hide" : "Show"}</p>'],
    [WEBVIEW, '<button aria-label="Close" />'],
    [WEBVIEW, '<button title={"Close"} />'],
    [WEBVIEW, '<Button label={open ? strings.hide : "Show"} />'],
    [WEBVIEW, '<input placeholder={`Search in ${name}`} />'],
    [WEBVIEW, 'const action = { label: "Open file" };'],
    [WEBVIEW, 'element.setAttribute("aria-label", "Pasted text");'],
    [WEBVIEW, 'element.title = "Pasted text";'],
    [WEBVIEW, 'const text = open ? "Hide details" : "Show details";'],
    [WEBVIEW, 'const text = `Waiting for ${name}`;'],
    [PANEL, 'const message = "The disk is full.";'],
    [PANEL, 'const message = `The file ${name} is gone.`;'],
    [PANEL, 'const toName = (name: string) => name || "Image";'],
    ['src/extension/chat/view/a.ts', 'return isOpen ? "Stopped" : "";'],
    [HOST, 'throw new RefusedRequest("That file is gone.");'],
    [HOST, 'throw new RefusedRequest(`There is no ${name}.`);'],
    [HOST, 'const notice = { severity: "error", message: "The disk is full.", action: null };'],
    [HOST, 'const notice = { severity: "error", message: isFull ? `${name} is full.` : "Failed", action: null };'],
    [HOST, 'failed(text, "not found");'],
    [HOST, 'failed(text, resultTexts.notFound(), "Nothing was written.");'],
    [HOST, 'const outcome = { ok: true, content, summary: `${count} lines` };'],
    [VSCODE, 'notify("info", "Saved the key");'],
    [VSCODE, 'vscode.window.showInformationMessage("Saved the key");'],
    [VSCODE, 'askModal("Delete the chat?", detail);'],
    [VSCODE, 'const picked = await vscode.window.showQuickPick(items, { placeHolder: "Select a provider" });'],
    [VSCODE, 'picker.title = "Chats";'],
  ])('is reported in %s: %s', async (file, code) => {
    expect((await reported(file, code)).join()).toMatch(/user-visible texts|Use notifications\.ts/);
  });
});

describe('other code', () => {
  test.each([
    [WEBVIEW, '<p aria-label={strings.close} className="strong" role="log">{strings.text} · {count}</p>'],
    ['src/webview/strings/a.ts', 'const texts = { label: "Open file" };'],
    ['src/extension/base/texts/a.ts', 'const texts = { summary: () => t("not found") };'],
    [WEBVIEW, 'throw new Error("There is no transcript around this component.");'],
    [PANEL, 'this.options.log.error(`The chat ${id} could not be closed`, error); log.warn("It failed");'],
    [PANEL, 'throw new Error("A prompt is being answered already");'],
    [HOST, 'throw new RefusedRequest(refusalTexts.fileGone());'],
    [HOST, 'failed("There is no such file.", resultTexts.notFound()); log.error("It failed", error);'],
    [VSCODE, 'notify("info", vscode.l10n.t("Saved the key"), { label: vscode.l10n.t("Undo"), run });'],
  ])('is not reported in %s: %s', async (file, code) => {
    expect(await reported(file, code)).toEqual([]);
  });
});
