/**
 * For unfinished batches. Usually empty, so listing it at the start shows whether anything must be recovered. This
 * constant has its own file, so that activation does not load the code of the change store.
 */
export const OPEN_FOLDER = 'changes/open';
