/**
 * The script of `boot.test.ts`. It starts a process that starts another one, creates a temporary folder, prints the
 * process ids, and waits. With an exit code as its argument, it ends with that code instead of waiting.
 */
import { once } from 'node:events';
import { start, temporaryFolder } from '../../../scripts/tools/processes.ts';

const WAIT = 'setInterval(() => {}, 1000)';
const START_ANOTHER = `console.log(require('node:child_process').spawn(process.execPath, ['-e', '${WAIT}']).pid); ${WAIT}`;

temporaryFolder();
const child = start(process.execPath, ['-e', START_ANOTHER]);
const [grandchild] = (await once(child.stdout ?? process.stdin, 'data')) as [string];
console.log(
  JSON.stringify({ boot: process.ppid, script: process.pid, child: child.pid, grandchild: Number(grandchild) }),
);
const [code] = process.argv.slice(2);
if (code !== undefined) process.exit(Number(code));
