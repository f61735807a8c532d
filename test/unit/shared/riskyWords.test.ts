import { check } from './riskyTable.ts';

check('a slash command', ['/clear', ' /review', '／clear', '/explain this'], []);

check(
  'English',
  [
    ...['push it', 'Push!', 'commit and push', 'yes, push it', 'go ahead and push', 'git push -f'],
    ...['push the button fix', 'deploy to production', 'run the deploy script', 'test the deploy script'],
    ...['run the migration', 'release v2', 'publish the package', 'unpublish it', 'post comments'],
    ...['then post it', 'tag v1.2', 'commit and tag it', 'email the team', 'ship it', 'delete the branch'],
    ...['drop the table', 'force it', 'rm -rf dist', 'remove the old files', 'del dist', 'nuke it'],
    ...['git reset --hard', 'git clean -fd', 'git clean', 'git branch -D x', 'git restore .'],
    ...['roll back the last commit', 'roll it out', 'rollout', 'take it down', 'shut down the server'],
    ...['go live', 'undo all changes', 'get rid of it', 'throw it away', 'clean up the branches'],
    ...['clear the database', 'flush the cache', 'format the disk', 'terraform apply', 'apply it'],
    ...['apply the plan', 'migrate the production database', 'open a PR', 'create a pull request'],
    ...['close the issue', 'merge it', 'fix it and push', 'fix the tests, then deploy', 'fix production'],
    ...['update the production config', 'fix it by force pushing', 'add it to the release'],
    ...['explain it and delete the branch', 'what about a release', 'redeploy', 'republish the package'],
    ...['deletion of the branch', 'prerelease', 'get it deployed', 'have it deleted', 'git commit --amend'],
    ...['docker compose down -v', 'make the repo public', 'squash the commits', 'rebase it'],
    ...['start a release', 'gh pr create', 'put it online', 'sync the changes'],
    ...['go back to the last commit', 'how about pushing it', 'why not delete it', "why don't we deploy"],
    ...['clean up and push the button fix'],
  ],
  [
    ...['run the tests', 'yes', 'fix it', 'commit this', 'looks good', 'add docs', 'refactor it'],
    ...['try it out', 'continue', 'explain how the types work', 'where is the reset handled'],
    ...['fix delete button', 'why is the push slow?', 'please explain the reset logic.'],
    ...['please fix the delete button', 'write a reproduction', 'when the tests pass, stop'],
    ...['scrape the page', "that's not quite right", 'make the method public', 'use a public class field'],
    ...['describe the API', 'go ahead', 'run the lint', 'start the dev server', 'add a changelog entry'],
    ...['bump the version', 'try again', 'format the code', 'clean up the code', 'clean it up'],
    ...['enforce the rule', 'add a dropdown', 'fix src/pusher.ts', 'explain the reset logic'],
    ...['why did the deploy fail?', 'how does the release work', 'what does drop do'],
    ...['add a test for the delete endpoint', 'fix the delete button', 'validate the email field'],
    ...['rename the reset method', 'update the release notes', 'fix drag and drop', 'apply the fix'],
    ...['configure envoy', 'fix the gui', 'scale the image', 'handle the cancellation token'],
    ...['add a restaurant', 'find the bug', 'make it faster', 'check the types'],
  ],
);

check(
  'English that begins like a question',
  [
    ...['when the tests pass push it', 'when green deploy to prod', 'when CI is green merge it'],
    ...['where possible force push', 'where unused delete the branches', 'who cares just push it'],
    ...['which is red, revert it', 'why wait push it', 'what is red revert it'],
    ...['why is the build there delete it', 'explain yourself by pushing'],
    ...['explain the diff by pushing it', 'describe it while deploying', 'how do we deploy - do it'],
    ...['how do we deploy: do it', 'how do we deploy – do it', 'how does drop work (drop it)'],
    ...['explain the reset - do it', 'explain the reset: do it', 'explain the reset – do it'],
    ...['explain the reset… do it', 'why is the push missing, do it'],
    ...['explain the reset if you will do it', 'explain the force push', 'fix the deploy script: run it'],
    ...['fix the deploy script – run it', 'fix the tests push it', 'check out the release page'],
    ...['where should push it', 'where can drop table', 'explain the deploy do it', 'what should we delete'],
    ...['explain the thing push it', 'fix the bug push code', 'write the delete function delete it'],
    ...['explain the 推送', 'explain the запушь'],
  ],
  [],
);

check(
  'other forms of letters',
  [
    ...['PUSH IT', '  push it', 'Löschen', 'LO\u0308SCHEN', 'push\u00a0it', 'ｐｕｓｈ it', 'ｄｅｌｅｔｅ the branch'],
    ...['ⓟⓤⓢⓗ it', '𝐩𝐮𝐬𝐡 it', 'ﾌﾟｯｼｭして'],
  ],
  ['ＲＵＮ the tests', '𝐫𝐮𝐧 it', 'corrige l’erreur', 'naïve café', 'straße prüfen', 'ajoute un œil'],
);

check(
  'unseen characters',
  ['pu\u00adsh it', 'pu\u200bsh it', 'حـذف', 'ح\u200cذف'],
  ['r\u00adun it', 'تست\u200cها را اجرا کن'],
);

check(
  'letters that look alike',
  ['puѕh it', 'рush it', 'ρush it', 'ԁерӏоу', 'ᴘᴜsʜ it', 'ꭰelete it'],
  ['запусти npm test', '修复 README', 'τρέξε npm test'],
);
