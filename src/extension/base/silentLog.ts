/** Implements `Log` of `ports/`, and logs nothing. */
export const silentLog = { info: (): void => {}, warn: (): void => {}, error: (): void => {} };
