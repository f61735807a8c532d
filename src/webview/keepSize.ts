import type { Panel } from './state/panel.ts';

/** VS Code does not size the frame of a hidden view, so the frame has the default size of frames, in CSS pixels. */
const HIDDEN = { width: 300, height: 150 } as const;
/** Milliseconds. If the frame of a shown view keeps the size `HIDDEN` for longer, the view itself has that size. */
const REPORT_MS = 500;

/**
 * Keeps the panel's size while the view is hidden. Otherwise the conversation would be laid out for the small frame,
 * and laid out and scrolled again when the view is shown. Only parts whose styles use the size of the frame are still
 * laid out again. VS Code resizes the frame before the host reports that the view is hidden, so the panel keeps its
 * size for `REPORT_MS` even while the view counts as shown.
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
