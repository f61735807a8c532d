import type { Panel } from './state/panel.ts';

/** VS Code does not size the frame of a hidden view, which then has the default size of frames, in CSS pixels. */
const HIDDEN = { width: 300, height: 150 } as const;
/** Milliseconds after which the size `HIDDEN` counts as the real size of a shown view. */
const REPORT_MS = 500;

/**
 * Keeps the panel's size while the view is hidden, so that the conversation is not laid out and scrolled again. The
 * frame gets the size `HIDDEN` before the host reports the view as hidden. If a shown view gets that size, the panel
 * therefore keeps its earlier size for `REPORT_MS`.
 */
export function keepSize(page: Window, body: HTMLElement, shown: Panel['shown']): void {
  let size = { width: page.innerWidth, height: page.innerHeight };
  let timer: number | undefined;

  function release(): void {
    size = { width: page.innerWidth, height: page.innerHeight };
    body.style.width = body.style.height = '';
  }

  function update(): void {
    page.clearTimeout(timer);
    if (page.innerWidth !== HIDDEN.width || page.innerHeight !== HIDDEN.height) return release();
    body.style.width = `${size.width}px`;
    body.style.height = `${size.height}px`;
    if (shown.get()) timer = page.setTimeout(release, REPORT_MS);
  }

  page.addEventListener('resize', update);
  shown.subscribe(update);
}
