/** A promise that a test resolves itself. Until then the test can check what happens, without relying on time. */
export interface Latch {
  readonly opened: Promise<void>;
  readonly open: () => void;
}

export function createLatch(): Latch {
  let open = (): void => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}
