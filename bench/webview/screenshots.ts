// Takes screenshots of the given states, or of all states in `states.ts`, in each theme and width:
// [THEMES=dark,light] [WIDTHS=300,600] [HEIGHT=640] node bench/webview/screenshots.ts OUT [state…]
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { AGENT_BUTTONS } from './agentStates.ts';
import { TYPED } from './commandStates.ts';
import { OPENED } from './contextStates.ts';
import { MENU_BUTTONS } from './menuStates.ts';
import { startBenchServer } from './server.ts';
import { STATES } from './states.ts';
import { THEMES, type ThemeName } from './themes.ts';

const FLAGS =
  '--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync';

const [out = 'out/webview', ...names] = process.argv.slice(2);
const themes = (process.env['THEMES']?.split(',') ?? Object.keys(THEMES)) as ThemeName[];
const widths = (process.env['WIDTHS'] ?? '300,600').split(',').map(Number);
const height = Number(process.env['HEIGHT'] ?? 640);
const server = await startBenchServer(process.env['WEBVIEW_DIST'] ?? join(import.meta.dirname, '../../dist/webview'));
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: FLAGS.split(' '),
});
try {
  await mkdir(out, { recursive: true });
  for (const width of widths) {
    for (const theme of themes) {
      for (const state of names.length > 0 ? names : Object.keys(STATES)) {
        await takeScreenshot(state, theme, width);
      }
    }
  }
} finally {
  await browser.close();
  await server.close();
}

async function takeScreenshot(state: string, theme: ThemeName, width: number): Promise<void> {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: 1 });
  const page = await context.newPage();
  const logged: string[] = [];
  page.on('console', (message) => logged.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => logged.push(`error: ${error.stack ?? error.message}`));
  await page.goto(`${server.url}/?state=${state}&theme=${theme}`);
  await page.locator('main').waitFor();
  const typed = TYPED[state];
  if (typed) {
    await page.getByRole('textbox', { name: 'Message Premove' }).click();
    await page.evaluate((answer) => void (window.fakeHost.results.submit = answer), typed.answer);
    await page.keyboard.type(typed.text);
    if (typed.answer) await page.keyboard.press('Enter');
  }
  const opened = OPENED[state] ?? AGENT_BUTTONS[state];
  if (opened) await page.getByRole('button', { name: opened }).click();
  // Waits until transitions have ended, code is highlighted, and cards no longer ignore Enter.
  await page.waitForTimeout(state === 'code' ? 3000 : 1300);
  const opener = MENU_BUTTONS[state];
  if (opener !== undefined) await page.getByRole('button', { name: opener, exact: true }).last().click();
  await page.screenshot({ path: join(out, `${state}-${theme}-${width}.png`) });
  const { violations, reported } = await page.evaluate(() => ({
    violations: window.fakeHost.violations,
    reported: window.fakeHost.requests.filter((request) => request.type === 'report-error'),
  }));
  for (const line of [...logged, ...violations, ...reported.map((report) => JSON.stringify(report))]) {
    console.error(`${state} ${theme} ${width}: ${line}`);
  }
  await context.close();
}
