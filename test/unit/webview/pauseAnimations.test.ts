import { expect, it } from 'vitest';
import { pauseAnimations } from '../../../src/webview/pauseAnimations.ts';
import { createValueStore } from '../../../src/webview/state/valueStore.ts';

class FakeAnimation {
  playState: AnimationPlayState;
  constructor(playState: AnimationPlayState) {
    this.playState = playState;
  }
  pause(): void {
    this.playState = 'paused';
  }
  play(): void {
    this.playState = 'running';
  }
}

it('pauses the running animations of a hidden view, and continues only these when the view is shown', () => {
  const states = ['running', 'running', 'paused', 'finished'] as const;
  const animations = states.map((state) => new FakeAnimation(state));
  const shown = createValueStore(true);
  pauseAnimations({ getAnimations: () => animations as unknown as Animation[] }, shown);
  const now = () => animations.map(({ playState }) => playState);

  shown.set(false);
  expect(now()).toEqual(['paused', 'paused', 'paused', 'finished']);
  // The element of this animation is removed.
  animations[1]!.playState = 'idle';
  shown.set(true);
  expect(now()).toEqual(['running', 'idle', 'paused', 'finished']);
});
