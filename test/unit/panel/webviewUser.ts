import { Emitter } from '../../../src/extension/base/emitter.ts';
import type { HostMessage } from '../../../src/shared/protocol.ts';
import type { ScriptedStep } from '../../support/scriptedModel.ts';
import { start, until } from './harness.ts';

/** A panel with one webview, which sends requests about its input. Suggestions are off. */
export async function openWebview(steps: readonly ScriptedStep[], ...more: unknown[]) {
  const panel = await start(steps, ...(more as []));
  panel.settings.enableFollowupSuggestions = false;
  const posted: HostMessage[] = [];
  const changed = new Emitter<void>();
  const view = { shown: true, visible: true, onDidChangeVisible: changed.event };
  const webview = panel.connect((message) => posted.push(message), view);
  let requests = 0;
  /** Sends a request, and returns its id. */
  const ask = (request: object): number => {
    requests += 1;
    webview.receive({ kind: 'request', id: requests, request });
    return requests;
  };
  /** Resolves to the result of a request, or to the whole message if the response is an error. */
  const response = async (id: number): Promise<unknown> => {
    const found = () => posted.find((message) => message.kind === 'response' && message.id === id);
    await until(() => found() !== undefined);
    const message = found();
    return message?.kind === 'response' && message.ok ? message.result : message;
  };
  const hide = (): void => {
    view.shown = false;
    changed.fire();
  };
  return { ...panel, ask, response, posted, hide, webview };
}
