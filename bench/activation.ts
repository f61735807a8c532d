import { setTimeout as delay } from 'node:timers/promises';
import type { Frame, Locator, Page } from 'playwright-core';
import { startWorkbench, type Workbench } from '../test/support/vscode/workbench.ts';
import { toFigure, type Figure, type Measurement } from './figure.ts';
import { packYardstick } from './packYardstick.ts';

const WINDOWS = 8;
/** Milliseconds after which a newly opened window has started everything. */
const SETTLE = 4000;
/** Milliseconds. */
const DEADLINE = 60_000;
const SMALL = 'a small extension that starts with it';
/** Milliseconds that Premove may need longer than the small extension. */
const OWN_WORK = 10;
/** Milliseconds after which VS Code for the browser has saved its layout, which it does every five seconds. */
const STORED = 7000;

/**
 * Activation as VS Code itself reports it, and how long the user sees an empty view. The times of activation are
 * columns of Developer: Startup Performance; Show Running Extensions displays the sum of the first two. The view is
 * opened after start-up has ended, because a view that is restored at start-up mostly waits for other parts of VS Code.
 *
 * VS Code loads an ES module without blocking, so the reported time contains the loading of other extensions. Therefore
 * the yardstick of activation is the tests' helper extension: one small ES module that VS Code activates on the same
 * event. The yardstick of the view is an empty React webview. All are measured in the same windows.
 */
export const activation: Measurement = { name: 'activation', run: measure };

async function measure(): Promise<Figure[]> {
  const workbench = await startWorkbench({
    copy: 'sample',
    extensions: [await packYardstick('emptyWebview', 'view.tsx')],
  });
  await workbench.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  const windows: Window[] = [];
  for (let index = 0; index < WINDOWS; index += 1) {
    if (index > 0) await anotherWindow(workbench);
    windows.push(await measureWindow(workbench, index % 2 === 0));
  }
  await workbench.close();
  return toFigures(windows);
}

interface Window {
  readonly premove: ActivationTimes;
  readonly small: ActivationTimes;
  readonly git: ActivationTimes;
  readonly opening: Opening;
  readonly empty: PageSteps;
}

/** Milliseconds from the click on the icon until a page has reached each step. */
interface PageSteps {
  /** VS Code has created the page. */
  readonly created: number;
  /** The page's script is loaded. */
  readonly loaded: number;
  /** The text box is shown, and accepts text. */
  readonly input: number;
}

interface Opening extends PageSteps {
  /** The code that renders answers is loaded. */
  readonly transcript: number;
  /** The whole panel is shown. */
  readonly whole: number;
}

