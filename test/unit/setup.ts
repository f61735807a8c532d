import * as fc from 'fast-check';

/**
 * Property tests use new random values in each run. In continuous integration the seed is fixed: the same commit gives
 * the same result, so a failure comes from the change.
 */
if (process.env['CI'] !== undefined) fc.configureGlobal({ seed: 0x70726d76 });
