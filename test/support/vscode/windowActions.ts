/** A test's actions in a VS Code window, on the desktop or in a browser. */
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { outDir } from '../../../scripts/tools/paths.ts';
import { until } from '../until.ts';

export async function windowReady(page: Page): Promise<void> {
  await page.locator('.monaco-workbench .activitybar').getByRole('tab').first().waitFor({ timeout: 60_000 });
}

/**
 * Clicks the view's icon only if the view is hidden, because a click on the icon of a visible view hides it. Then
 * checks again, because after a reload VS Code may show the view only later.
 */
export async function showView(page: Page, webview: Locator): Promise<void> {
  const tab = page.locator('.activitybar').getByRole('tab', { name: /^Premove/ });
  await tab.waitFor();
  const isSelected = async () => (await tab.getAttribute('aria-selected')) === 'true';
  for (const deadline = Date.now() + 30_000; Date.now() < deadline;) {
    if (!(await isSelected())) await tab.click();
    const shown = await webview.waitFor({ state: 'attached', timeout: 3000 }).then(
      () => true,
      () => false,
    );
    if (shown && (await isSelected())) return;
  }
  throw new Error('The Premove view did not open.');
}

/** Runs a command from the palette. Retries, because VS Code may not have read the extension's manifest yet. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await chooseQuickly(page, { key: 'F1', text: `>${title}`, row: title });
}

export async function openFile(page: Page, path: string): Promise<void> {
  const name = path.split('/').at(-1) ?? path;
  await chooseQuickly(page, { key: 'ControlOrMeta+P', text: path, row: name });
  await page.locator('.tabs-container').getByRole('tab', { name }).first().waitFor();
  // The editor takes the focus a moment later, even if the test has focused another element by then.
  await page.locator('.editor-instance .monaco-editor.focused').waitFor();
}

/**
 * Opens a quick pick with `key`, types `text` and clicks the row that contains `row`. Opens the quick pick again if the
 * row does not appear, or if VS Code has closed the quick pick because the focus moved.
 */
async function chooseQuickly(
  page: Page,
  { key, text, row }: { key: string; text: string; row: string },
): Promise<void> {
  const input = page.locator('.quick-input-widget input.input:visible');
  const wanted = page.locator('.quick-input-widget:visible .monaco-list-row').filter({ hasText: row }).first();
  for (const deadline = Date.now() + 30_000; Date.now() < deadline;) {
    await page.keyboard.press(key);
    const chosen = await input
      .fill(text, { timeout: 2000 })
      .then(() => wanted.click({ timeout: 2000 }))
      .then(
        () => true,
        () => false,
      );
    if (chosen) return;
    await page.keyboard.press('Escape');
  }
  throw new Error(`The quick pick of ${key} has no row for "${text}".`);
}

/** VS Code's quick pick or input box. */
export function quickInput(page: Page): Locator {
  return page.locator('.quick-input-widget:visible');
}

/** A row by its accessible name, because VS Code reuses rows and leaves their old text in them, hidden. */
export function quickRow(page: Page, label: string): Locator {
  return quickInput(page)
    .locator(`.monaco-list-row[aria-label*=${JSON.stringify(label)}]`)
    .first();
}

/**
 * Waits until an input box whose text contains `value` has the focus. The check of the text skips a quick pick that is
 * still closing, because it has another text.
 */
export async function quickBox(page: Page, value: string): Promise<Locator> {
  const input = quickInput(page).locator('input.input:focus');
  await until(`an input box with “${value}” has the focus`, async () => {
    const now = await input.inputValue({ timeout: 1000 }).catch(() => undefined);
    return now?.includes(value);
  });
  return input;
}

export async function screenshot(page: Page, name: string): Promise<string> {
  const file = join(outDir, 'ui', `${name.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 120)}.png`);
  await page.screenshot({ path: file });
  return file;
}