function toFigures(windows: readonly Window[]): Figure[] {
  const reported = ({ loadCode, callActivate }: ActivationTimes): number => loadCode + callActivate;
  const finished = (times: ActivationTimes): number => reported(times) + times.finishActivate;
  return [
    toFigure({
      name: 'Activation as VS Code reports it',
      unit: 'ms',
      statistic: 'median',
      samples: windows.map(({ premove }) => reported(premove)),
      yardstick: { name: SMALL, samples: windows.map(({ small }) => reported(small)) },
      target: { text: `at most ${OWN_WORK} ms more than ${SMALL}`, isMet: (ours, small) => ours <= small + OWN_WORK },
    }),
    toFigure({
      name: 'The part of this time in which `activate` runs',
      unit: 'ms',
      statistic: 'median',
      samples: windows.map(({ premove }) => premove.callActivate),
      yardstick: { name: 'Git', samples: windows.map(({ git }) => git.callActivate) },
    }),
    toFigure({
      name: 'Activation as VS Code reports it, beside Git',
      unit: 'ms',
      statistic: 'median',
      samples: windows.map(({ premove }) => reported(premove)),
      yardstick: { name: 'Git', samples: windows.map(({ git }) => reported(git)) },
    }),
    toFigure({
      name: 'Activation until its promise resolves',
      unit: 'ms',
      statistic: 'median',
      samples: windows.map(({ premove }) => finished(premove)),
      yardstick: { name: 'Git', samples: windows.map(({ git }) => finished(git)) },
    }),
    toFigure({
      name: 'From the click on the icon until VS Code has created the page',
      unit: 'ms',
      statistic: 'median',
      samples: windows.map(({ opening }) => opening.created),
      yardstick: { name: 'an empty React webview', samples: windows.map(({ empty }) => empty.created) },
    }),
    toFigure({
      name: 'From the click on the icon until the page’s script is loaded',
      unit: 'ms',
      statistic: 'median',
      samples: windows.map(({ opening }) => opening.loaded),
      yardstick: { name: 'an empty React webview', samples: windows.map(({ empty }) => empty.loaded) },
    }),
    toFigure({
      name: 'From the click on the icon until the message box accepts text',
      unit: 'ms',
      statistic: 'median',
      samples: windows.map(({ opening }) => opening.input),
      yardstick: { name: 'an empty React webview', samples: windows.map(({ empty }) => empty.input) },
      target: { text: 'at most 1.5 × an empty React webview', isMet: (ours, empty) => ours <= empty * 1.5 },
    }),
    toFigure({
      name: 'From the click on the icon until the code that renders answers is loaded',
      unit: 'ms',
      statistic: 'median',
      samples: windows.map(({ opening }) => opening.transcript),
    }),
    toFigure({
      name: 'From the click on the icon until the whole panel is shown',
      unit: 'ms',
      statistic: 'median',
      samples: windows.map(({ opening }) => opening.whole),
      yardstick: { name: 'an empty React webview', samples: windows.map(({ empty }) => empty.input) },
    }),
  ];
}

/** Reloads the window with another view open, so that Premove's view is not restored at start-up. */
async function anotherWindow({ page, reload }: Workbench): Promise<void> {
  await activityIcon(page, /^Explorer/).click();
  await delay(STORED);
  await reload();
}

async function measureWindow(workbench: Workbench, oursFirst: boolean): Promise<Window> {
  const { page } = workbench;
  await delay(SETTLE);
  if ((await page.locator('iframe.webview').count()) > 0) throw new Error('A webview was open before the measurement.');
  const measureEmpty = async (): Promise<PageSteps> => {
    const clicked = await click(page, /^Empty Webview/);
    const webview = page.locator('iframe.webview[src*="premove-bench.empty-webview"]').contentFrame();
    const panel = webview.frameLocator('#active-frame');
    await visible(panel.getByRole('textbox', { name: 'Empty' }));
    const frame = await (await panel.owner().elementHandle())?.contentFrame();
    if (!frame) throw new Error('The empty webview has no page.');
    return pageSteps(frame, 'view.js', clicked);
  };
  const measureOurs = async (): Promise<Opening> => {
    const clicked = await click(page, /^Premove/);
    await visible(workbench.panel.getByRole('log', { name: 'Conversation' }));
    const whole = epochTime() - clicked;
    const frame = await workbench.panelFrame();
    const transcript = await fileLoaded(frame, 'Transcript');
    return { ...(await pageSteps(frame, 'main.js', clicked)), transcript: transcript - clicked, whole };
  };
  // In every second window, the other view is opened first, because a window's first webview also loads the parts that
  // all webviews share.
  const before = oursFirst ? await measureOurs() : null;
  await delay(1000);
  const empty = await measureEmpty();
  await delay(1000);
  const opening = before ?? (await measureOurs());
  await delay(1000);
  const times = await activationTimes(workbench);
  await closeEditors(workbench);
  return {
    premove: timesOf(times, 'premove.premove'),
    small: timesOf(times, 'premove-tests.helper'),
    git: timesOf(times, 'vscode.git'),
    opening,
    empty,
  };
}

function activityIcon(page: Page, name: RegExp): Locator {
  return page.locator('.activitybar').getByRole('tab', { name });
}

/** Checks every few milliseconds, because `waitFor` waits up to half a second between two checks. */
async function visible(element: Locator): Promise<void> {
  const deadline = performance.now() + DEADLINE;
  while (!(await element.isVisible())) {
    if (performance.now() > deadline) throw new Error('The view did not open.');
    await delay(5);
  }
}

