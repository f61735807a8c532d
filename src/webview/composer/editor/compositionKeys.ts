import type { EditorView } from '@codemirror/view';

/**
 * During a composition, keys belong to the input method (keyCode 229). If an Enter arrives anyway, it must not break
 * the line. CodeMirror does not call its own handlers during a composition, so add this handler to the element.
 */
export function preventStrayEnter(event: KeyboardEvent): void {
  if (event.isComposing && event.key === 'Enter' && event.keyCode !== 229) event.preventDefault();
}

/**
 * A composition can end without an event, for example if its text is deleted. CodeMirror would then leave every Enter
 * to the browser. A key without composition flags shows that the composition has ended.
 */
export function endLostComposition(event: KeyboardEvent, view: EditorView): void {
  if (!view.compositionStarted || event.isComposing || event.keyCode === 229) return;
  view.contentDOM.dispatchEvent(new CompositionEvent('compositionend'));
}
