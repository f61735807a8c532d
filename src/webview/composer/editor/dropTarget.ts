/**
 * Takes files that are dropped anywhere in the panel. VS Code keeps drags that cross its own parts from a webview unless
 * Shift is held, and stops those that come straight from outside as soon as it hears of them; so it does not.
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
      // Null: out of the panel, not from one thing in it to another.
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

/** Whether what is dragged over the panel is files; what they are is only told when they are dropped. */
function dragsFiles(data: Pick<DataTransfer, 'types'> | null): boolean {
  return data?.types.includes('Files') ?? false;
}
