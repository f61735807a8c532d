import { messageBoxStrings } from './strings/messageBoxStrings.ts';

/**
 * A plain text box in the composer's place while the panel's code loads. The composer then takes over the text and a
 * pressed Enter, and the panel takes over the messages from the host.
 */
export interface EarlyInput {
  readonly text: string;
  /** The text when Enter was first pressed; null if it was not pressed. */
  readonly entered: string | null;
  /** Call when the composer has taken over the text and Enter. */
  clear(): void;
  /** Resolves when no input method is composing text in the box. */
  composed(): Promise<void>;
  /** Passes all messages from the host to `receive`, including those that have already arrived. */
  forwardMessages(receive: (message: unknown) => void): void;
}

declare global {
  interface Window {
    /** Set by the page's own script. */
    early?: {
      readonly input: EarlyInput;
      /** Resolves when the panel's style is loaded, or cannot be loaded. */
      readonly styleEnded: Promise<void>;
    };
  }
}

export function createEarlyInput(container: HTMLElement): EarlyInput {
  const box = document.createElement('textarea');
  box.className = 'early-input';
  box.rows = 1;
  box.ariaLabel = messageBoxStrings.label;
  box.placeholder = messageBoxStrings.placeholder;
  container.replaceChildren(
    element('panel', element('transcript'), element('dock', element('composer', box, element('composer-footer')))),
  );

  let entered: string | null = null;
  let composing = false;
  box.addEventListener('compositionstart', () => (composing = true));
  box.addEventListener('compositionend', () => (composing = false));
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    entered ??= box.value;
  });

  const onFocus = () => box.focus();
  window.addEventListener('focus', onFocus);
  if (document.hasFocus()) onFocus();

  const messages: unknown[] = [];
  let receive = (message: unknown): void => void messages.push(message);
  window.addEventListener('message', (event: MessageEvent<unknown>) => receive(event.data));

  return {
    get text() {
      return box.value;
    },
    get entered() {
      return entered;
    },
    clear() {
      box.value = '';
      entered = null;
    },
    composed: () =>
      new Promise((resolve) => {
        if (composing) box.addEventListener('compositionend', () => resolve(), { once: true });
        else resolve();
      }),
    forwardMessages(next) {
      window.removeEventListener('focus', onFocus);
      receive = next;
      for (const message of messages.splice(0)) next(message);
    },
  };
}

function element(className: string, ...children: readonly Node[]): HTMLElement {
  const created = document.createElement('div');
  created.className = className;
  created.append(...children);
  return created;
}
