/** Returns `text` in the user's language, with `{0}`, `{1}`… replaced by `values`; as `vscode.l10n.t` does. */
export type Translate = (text: string, ...values: readonly (string | number)[]) => string;

/** Does not translate; only replaces the placeholders. A placeholder without a value stays as it is. */
export const english: Translate = (text, ...values) =>
  text.replace(/\{(\d+)\}/g, (placeholder, index: string) => String(values[Number(index)] ?? placeholder));

let translate = english;

/**
 * Must be called once at the start, before any text is created. The translation is module state, because VS Code's
 * language never changes while a window is open, and a parameter would have to pass through every class that shows
 * text. The default is English, which the tests read.
 */
export function setTranslation(given: Translate): void {
  translate = given;
}

/**
 * Outside `vscode/` and `extension.ts`, every user-visible text of the extension host is passed to this function as its
 * first argument.
 */
export const t: Translate = (text, ...values) => translate(text, ...values);
