import type { RunningCall } from '../base/texts/toolTexts.ts';
import { textsOf, type Tool } from '../tools/tool.ts';
import type { BoundaryType } from './gate.ts';
import { PREVIEW_TITLE_PREFIX } from './preview.ts';
import { notAppliedTexts, pausedTexts } from '../base/texts/preparedTexts.ts';

/* Texts of the speculation bar. The words about a tool are in the tool's record. */

/** The current step of a speculation: "editing src/b.ts". */
export function toActivity(tool: Pick<Tool, 'name' | 'record'>, call: RunningCall): string {
  return oneLine(textsOf(tool).activity(call));
}

/** Why a speculation stopped, as a clause after "Paused:". */
export function toStoppedText(boundary: BoundaryType, detail: string): string {
  return oneLine(pausedTexts[boundary](detail));
}

/** `paths` in display form. */
export function toConflictText(paths: readonly string[]): string {
  return oneLine(notAppliedTexts.conflict(paths.join(', '), paths.length));
}

/** Why prepared edits could not be applied. They stay ready. */
export function toNotAppliedText(message: string): string {
  return oneLine(notAppliedTexts.kept(message));
}

export function previewTitle(suggestion: string): string {
  return `${PREVIEW_TITLE_PREFIX}${oneLine(suggestion)}`;
}

/** Tool arguments come from models, so the text is cut to one line that fits the bar, without invisible characters. */
function oneLine(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
