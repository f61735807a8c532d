/** Returns `text` in the user's language, with `{0}`, `{1}`… replaced by `values`; as `vscode.l10n.t` does. */
export type Translate = (text: string, ...values: readonly (string | number)[]) => string;

/** The texts as they are in the code. A placeholder without a value stays. */
export const english: Translate = (text, ...values) =>
  text.replace(/\{(\d+)\}/g, (placeholder, index: string) => String(values[Number(index)] ?? placeholder));

let translate = english;

/**
 * Must be called once at the start, before any text is created. Module state, because VS Code's language never changes
 * while a window is open, and a parameter would run through every class that shows a text. Tests read English.
 */
export function setTranslation(given: Translate): void {
  translate = given;
}

/** Every user-visible text of the host outside `vscode/` is the first argument of a call of this function. */
export const t: Translate = (text, ...values) => translate(text, ...values);