/** Milliseconds since 1970 with fractions, as in a page. */
function epochTime(): number {
  return performance.timeOrigin + performance.now();
}

/** Clicks a view's icon. Resolves with the time of the click, in milliseconds since 1970. */
async function click(page: Page, name: RegExp): Promise<number> {
  const icon = activityIcon(page, name);
  const clicked = await icon.evaluateHandle((element) => {
    const press = { time: 0 };
    const listener = ({ timeStamp }: Event) => (press.time = performance.timeOrigin + timeStamp);
    element.addEventListener('pointerdown', listener, { capture: true, once: true });
    return press;
  });
  await icon.click();
  return clicked.evaluate(({ time }) => time);
}

async function pageSteps(frame: Frame, script: string, clicked: number): Promise<PageSteps> {
  const created = await frame.evaluate(() => performance.timeOrigin);
  const [loaded, input] = [await fileLoaded(frame, script), await textBoxShown(frame)];
  return { created: created - clicked, loaded: loaded - clicked, input: input - clicked };
}

/** The time at which a page had loaded the file whose name starts with `name`, in milliseconds since 1970. */
async function fileLoaded(frame: Frame, name: string): Promise<number> {
  const loaded = await frame.evaluate((start) => {
    const entry = performance
      .getEntriesByType('resource')
      .find(({ name: url }) => url.slice(url.lastIndexOf('/') + 1).startsWith(start));
    return entry instanceof PerformanceResourceTiming ? performance.timeOrigin + entry.responseEnd : undefined;
  }, name);
  if (loaded === undefined) throw new Error(`The page has not loaded ${name}.`);
  return loaded;
}

/**
 * The time at which a page first showed its text box, in milliseconds since 1970. The box's placeholder is the first
 * text of both pages. Reads the page's own record, because a page answers a request only when it is idle.
 */
async function textBoxShown(frame: Frame): Promise<number> {
  const shown = await frame.evaluate(() => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    return paint && performance.timeOrigin + paint.startTime;
  });
  if (shown === undefined) throw new Error('The page did not report when it showed its first text.');
  return shown;
}

/** Whole milliseconds, as reported by VS Code. */
interface ActivationTimes {
  readonly loadCode: number;
  readonly callActivate: number;
  readonly finishActivate: number;
}

const ACTIVATION_TABLE = '## Extension Activation Stats';

/** Times by extension id. The report is read through the clipboard, because an editor renders only visible lines. */
async function activationTimes(workbench: Workbench): Promise<ReadonlyMap<string, ActivationTimes>> {
  const { page } = workbench;
  await workbench.runCommand('Developer: Startup Performance');
  const lines = page.locator('.editor-instance .view-lines');
  await lines.getByText('Startup').first().waitFor();
  let report = '';
  // VS Code writes the report step by step, and the needed table is its last part.
  for (const end = Date.now() + 10_000; !report.includes(ACTIVATION_TABLE) && Date.now() < end;) {
    await lines.click();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.press('ControlOrMeta+C');
    report = await page.evaluate(() => navigator.clipboard.readText());
  }
  const [, table = ''] = report.split(ACTIVATION_TABLE);
  const rows = [...table.matchAll(/^\| ([\w-]+\.[\w-]+) +\| (?:true|false) +\| (\d+) +\| (\d+) +\| (\d+) /gm)];
  return new Map(
    rows.map(([, id = '', ...times]) => {
      const [loadCode = 0, callActivate = 0, finishActivate = 0] = times.map(Number);
      return [id, { loadCode, callActivate, finishActivate }];
    }),
  );
}

function timesOf(times: ReadonlyMap<string, ActivationTimes>, id: string): ActivationTimes {
  const found = times.get(id);
  if (!found) throw new Error(`VS Code reports no activation of ${id}, only of ${[...times.keys()].join(', ')}`);
  return found;
}

async function closeEditors(workbench: Workbench): Promise<void> {
  await workbench.runCommand('View: Close All Editors');
  await workbench.page.locator('.editor-instance').first().waitFor({ state: 'detached' });
}
