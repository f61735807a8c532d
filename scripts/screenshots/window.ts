import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import type { Workbench } from '../../test/support/vscode/workbench.ts';
import { outDir } from '../tools/paths.ts';

const THEMES = {
  dark: { name: 'Default Dark Modern', kind: 'vs-dark' },
  light: { name: 'Default Light Modern', kind: 'vs' },
  'high-contrast': { name: 'Default High Contrast', kind: 'hc-black' },
} as const;
export type ThemeName = keyof typeof THEMES;
export const THEME_NAMES = Object.keys(THEMES) as readonly ThemeName[];

interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Device pixels per CSS pixel. */
const SCALE = 2;

export interface Camera {
  /**
   * Saves the window, or a part of it in CSS pixels, as WebP, which is half as large as PNG. Returns the file's size in
   * bytes.
   */
  take(file: string, part?: Rectangle): Promise<number>;
}

/** Raises the pixel density of the window; its size stays the same. */
export async function createCamera(page: Page): Promise<Camera> {
  const session = await page.context().newCDPSession(page);
  const viewport = page.viewportSize() ?? { width: 1280, height: 800 };
  await session.send('Emulation.setDeviceMetricsOverride', { ...viewport, deviceScaleFactor: SCALE, mobile: false });
  return {
    async take(file, part) {
      await restPointer(page);
      await mkdir(dirname(file), { recursive: true });
      const clip = { x: 0, y: 0, ...viewport, ...part, scale: 1 };
      const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 90, clip });
      const picture = Buffer.from(data, 'base64');
      writeFileSync(file, picture);
      return picture.length;
    },
  };
}

/** Moves the pointer to a place without hover effects, and waits until earlier hover effects have faded. */
async function restPointer(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 };
  await page.mouse.move(width / 2, height - 4);
  await page.waitForTimeout(400);
}

/** The sidebar's rectangle, including its title. */
export async function sidebar(page: Page): Promise<Rectangle> {
  const box = await page.locator('.part.sidebar').boundingBox();
  if (!box) throw new Error('The sidebar is not open.');
  return box;
}

/** Drags the sidebar's edge until Premove's webview has this width in CSS pixels. */
export async function setPanelWidth({ page }: Workbench, width: number): Promise<void> {
  const webview = page.locator('iframe.webview[src*="extensionId=premove.premove"]');
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const now = (await webview.boundingBox())?.width ?? 0;
    if (Math.round(now) === width) return;
    const { x, y, width: whole, height } = await sidebar(page);
    const [edge, middle] = [x + whole, y + height / 2];
    await page.mouse.move(edge, middle);
    await page.mouse.down();
    await page.mouse.move(edge + (width - now) / 2, middle, { steps: 4 });
    await page.mouse.move(edge + width - now, middle, { steps: 4 });
    await page.mouse.up();
    await restPointer(page);
  }
  throw new Error(`The panel cannot be made ${width} px wide.`);
}

export async function setTheme(workbench: Workbench, theme: ThemeName): Promise<void> {
  const { name, kind } = THEMES[theme];
  await workbench.changeSettings({ 'workbench.colorTheme': name });
  await workbench.page.locator(`.monaco-workbench.${kind}`).waitFor();
}

/**
 * Makes browsers that start later prefer the fonts of usual desktops, so that pictures do not depend on a container's
 * fonts. Works only with fontconfig, that is, on Linux.
 */
export function preferDesktopFonts(): void {
  mkdirSync(outDir, { recursive: true });
  const sans = ['Inter', 'Ubuntu', 'Cantarell', 'Noto Sans', 'Liberation Sans'];
  const mono = ['JetBrains Mono', 'Ubuntu Mono', 'Noto Sans Mono', 'Liberation Mono'];
  const file = join(outDir, 'fonts.conf');
  const rules = preferFonts('system-ui', sans) + preferFonts('sans-serif', sans) + preferFonts('monospace', mono);
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">` +
      `<fontconfig><include>/etc/fonts/fonts.conf</include>${rules}</fontconfig>`,
  );
  process.env.FONTCONFIG_FILE = file;
}

function preferFonts(family: string, fonts: readonly string[]): string {
  const names = fonts.map((font) => `<string>${font}</string>`).join('');
  return (
    `<match target="pattern"><test name="family"><string>${family}</string></test>` +
    `<edit name="family" mode="prepend" binding="strong">${names}</edit></match>`
  );
}
