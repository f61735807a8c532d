import type { ConsoleMessage, Page } from 'playwright-core';

export interface PageErrors {
  /** Starts to collect the errors of a page. */
  watch(page: Page): void;
  errors(): readonly string[];
  violations(): readonly string[];
  /** Ignores matching errors, earlier ones included, until the next `take`. */
  expect(pattern: RegExp): void;
  /** Only logs errors while `end` runs: the end of a window aborts its loads, and each aborted load is an error. */
  ignoreDuring<T>(end: () => Promise<T>): Promise<T>;
  /** All unexpected errors and policy violations since the last call. */
  take(): string[];
  /** Every console line of the pages, VS Code's own included. */
  log(): string;
}

/**
 * Collects the extension's errors from a window's pages. VS Code writes its own errors to the same console. So a
 * message counts only if it comes from a file of the extension or from the frame of a webview, or names the extension.
 * Policy violations are read from the console too: VS Code builds a webview's document with `document.write`, which
 * removes a listener for `securitypolicyviolation`.
 */
export function createPageErrors(extensionId: string): PageErrors {
  const errors: string[] = [];
  const violations: string[] = [];
  const log: string[] = [];
  let expected: RegExp[] = [];
  let isListening = true;
  const isOurs = (text: string) => isListening && (text.includes(extensionId) || WEBVIEW_FRAME.test(text));

  const isUnexpected = (text: string) => !expected.some((pattern) => pattern.test(text));

  const onConsole = (message: ConsoleMessage) => {
    log.push(`[${message.type()}] ${message.text()}`);
    if (message.type() !== 'error' || !isOurs(`${message.location().url} ${message.text()}`)) return;
    (isPolicyViolation(message) ? violations : errors).push(describe(message));
  };
  const onError = (error: Error) => {
    const text = error.stack ?? error.message;
    log.push(`[uncaught] ${text}`);
    if (isOurs(text)) errors.push(text);
  };

  return {
    watch: (page) => void page.on('console', onConsole).on('pageerror', onError),
    errors: () => errors.filter(isUnexpected),
    violations: () => violations.filter(isUnexpected),
    expect: (pattern) => void expected.push(pattern),
    async ignoreDuring(end) {
      isListening = false;
      try {
        return await end();
      } finally {
        isListening = true;
      }
    },
    take: () => {
      const taken = [...errors.splice(0), ...violations.splice(0)].filter(isUnexpected);
      expected = [];
      return taken;
    },
    log: () => log.join('\n'),
  };
}

/** The document into which VS Code puts a webview's content, in a browser and on the desktop. */
const WEBVIEW_FRAME = /\/webview\/browser\/pre\/fake\.html|vscode-webview:\/\/[^/]+\/fake\.html/;

function isPolicyViolation(message: ConsoleMessage): boolean {
  return /Content Security Policy/.test(message.text());
}

function describe(message: ConsoleMessage): string {
  const { url, lineNumber } = message.location();
  return `${message.text()} (${url}:${lineNumber})`;
}
