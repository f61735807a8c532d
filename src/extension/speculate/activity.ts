import type { BoundaryType } from './gate.ts';
import { PREVIEW_TITLE_PREFIX } from './preview.ts';

/*
 * What the chip says about a speculation: the words on the host's side, in one place.
 */

const VERBS: Readonly<Record<string, string>> = {
  read_file: 'reading',
  list_directory: 'listing',
  glob: 'searching',
  grep: 'searching',
  edit: 'editing',
  write_file: 'editing',
};

/** "editing src/b.ts". `display` is the call's first path for people, `detail` what its tool says of it. */
export function toActivity(toolName: string, display: string, detail: string): string {
  const verb = VERBS[toolName] ?? 'using';
  const what = verb === 'searching' ? detail : display || detail;
  return oneLine(verb === 'using' ? `using ${toolName} ${what}` : `${verb} ${what}`);
}

/** Where a speculation stopped, as a clause after "stopped:". */
export function toStoppedText(boundary: BoundaryType, detail: string): string {
  return oneLine(STOPPED[boundary](detail));
}

export const TURN_LIMIT_TEXT = 'it takes too many steps';
export const MESSAGE_LIMIT_TEXT = 'it takes too many calls';

/** `paths` for people. */
export function toConflictText(paths: readonly string[]): string {
  return oneLine(`${paths.join(', ')} changed after this was prepared. Nothing was written.`);
}

export function previewTitle(suggestion: string): string {
  return `${PREVIEW_TITLE_PREFIX}${oneLine(suggestion)}`;
}

const STOPPED: Readonly<Record<BoundaryType, (detail: string) => string>> = {
  'plan-mode': () => 'plan mode does not edit',
  rule: (rule) => `your rule ${rule} keeps it for you`,
  'sensitive-path': (path) => `${path} is changed only when you are asked`,
  'outside-workspace': (path) => `${path} is outside the workspace`,
  'stale-view': (tool) => `${tool} cannot see the prepared edits`,
  shell: () => 'a command is run only when you are asked',
  network: (tool) => `${tool} needs the network`,
  interactive: (tool) => `${tool} needs you`,
  foreign: (tool) => `${tool} belongs to another extension`,
  'unknown-tool': (tool) => `${tool} is not prepared ahead`,
};

/** Tool arguments come from models: one line, of a length that a chip can hold, nothing invisible. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
