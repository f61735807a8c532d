/**
 * The folder for batches that are not finished. It is empty unless a batch runs or was interrupted, so listing it at
 * the start shows whether anything must be recovered. In its own file, because activation loads it.
 */
export const OPEN_FOLDER = 'changes/open';
