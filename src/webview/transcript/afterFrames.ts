/** Runs `action` after so many frames, in which the list measures its rows. */
export function afterFrames(count: number, action: () => void): void {
  if (count === 0) action();
  else requestAnimationFrame(() => afterFrames(count - 1, action));
}

/** Runs `action` after the frames in which `isBusy`. */
export function afterFramesOf(isBusy: () => boolean, action: () => void): void {
  if (isBusy()) requestAnimationFrame(() => afterFramesOf(isBusy, action));
  else action();
}
