/**
 * Accepts files dropped anywhere in the panel. VS Code passes a drag from its own window to a webview only while Shift
 * is held. VS Code ends a drag from outside when it gets the drag's events, so the handlers stop the events. Returns a
 * function that removes the handlers.
 */
export function watchForDrops(
  target: Window,
  handlers: { onDragging(dragging: boolean): void; onDrop(files: readonly File[]): void },
): () => void {
  const listeners = new AbortController();
  const options = { capture: true, signal: listeners.signal };

  function take(event: DragEvent): boolean {
    if (!dragsFiles(event.dataTransfer)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }

  function onDrag(event: DragEvent): void {
    if (!take(event)) return;
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    handlers.onDragging(true);
  }

  target.addEventListener('dragenter', onDrag, options);
  target.addEventListener('dragover', onDrag, options);
  target.addEventListener(
    'dragleave',
    (event) => {
      // `relatedTarget` is null if the pointer left the panel, not just an element.
      if (event.relatedTarget === null) handlers.onDragging(false);
    },
    options,
  );
  target.addEventListener(
    'drop',
    (event) => {
      handlers.onDragging(false);
      if (take(event)) handlers.onDrop([...(event.dataTransfer?.files ?? [])]);
    },
    options,
  );
  return () => listeners.abort();
}

/** The files themselves are known only after the drop. */
function dragsFiles(data: Pick<DataTransfer, 'types'> | null): boolean {
  return data?.types.includes('Files') ?? false;
}
