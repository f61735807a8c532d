/** Copies a text to the clipboard. */
export function copyText(text: string, onFailure: (message: string) => void): void {
  navigator.clipboard.writeText(text).catch((error: unknown) => {
    onFailure(error instanceof Error ? error.message : String(error));
  });
}
