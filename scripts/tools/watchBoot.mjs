/**
 * boot.mjs preloads this module into the script. If boot.mjs is killed, the module runs itself as a new process, which
 * ends the script and everything that it has started.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { endRun, onParentGone } from './supervision.mjs';

const file = fileURLToPath(import.meta.url);
const [node, main, script] = process.argv;
const options = /** @type {const} */ ({ detached: true, stdio: 'ignore', windowsHide: true });

if (main === file) await endRun(process.env.PREMOVE_RUN ?? '', Number(script));
else onParentGone(() => spawn(node ?? '', [file, String(process.pid)], options).unref());
