import { SHORT_OF_RESOURCES } from '../../../../shared/stopWord.ts';
import { allowedWebLink } from '../../../../shared/linkPolicy.ts';
import type { Conversation } from '../conversation.ts';
import type { ExportedCommand } from './exportCommands.ts';
import {
  toExportedChat,
  type ExportedAgent,
  type ExportedAgentCall,
  type ExportedAnswer,
  type ExportedMessage,
  type ExportedPart,
  type ExportOptions,
} from './exportJson.ts';
import { exportTexts } from '../../../base/texts/exportTexts.ts';

/**
 * Exports a chat for people to read. Closes each code fence that a message leaves open, because the fence would
 * otherwise include the next message. Images are data URIs, because a folder beside the file gets lost when the file is
 * sent. Thinking and the contents of PDF files are left out; the JSON export has them.
 */
export function exportMarkdown(conversation: Conversation, options: ExportOptions): string {
  const { title, exportedAt, messages, commands } = toExportedChat(conversation, options);
  const commandsAfter = (id: string | null): string[] =>
    commands.filter(({ after }) => after === id).map(toCommandSection);
  const sections = [
    ...commandsAfter(null),
    ...messages.flatMap((message, index) => [toSection(message, messages[index - 1]), ...commandsAfter(message.id)]),
  ];
  return `${[`# ${toPlainLine(title) || exportTexts.untitled()}`, exportTexts.exportedOn(toDay(exportedAt)), ...sections].join('\n\n')}\n`;
}

/** The messages of one answer share a heading, unless the model changes. */
function toSection(message: ExportedMessage, previous: ExportedMessage | undefined): string {
  const { alternative, at } = message;
  const other = alternative.count > 1 ? ` · ${exportTexts.versionOf(alternative.index, alternative.count)}` : '';
  if (message.role === 'user') {
    const who = message.steers ? exportTexts.youSteering() : exportTexts.you();
    const mentioned = (message.mentioned ?? []).flatMap((text) => [`*${exportTexts.mentioned()}*`, toFence(text, '')]);
    return [`## ${who} · ${toMinute(at)}${other}`, ...toParagraphs(message.content), ...mentioned].join('\n\n');
  }
  if (message.role === 'summary') {
    const { replaced, tokensBefore, tokensAfter } = message;
    const heading = exportTexts.compressed(replaced, tokensBefore, tokensAfter);
    return [
      '---',
      `*${heading}${message.undone ? ` ${exportTexts.compressionUndone()}` : ''}*`,
      ...toParagraphs(message.content),
      '---',
    ].join('\n\n');
  }
  const isFirst = previous?.role !== 'assistant' || previous.model !== message.model;
  const heading = `## Premove · ${toPlainLine(message.model)} · ${toMinute(at)}${other}`;
  return [
    ...(isFirst ? [heading] : []),
    ...toContinuation(message),
    ...(message.edited ? [`*${exportTexts.edited()}*`] : []),
    ...toParagraphs(message.content),
    ...toCalls(message),
    ...toEnding(message),
  ].join('\n\n');
}

function toCommandSection({ at, command, output, summary, totalCharacters, sharing }: ExportedCommand): string {
  const end = summary ? `${toPlainLine(summary)}.` : exportTexts.endUnknown();
  const total = totalCharacters === undefined ? [] : [exportTexts.wholeOutput(totalCharacters)];
  return [
    `## ${exportTexts.youRan()} · ${toMinute(at)}`,
    toFence(command, 'sh'),
    ...(output.trim() ? [toFence(output, '')] : []),
    `*${[end, ...total, exportTexts.sharing[sharing]()].join(' ')}*`,
  ].join('\n\n');
}

function toContinuation({ continues }: ExportedAnswer): string[] {
  if (!continues) return [];
  const { of, form, prefixCharacters } = continues;
  const text = of === 'prompt' ? exportTexts.continuesPrompt() : exportTexts.continued(form, prefixCharacters);
  return [`*${text}*`];
}

