import type { FocusMessage, PageMessage, WebviewMessage } from '../../shared/protocol.ts';

/** What VS Code gives a webview, once: `acquireVsCodeApi` throws when called again. */
export interface VsCodeApi {
  postMessage(message: WebviewMessage | FocusMessage | PageMessage): void;
  /** What `setState` kept when the view was last torn down. */
  getState(): unknown;
  setState(state: unknown): void;
}

declare global {
  function acquireVsCodeApi(): VsCodeApi;
}
