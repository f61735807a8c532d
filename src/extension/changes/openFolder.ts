/**
 * The folder for batches that are not finished. It is empty unless a batch runs or was interrupted, so listing it at
 * the start shows whether anything must be recovered. The constant has a file of its own, so that activation does not
 * load the code of the change store.
 */
export const OPEN_FOLDER = 'changes/open';
