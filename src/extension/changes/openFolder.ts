/**
 * The folder for batches that are not finished. It is empty unless one runs or was interrupted, so that one look at the
 * start is enough. In its own file, because activation loads it.
 */
export const OPEN_FOLDER = 'changes/open';
