import type { ConsoleMessage, Page } from 'playwright-core';

export interface Complaints {
  errors(): readonly string[];
  violations(): readonly string[];
  /** Every console line of the page, VS Code's own included. */
  log(): string;
  forget(): void;
}

/**
 * Collects the page's errors that are ours. VS Code itself writes plenty to the same console, so a
 * message counts when it comes from a file of the extension, from its webview's frame, or names the
 * extension. Blocked content is taken from the console too: VS Code builds a webview's document with
 * `document.write`, which would remove a listener for `securitypolicyviolation` again.
 */
export function watchForComplaints(page: Page, extensionId: string): Complaints {
  const errors: string[] = [];
  const violations: string[] = [];
  const log: string[] = [];
  const isOurs = (text: string) => text.includes(extensionId) || text.includes('/webview/browser/pre/fake.html');

  page.on('console', (message) => {
    log.push(`[${message.type()}] ${message.text()}`);
    if (message.type() !== 'error' || !isOurs(`${message.location().url} ${message.text()}`)) return;
    (isPolicyViolation(message) ? violations : errors).push(describe(message));
  });
  page.on('pageerror', (error) => {
    const text = error.stack ?? error.message;
    log.push(`[uncaught] ${text}`);
    if (isOurs(text)) errors.push(text);
  });

  return {
    errors: () => [...errors],
    violations: () => [...violations],
    log: () => log.join('\n'),
    forget: () => {
      errors.length = 0;
      violations.length = 0;
    },
  };
}

function isPolicyViolation(message: ConsoleMessage): boolean {
  return /Content Security Policy/.test(message.text());
}

function describe(message: ConsoleMessage): string {
  const { url, lineNumber } = message.location();
  return `${message.text()} (${url}:${lineNumber})`;
}
