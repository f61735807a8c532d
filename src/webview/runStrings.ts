import { plural } from './quantities.ts';

/** The words for what the calls of one kind do. */
export interface Activity {
  readonly past: string;
  readonly base: string;
  readonly gerund: string;
  /** What one call was about. */
  one(subject: string): string;
  /** What several calls were about, or one that names nothing. */
  many(count: number): string;
  /** Its subject is a command. */
  readonly isCommand?: boolean;
}

const EDIT: Activity = {
  past: 'edited',
  base: 'edit',
  gerund: 'editing',
  one: (file) => file,
  many: (count) => plural(count, 'file'),
};

const SEARCH: Activity = {
  past: 'searched',
  base: 'search',
  gerund: 'searching',
  one: (pattern) => `for ${pattern}`,
  many: (count) => (count === 1 ? '' : plural(count, 'time')),
};

const ACTIVITIES: Readonly<Record<string, Activity>> = {
  read_file: {
    past: 'read',
    base: 'read',
    gerund: 'reading',
    one: (file) => file,
    many: (count) => plural(count, 'file'),
  },
  write_file: EDIT,
  edit: EDIT,
  list_directory: {
    past: 'listed',
    base: 'list',
    gerund: 'listing',
    one: (folder) => folder,
    many: (count) => plural(count, 'folder'),
  },
  grep: SEARCH,
  glob: SEARCH,
  run_shell_command: {
    past: 'ran',
    base: 'run',
    gerund: 'running',
    one: (command) => command,
    many: (count) => plural(count, 'command'),
    isCommand: true,
  },
  web_fetch: {
    past: 'fetched',
    base: 'fetch',
    gerund: 'fetching',
    one: (url) => url,
    many: (count) => plural(count, 'page'),
  },
  lsp: {
    past: 'looked up',
    base: 'look up',
    gerund: 'looking up',
    one: (place) => place,
    many: (count) => plural(count, 'place'),
  },
  todo_write: { past: 'updated', base: 'update', gerund: 'updating', one: () => 'the plan', many: () => 'the plan' },
  ask_user: {
    past: 'asked',
    base: 'ask',
    gerund: 'asking',
    one: () => 'a question',
    many: (count) => plural(count, 'question'),
  },
  exit_plan_mode: {
    past: 'presented',
    base: 'present',
    gerund: 'presenting',
    one: () => 'a plan',
    many: (count) => plural(count, 'plan'),
  },
};

/** The words of a collapsed run's summary line. */
export const runStrings = {
  activityOf(tool: string): Activity {
    const known = Object.hasOwn(ACTIVITIES, tool) ? ACTIVITIES[tool] : undefined;
    return known ?? otherActivity(tool);
  },
  couldNot: (base: string) => `could not ${base}`,
  failed: 'failed',
  unsaved: 'not saved yet',
  denied: 'denied',
  stopped: 'stopped',
  cancelled: 'cancelled',
  more: (steps: number) => plural(steps, 'more step'),
};

/** For a tool that is not ours: "used get_issue 2 times". */
function otherActivity(tool: string): Activity {
  const name = tool === '' ? 'a tool' : tool;
  return {
    past: `used ${name}`,
    base: `use ${name}`,
    gerund: `using ${name}`,
    one: () => '',
    many: (count) => (count > 1 ? plural(count, 'time') : ''),
  };
}
