import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMountQueue } from '../../../src/webview/markdown/mountQueue.ts';
import { createValueStore } from '../../../src/webview/state/valueStore.ts';
import { nextFrame, whileShown } from '../../../src/webview/state/whileShown.ts';
import { onceNotBusy } from '../../../src/webview/transcript/follower.ts';

const WEBVIEW = join(import.meta.dirname, '../../../src/webview');

afterEach(() => vi.unstubAllGlobals());

/** Frames that run when the test says so. `waiting` counts the requested frames. */
function createFrames() {
  const waiting = new Map<number, () => void>();
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (action: () => void) => {
    waiting.set(++last, action);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => waiting.delete(id));
  return {
    get waiting() {
      return waiting.size;
    },
    run() {
      const actions = [...waiting.values()];
      waiting.clear();
      for (const action of actions) action();
    },
  };
}

describe('while the view is hidden', () => {
  test('`whileShown` rests, and starts again when the view is shown', () => {
    const shown = createValueStore(true);
    const calls: string[] = [];
    const end = whileShown(shown, () => {
      calls.push('start');
      return () => calls.push('stop');
    });
    shown.set(false);
    expect(calls).toEqual(['start', 'stop']);
    shown.set(true);
    expect(calls).toEqual(['start', 'stop', 'start']);
    end();
    end();
    shown.set(false);
    shown.set(true);
    expect(calls).toEqual(['start', 'stop', 'start', 'stop']);
  });

  test('`whileShown` does not start before the view is shown', () => {
    const shown = createValueStore(false);
    const start = vi.fn(() => () => {});
    whileShown(shown, start);
    expect(start).not.toHaveBeenCalled();
    shown.set(true);
    expect(start).toHaveBeenCalledOnce();
  });

  test('`nextFrame` requests no frame, and runs the action once when the view is shown', () => {
    const frames = createFrames();
    const shown = createValueStore(true);
    const action = vi.fn();
    nextFrame(shown, action);
    shown.set(false);
    expect(frames.waiting).toBe(0);
    shown.set(true);
    frames.run();
    shown.set(false);
    shown.set(true);
    frames.run();
    expect(action).toHaveBeenCalledOnce();
  });

  test('a cancelled `nextFrame` never runs the action', () => {
    const frames = createFrames();
    const shown = createValueStore(false);
    const action = vi.fn();
    nextFrame(shown, action)();
    shown.set(true);
    frames.run();
    expect(action).not.toHaveBeenCalled();
  });

  test('waiting for a busy transcript requests no frames', () => {
    const frames = createFrames();
    const shown = createValueStore(true);
    const action = vi.fn();
    let busy = true;
    onceNotBusy(shown, () => busy, action);
    frames.run();
    expect(frames.waiting).toBe(1);
    shown.set(false);
    expect(frames.waiting).toBe(0);
    busy = false;
    shown.set(true);
    frames.run();
    expect(action).toHaveBeenCalledOnce();
  });

  test('the queue of Markdown pieces requests no frames', () => {
    const frames = createFrames();
    const shown = createValueStore(false);
    const queue = createMountQueue(shown);
    queue.add({} as Element, () => {});
    expect(frames.waiting).toBe(0);
    shown.set(true);
    expect(frames.waiting).toBe(1);
  });
});

/** Functions and classes that repeat or measure. Outside of `whileShown`, they would cause work in a hidden view. */
const RESTING = /^(setInterval|requestAnimationFrame|(Resize|Intersection|Mutation|Performance)Observer)$/;

/** Uses that need not rest, with the reason. */
const EXCEPTIONS = [
  // Observes one layout, in a frame of `nextFrame`.
  'markdown/mountQueue.ts: ResizeObserver',
];

/** The uses of `RESTING` in a file that are not inside a call of `whileShown`. */
function unrestingUses(path: string, code: string): string[] {
  const uses: string[] = [];
  const visit = (node: ts.Node, rests: boolean): void => {
    const isCall = ts.isCallExpression(node) || ts.isNewExpression(node);
    const name = isCall ? node.expression.getText().replace(/^(window|globalThis)\./, '') : '';
    if (!rests && RESTING.test(name)) uses.push(`${path}: ${name}`);
    ts.forEachChild(node, (child) => visit(child, rests || name === 'whileShown'));
  };
  visit(ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true), false);
  return uses;
}

test('unrestingUses finds a timer or an observer outside of `whileShown`', () => {
  const code = `
    whileShown(shown, () => { const a = new ResizeObserver(b); setInterval(c, 1); });
    window.setInterval(c, 1);
    const d = () => new MutationObserver(e);`;
  expect(unrestingUses('a.ts', code)).toEqual(['a.ts: setInterval', 'a.ts: MutationObserver']);
});

test('every repeating timer, observer and frame of the panel rests while the view is hidden', async () => {
  const paths = (await readdir(WEBVIEW, { recursive: true })).filter((path) => /\.tsx?$/.test(path)).toSorted();
  const files = await Promise.all(paths.map((path) => readFile(join(WEBVIEW, path), 'utf8')));
  const uses = paths.flatMap((path, index) => unrestingUses(path, files[index] ?? ''));
  expect(uses).toEqual(EXCEPTIONS);
});