function toParagraphs(content: readonly ExportedPart[]): string[] {
  return content.flatMap((part) => {
    switch (part.type) {
      case 'text':
        return part.text.trim() ? [closeFence(part.text.replaceAll('\r\n', '\n').trimEnd())] : [];
      case 'image':
        return [
          `![${exportTexts.image()}](data:${toMimeType(part.mimeType)};base64,${part.data.replaceAll(/[^\w+/=]/g, '')})`,
        ];
      case 'document':
        return [`[${exportTexts.pdf(part.name.replaceAll(/[[\]\\`<>*_]/g, ''))}]`];
      case 'citation':
        return [exportTexts.source(toSource(part.title, part.url))];
      case 'thinking':
      case 'tool-call':
        return [];
    }
  });
}

function toCalls({ content, results, interrupted = [] }: ExportedAnswer): string[] {
  return content.flatMap((part) => {
    if (part.type !== 'tool-call') return [];
    const result = results.find(({ callId }) => callId === part.id);
    const agent = result?.agent ?? interrupted.find(({ callId }) => callId === part.id);
    const missing = agent ? exportTexts.interrupted() : exportTexts.notRun();
    const line = result ? toResultLine(result) : `${toCode(part.name)} (${missing})`;
    const calls = agent ? toAgentLines(agent).map((each) => `\n  - ${each}`) : [];
    return [`- ${line}${calls.join('')}`, ...(result?.diff ? [toFence(result.diff, 'diff')] : [])];
  });
}

function toAgentLines({ calls, count, note }: ExportedAgent): string[] {
  const earlier = count > calls.length ? [exportTexts.earlierCalls(count - calls.length)] : [];
  return [...(note === undefined ? [] : [toPlainLine(note)]), ...earlier, ...calls.map(toResultLine)];
}

function toResultLine({ name, status, detail, summary, added, removed }: ExportedAgentCall): string {
  const counts = added + removed > 0 ? `+${added} −${removed}` : '';
  const failure = status === 'success' ? '' : status === 'error' ? exportTexts.failed() : exportTexts.cancelled();
  const notes = [toPlainLine(summary), counts, failure].filter(Boolean).join(', ');
  return [toCode(name), detail && toCode(detail), notes && `(${notes})`].filter(Boolean).join(' ');
}

function toEnding({ outcome, error, stopWord, cutCall }: ExportedAnswer): string[] {
  const kind = outcome === 'length' && stopWord === SHORT_OF_RESOURCES ? SHORT_OF_RESOURCES : outcome;
  const ending = error === null ? ENDINGS.get(kind)?.() : exportTexts.failedWith(toPlainLine(error));
  const cut = cutCall === null ? [] : [exportTexts.cutCall(toPlainLine(cutCall))];
  return ending ? [`*${[ending, ...cut].join(' ')}*`] : [];
}

const ENDINGS: ReadonlyMap<string, () => string> = new Map(Object.entries(exportTexts.endings));

/** The fence is longer than any fence in `text`. */
export function toFence(text: string, language: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text.replace(/\n$/, '')}\n${fence}`;
}

/** Closes a fence that the text leaves open (CommonMark 4.5, at the top level). */
export function closeFence(text: string): string {
  let open: { readonly mark: string; readonly length: number } | undefined;
  for (const line of text.split('\n')) {
    const [, run = '', rest = ''] = /^ {0,3}(`{3,}|~{3,})(.*)/s.exec(line) ?? [];
    const mark = run.charAt(0);
    if (!run) continue;
    if (!open) {
      if (mark === '~' || !rest.includes('`')) open = { mark, length: run.length };
    } else if (mark === open.mark && run.length >= open.length && !rest.trim()) {
      open = undefined;
    }
  }
  return open ? `${text}\n${open.mark.repeat(open.length)}` : text;
}

/** One line, escaped so that Markdown and HTML render it literally. */
function toPlainLine(text: string): string {
  return text
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]<>#|~!&]/g, '\\$&');
}

function toCode(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
  const ticks = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${ticks}${space}${line}${space}${ticks}`;
}

function toMimeType(type: string): string {
  return /^image\/[\w.+-]+$/.test(type) ? type : 'image/png';
}

/** As in the panel, only a web address becomes a link. */
function toSource(title: string, url: string): string {
  const allowed = allowedWebLink(url);
  const name = toPlainLine(title);
  return allowed === null
    ? [name, url.trim() && toCode(url)].filter(Boolean).join(' ')
    : `[${name}](<${encodeAngles(allowed)}>)`;
}

function encodeAngles(url: string): string {
  return url.replaceAll(/[<>\s\\]/g, (character) => encodeURIComponent(character));
}

function toDay(time: string): string {
  return time.slice(0, 10);
}

function toMinute(time: string): string {
  return `${time.slice(0, 10)} ${time.slice(11, 16)} UTC`;
}
