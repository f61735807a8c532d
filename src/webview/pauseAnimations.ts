import type { Panel } from './state/panel.ts';

/**
 * Pauses the page's animations while the view is hidden, because VS Code keeps the page loaded. With a style rule, the
 * browser would compute every element's style again when the view is shown.
 */
export function pauseAnimations(page: Pick<Document, 'getAnimations'>, shown: Panel['shown']): void {
  let paused: readonly Animation[] = [];
  shown.subscribe(() => {
    // An animation whose element was removed is no longer paused.
    for (const animation of paused) if (animation.playState === 'paused') animation.play();
    paused = shown.get() ? [] : page.getAnimations().filter(({ playState }) => playState === 'running');
    for (const animation of paused) animation.pause();
  });
}
