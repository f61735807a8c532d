import * as fc from 'fast-check';

/**
 * Properties are tried on other values with every run, but for continuous integration: there the same commit gives the
 * same result, and a red run speaks of the change.
 */
if (process.env['CI'] !== undefined) fc.configureGlobal({ seed: 0x70726d76 });
