/** The process that `owned.test.ts` kills. It owns a child process and a temporary folder, prints both, and waits. */
import { start } from '../../../scripts/tools/processes.ts';
import { temporaryFolder } from '../../../scripts/tools/workFolders.ts';

const folder = temporaryFolder('owner');
const child = start(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
console.log(JSON.stringify({ folder, pid: child.pid }));
