import { SUGGESTION_DELAY_MS } from '../../src/shared/followup.ts';

const ghost = document.querySelector('span');
window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
  setTimeout(() => {
    if (ghost && typeof data === 'string') ghost.textContent = data;
  }, SUGGESTION_DELAY_MS);
});
