import type { ChatState, SpeculationView } from '../../src/shared/chatState.ts';
import type { AnswerItem, ChangesView } from '../../src/shared/transcriptItem.ts';
import { answer, chat, renamed, speculation, text, user } from './stateParts.ts';

/** States of the speculation bar, and of answers with applied edits. */
export const SPECULATION_STATES: Readonly<Record<string, ChatState>> = {
  'changed-files': chat({
    items: [
      user('add a changelog entry'),
      changedFiles('a1', {}),
      user('and a test'),
      changedFiles('a2', {
        state: 'undone',
        changed: ['src/services/parser.ts'],
        bypasses: [{ call: 'npm test', files: [] }],
      }),
      user('and the types'),
      changedFiles('a3', { state: 'dropped', files: 0 }),
      user('and format them'),
      changedFiles('a4', {
        files: 0,
        bypasses: [
          { call: 'npm run format', files: ['src/services/parser.ts', 'src/services/lexer.ts'] },
          { call: 'npm test', files: [] },
        ],
      }),
    ],
  }),
  answered: chat({
    items: renamed(),
    suggestion: { id: 's1', text: 'add a changelog entry', immediate: false },
    speculation: speculation({ phase: 'ready', files: ['CHANGELOG.md'], added: 4, removed: 0 }),
  }),
  'ready-large': chat({
    items: renamed(),
    suggestion: {
      id: 's1',
      text: 'update the documentation and add a migration note for the renamed option',
      immediate: false,
    },
    speculation: speculation({ phase: 'ready', files: ['a', 'b', 'c'], added: 1242, removed: 817 }),
  }),
  'ready-moved': chat({
    items: [...renamed(), changedFiles('a1', { files: 1, moved: 1, added: 0, removed: 0 })],
    suggestion: { id: 's1', text: 'move the parser to lib', immediate: false },
    speculation: speculation({ phase: 'ready', files: ['src/a.ts → lib/a.ts'], moved: 1 }),
  }),
  preparing: chat({
    items: renamed(),
    suggestion: { id: 's1', text: 'push it', immediate: false },
    speculation: speculation({ phase: 'running', step: 3, activity: 'editing src/b.ts', ...sinceTwelveSeconds() }),
  }),
  paused: chat({
    items: renamed(),
    draft: 'and while we are at it',
    suggestion: { id: 's1', text: 'push it', immediate: false },
    speculation: speculation({ phase: 'running', paused: true, step: 3, ...sinceTwelveSeconds() }),
  }),
  review: chat({
    items: renamed(),
    speculation: speculation({ phase: 'review', files: ['a', 'b', 'c'], added: 42, removed: 7 }),
    draft: 'add a changelog entry',
  }),
  conflict: chat({
    items: renamed(),
    speculation: speculation({
      phase: 'conflict',
      problem: 'CHANGELOG.md has changed too, and could not be merged. Nothing was applied.',
      files: ['CHANGELOG.md'],
      added: 4,
    }),
    draft: 'add a changelog entry',
  }),
  'ready-changed': chat({
    items: renamed(),
    suggestion: { id: 's1', text: 'update the README', immediate: false },
    speculation: speculation({
      phase: 'ready',
      files: ['README.md'],
      changedFiles: ['README.md'],
      added: 2,
      removed: 1,
    }),
  }),
  'kept-preview': chat({
    items: renamed(),
    keptPreviews: [
      speculation({ phase: 'review', kept: true, prompt: 'add a changelog entry', files: ['CHANGELOG.md'], added: 4 }),
    ],
  }),
  'not-applied': chat({
    items: renamed(),
    speculation: speculation({
      phase: 'ready',
      problem: 'Nothing was applied. The disk is full. Try again, or discard the edits.',
      files: ['CHANGELOG.md'],
      added: 4,
    }),
  }),
  stopped: chat({
    items: renamed(),
    speculation: speculation({
      phase: 'stopped',
      activity: 'needs approval',
      waitsFor: 'npm test',
      files: ['src/a.ts', 'src/b.ts'],
      added: 9,
    }),
  }),
  'stopped-long': chat({
    items: renamed(),
    speculation: speculation({
      phase: 'stopped',
      activity: 'needs approval',
      waitsFor:
        'npm run test -- --run test/unit/parser/\\u{202e}numbers.test.ts --reporter=verbose && git push origin main',
      files: ['src/a.ts'],
      added: 9,
      model: 'somebody/a-model-with-a-name-that-is-longer-than-the-panel-is-wide',
      duration: 192_000,
      spent: { dollars: 0, tokens: 38_200, estimated: true },
    }),
  }),
  'stopped-question': chat({
    items: renamed(),
    suggestion: { id: 's1', text: 'release a new version', immediate: false },
    speculation: speculation({
      phase: 'review',
      resumes: true,
      activity: 'needs your answer',
      waitsFor: 'Which version is the next release?',
      files: ['README.md'],
      added: 4,
    }),
  }),
  'stopped-command': chat({
    items: renamed(),
    suggestion: { id: 's1', text: 'run the tests', immediate: false },
    speculation: speculation({
      phase: 'stopped',
      resumes: true,
      activity: 'needs approval',
      waitsFor: 'npm test',
      files: ['src/a.ts', 'src/b.ts'],
      added: 9,
    }),
  }),
  'stopped-changed': chat({
    items: renamed(),
    suggestion: { id: 's1', text: 'run the tests', immediate: false },
    speculation: speculation({
      phase: 'stopped',
      resumes: true,
      activity: 'needs approval',
      waitsFor: 'npm test',
      files: ['src/a.ts', 'src/b.ts'],
      changedFiles: ['src/a.ts'],
      added: 9,
    }),
  }),
  'stopped-limit': chat({
    items: renamed(),
    speculation: speculation({ phase: 'stopped', activity: 'today’s cost limit is reached' }),
  }),
  held: chat({
    items: renamed(),
    suggestion: { id: 's1', text: 'push it', immediate: false },
    speculation: speculation({ phase: 'held', activity: 'Prepared edits were not used 5 times in a row.' }),
  }),
  'ready-free': chat({
    items: renamed(),
    speculation: speculation({ phase: 'ready', files: ['a'], added: 2, spent: { dollars: 0, tokens: 0 } }),
  }),
  'speculation-failed': chat({
    items: renamed(),
    speculation: speculation({ phase: 'failed', activity: 'the model could not be reached' }),
  }),
  applying: chat({
    items: renamed(),
    speculation: speculation({ phase: 'applying', files: ['a', 'b', 'c'], added: 42, removed: 7 }),
  }),
};

function sinceTwelveSeconds(): Partial<SpeculationView> {
  return { startedAt: Date.now() - 12_000, duration: null };
}

function changedFiles(id: string, patch: Partial<ChangesView>): AnswerItem {
  const changes: ChangesView = {
    state: 'applied',
    files: 3,
    added: 42,
    removed: 7,
    bypasses: [],
    changed: [],
    lost: [],
    ...patch,
  };
  const usage = { input: 1200, output: 700, cacheRead: 24_000, cacheWrite: 100, cost: 0.011 };
  return answer({ id, speculated: true, usage, changes, blocks: [text('The changelog has its entry.')] });
}
