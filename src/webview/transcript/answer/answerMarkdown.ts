import type { ToolBlock } from '../../../shared/toolBlock.ts';
import type { AnswerItem } from '../../../shared/transcriptItem.ts';
import { toDisplayText } from '../../../shared/displayText.ts';
import { strings } from '../../strings/strings.ts';
import { toSources } from './sources.ts';

/** Converts an answer to Markdown. Tool calls and sources become lists. "Copy" copies only the text. */
export function toMarkdown({ blocks, citations }: Pick<AnswerItem, 'blocks' | 'citations'>): string {
  const parts: string[] = [];
  let steps: string[] = [];
  for (const block of [...blocks, null]) {
    if (block?.kind === 'tool') steps.push(toStep(block));
    else if (block === null || (block.kind === 'text' && block.text.trim() !== '')) {
      if (steps.length > 0) parts.push(steps.join('\n'));
      steps = [];
      if (block) parts.push(block.text.trim());
    }
  }
  const sources = toSources(citations).map(
    ({ url, title }, index) => `${index + 1}. [${escapeLabel(toDisplayText(title))}](<${url}>)`,
  );
  if (sources.length > 0) parts.push(`**${strings.answer.sources}**\n\n${sources.join('\n')}`);
  return parts.join('\n\n') + '\n';
}

function toStep({ words, detail, status, notRun, added, removed, summary }: ToolBlock): string {
  const changed = added + removed > 0 ? `+${added} −${removed}` : summary;
  const hasFailed = notRun !== 'denied' && (status === 'error' || status === 'cancelled');
  // The summary of a denied call already contains the denial.
  const ended = hasFailed ? strings.tools.status[status].toLowerCase() : '';
  const what = detail === '' ? '' : ` ${toCode(toDisplayText(detail))}`;
  const notes = [ended, toDisplayText(changed)].filter((note) => note !== '').join(', ');
  return `- ${words.label}${what}${notes === '' ? '' : ` (${notes})`}`;
}

/** A code span. The delimiters are longer than any backticks inside. */
function toCode(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const marks = '`'.repeat(longest + 1);
  return longest === 0 ? `${marks}${text}${marks}` : `${marks} ${text} ${marks}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll(/[\\[\]]/g, '\\$&');
}
