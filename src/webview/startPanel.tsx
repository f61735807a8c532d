import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App.tsx';
import type { EarlyInput } from './earlyInput.ts';
import { createCardKeys } from './state/cardKeys.ts';
import { clearProblem, createChatStore } from './state/chatStore.ts';
import { describeError, ErrorBoundary } from './controls/ErrorBoundary.tsx';
import type { Match } from './find/search.ts';
import { createHostChannel } from './state/hostChannel.ts';
import { keepSize } from './keepSize.ts';
import { catchLostFocus } from './lostFocus.ts';
import type { NextDecision } from './state/nextDecision.ts';
import { pauseAnimations } from './pauseAnimations.ts';
import { PanelContext, type Panel } from './state/panel.ts';
import { createValueStore } from './state/valueStore.ts';
import { createPanelMemory } from './state/panelMemory.ts';
import { strings } from './strings/strings.ts';

/**
 * The page's nonce, which the content security policy requires for style elements. @vscode/webview-ui-toolkit reads
 * the same `meta` element (`getNonce` of @microsoft/fast-web-utilities).
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content;
/** A repeated error must not flood the host's log. */
const MAX_REPORTS = 20;
/** Milliseconds within which the host normally sends the first snapshot unasked. */
const SNAPSHOT_DUE = 50;

/** Renders the panel into `container`, in place of the early message box. */
export function startPanel(container: HTMLElement, early: EarlyInput): void {
  const api = acquireVsCodeApi();
  const { panel, receive } = createPanel(api, early);
  panel.cards.listen(window);
  catchLostFocus(document, panel);
  keepSize(window, document.body, panel.shown);
  pauseAnimations(document, panel.shown);
  reportPage(api);
  window.addEventListener('error', (event) => {
    // Not a failure: Chromium reports “ResizeObserver loop” if an observer's callback changes sizes, as the list does
    // when it measures rows.
    if (!event.message.startsWith('ResizeObserver loop'))
      panel.reportError(describeError(event.error ?? event.message));
  });
  window.addEventListener('unhandledrejection', (event) => panel.reportError(describeError(event.reason)));
  document.addEventListener('securitypolicyviolation', (event) =>
    panel.reportError(`The content security policy blocked ${event.blockedURI} (${event.effectiveDirective}).`),
  );
  early.forwardMessages(receive);
  createRoot(container).render(
    <StrictMode>
      <ErrorBoundary onError={panel.reportError} onReload={() => panel.chat.resync()}>
        <PanelContext value={panel}>
          <App nonce={nonce} />
        </PanelContext>
      </ErrorBoundary>
    </StrictMode>,
  );
  // The webview asks for a snapshot if the host sent the first one too early, or if the webview was reloaded, which the
  // host cannot detect.
  setTimeout(() => {
    if (!panel.chat.get()) panel.chat.resync();
  }, SNAPSHOT_DUE);
}

type WebviewApi = ReturnType<typeof acquireVsCodeApi>;

function createPanel(api: WebviewApi, early: EarlyInput): { panel: Panel; receive: (message: unknown) => void } {
  const focusListeners = new Set<(text?: string) => void>();
  const typedListeners = new Set<(text: string) => void>();
  const jumpListeners = new Set<(direction: 'previous' | 'next') => void>();
  const clearListeners = new Set<() => void>();
  const contextListeners = new Set<() => void>();
  const completionListeners = new Set<(completion: { readonly id: string; readonly text: string }) => void>();
  let reports = 0;

  const problem = createValueStore<string | null>(null);
  const channel = createHostChannel((message) => api.postMessage(message), {
    onInvalid: reportError,
    onFailure(message, request) {
      if (request.type !== 'report-error') problem.set(message);
    },
  });
  const chat = createChatStore(() => {
    channel
      .request({ type: 'ready' })
      .catch((error: unknown) =>
        problem.set(strings.loadFailed(error instanceof Error ? error.message : String(error))),
      );
  });
  clearProblem(problem, chat);

  const panel: Panel = {
    chat,
    early,
    memory: createPanelMemory(api, (error) => reportError(describeError(error))),
    problem,
    shown: createValueStore(true),
    found: createValueStore<Match | null>(null),
    nextDecision: createValueStore<NextDecision | null>(null),
    cards: createCardKeys(),
    request: (request) => channel.request(request),
    send: (request) => channel.send(request),
    stop() {
      channel.send({ type: 'stop' });
      focusComposer();
    },
    reportError,
    focusComposer,
    onFocusComposer(listener) {
      focusListeners.add(listener);
      return () => focusListeners.delete(listener);
    },
    onTypedElsewhere(listener) {
      typedListeners.add(listener);
      return () => typedListeners.delete(listener);
    },
    onCompletion(listener) {
      completionListeners.add(listener);
      return () => completionListeners.delete(listener);
    },
    onJumpToPrompt(listener) {
      jumpListeners.add(listener);
      return () => jumpListeners.delete(listener);
    },
    openContext() {
      for (const listener of contextListeners) listener();
    },
    onOpenContext(listener) {
      contextListeners.add(listener);
      return () => contextListeners.delete(listener);
    },
    clearView() {
      for (const listener of clearListeners) listener();
    },
    onClearView(listener) {
      clearListeners.add(listener);
      return () => clearListeners.delete(listener);
    },
  };

  function focusComposer(text?: string): void {
    for (const listener of focusListeners) listener(text);
  }

  function reportError(message: string): void {
    if (++reports <= MAX_REPORTS) channel.send({ type: 'report-error', message });
  }

  function receive(data: unknown): void {
    const message = channel.receive(data);
    switch (message?.kind) {
      case 'focus-composer':
        focusComposer();
        if (message.typed) for (const listener of typedListeners) listener(message.typed);
        return;
      case 'jump-to-prompt':
        for (const listener of jumpListeners) listener(message.direction);
        return;
      case 'completion':
        for (const listener of completionListeners) listener(message);
        return;
      case 'visibility':
        return panel.shown.set(message.shown);
      case 'snapshot':
      case 'delta':
        return chat.receive(message);
      case undefined:
    }
  }

  return { panel, receive };
}

/** VS Code's API reports neither the webview's focus nor whether its window is on screen. */
function reportPage(api: WebviewApi): void {
  const reportFocus = () => api.postMessage({ kind: 'focus', focused: document.hasFocus() });
  window.addEventListener('focus', reportFocus);
  window.addEventListener('blur', reportFocus);
  if (document.hasFocus()) reportFocus();
  const reportVisibility = () => api.postMessage({ kind: 'page', visible: document.visibilityState === 'visible' });
  document.addEventListener('visibilitychange', reportVisibility);
  reportVisibility();
}
