import type { RunningCall } from '../base/texts/toolTexts.ts';
import { textsOf, type Tool } from '../tools/tool.ts';
import type { BoundaryType } from './gate.ts';
import { PREVIEW_TITLE_PREFIX } from './preview.ts';

/* Texts of the speculation bar. The words about a tool are in the tool's record. */

/** The current step of a speculation: "editing src/b.ts". */
export function toActivity(tool: Pick<Tool, 'name' | 'record'>, call: RunningCall): string {
  return oneLine(textsOf(tool).activity(call));
}

/** Why a speculation stopped, as a clause after "Paused:". */
export function toStoppedText(boundary: BoundaryType, detail: string): string {
  return oneLine(STOPPED[boundary](detail));
}

export const TURN_LIMIT_TEXT = 'too many steps';
export const MESSAGE_LIMIT_TEXT = 'too many tool calls';

/** `paths` in display form. */
export function toConflictText(paths: readonly string[]): string {
  const have = paths.length === 1 ? 'has' : 'have';
  return oneLine(`${paths.join(', ')} ${have} changed since. Nothing was applied.`);
}

/** Why prepared edits could not be applied. They stay ready. */
export function toNotAppliedText(message: string): string {
  return oneLine(`Nothing was applied: ${message}`);
}

export function previewTitle(suggestion: string): string {
  return `${PREVIEW_TITLE_PREFIX}${oneLine(suggestion)}`;
}

const STOPPED: Readonly<Record<BoundaryType, (detail: string) => string>> = {
  'plan-mode': () => 'plan mode is read-only',
  rule: (rule) => `blocked by your rule ${rule}`,
  'sensitive-path': (path) => `needs your approval to edit ${path}`,
  'secret-file': (path) => `needs your approval to read ${path}`,
  'remote-schema': (address) => `needs your approval to name the schema ${address}`,
  'outside-workspace': (path) => `${path} is outside the workspace`,
  'stale-view': (tool) => `needs ${tool}, which can’t run in the background`,
  shell: () => 'needs your approval to run a command',
  network: (tool) => `needs your approval to use the network (${tool})`,
  interactive: (tool) => `needs your answer (${tool})`,
  foreign: (tool) => `needs ${tool}, a tool of another extension`,
  'unknown-tool': (tool) => `needs ${tool}, which can’t run in the background`,
};

/** Tool arguments come from models, so the text is cut to one line that fits the bar, without invisible characters. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
