import * as z from 'zod';
import { toDisplayText } from '../../shared/displayText.ts';
import type { ImagePart, JsonObject, TextPart } from '../model/message.ts';
import { toHashedName, toWireName } from '../model/toolNames.ts';
import type { ExternalPart, ExternalToolInfo, ExternalTools } from '../ports/externalTools.ts';
import { sanitizeSchema } from './externalSchema.ts';
import { failed, type Tool, type ToolOutcome } from './tool.ts';
import { asUntrusted, withoutHiddenText } from './untrusted.ts';
import { resultTexts } from '../base/texts/resultTexts.ts';

/** Providers accept at most 128 tools, including the built-in tools. */
const MAX_TOOLS = 100;
/** Characters; the unit of all constants from here to `MAX_SUMMARY`. */
const MAX_DESCRIPTION = 2000;
const MAX_FAILURE = 2000;
const MAX_OUTPUT = 50 * 1024;
const MAX_DETAIL = 2000;
const MAX_OWNER = 100;
const MAX_SUMMARY = 60;
/** Bytes; providers refuse larger images. */
const MAX_IMAGE = 3_500_000;
const MAX_IMAGES = 10;

const schema = z.record(z.string(), z.unknown());
type Arguments = z.infer<typeof schema>;

/**
 * Wraps VS Code's tools, sorted by name for the prefix cache. Leaves out tools whose schema cannot be used, and all
 * tools after the first `MAX_TOOLS`. VS Code checks the arguments, and asks the user unless an MCP tool declares itself
 * read-only. `taken`: the names of the built-in tools.
 */
export function toExternalTools(external: ExternalTools, taken: ReadonlySet<string>): Tool<Arguments>[] {
  const infos = [...new Map(external.list().map((info) => [info.name, info])).values()];
  const tools = infos
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((info) => {
      const inputSchema = sanitizeSchema(info.inputSchema);
      return inputSchema ? [toTool(external, info, toExternalName(info.name, taken), inputSchema)] : [];
    });
  return tools.slice(0, MAX_TOOLS);
}

/** The name for the model. It must not depend on other external tools, which can be added or removed. */
export function toExternalName(name: string, taken: ReadonlySet<string>): string {
  return taken.has(name) ? toHashedName(name) : toWireName(name);
}

function toTool(
  external: ExternalTools,
  info: ExternalToolInfo,
  name: string,
  inputSchema: JsonObject,
): Tool<Arguments> {
  return {
    name,
    description: toDescription(info),
    kind: 'foreign',
    schema,
    inputSchema,
    describe: (input) => toDisplayText(JSON.stringify(input)).slice(0, MAX_DETAIL),
    paths: () => [],
    async execute(input, _context, signal) {
      const outcome = await external.invoke(info.name, input, signal);
      switch (outcome.kind) {
        case 'done':
          return toOutcome(name, outcome.parts);
        case 'denied':
          return {
            ...failed(
              'The user denied this call, so it was not run. Do not try it in another way.',
              resultTexts.denied(''),
              '',
            ),
            hasNotRun: true,
          };
        case 'failed':
          return failed(
            asUntrusted(`${name} failed.`, cut(withoutHiddenText(outcome.message), MAX_FAILURE)),
            resultTexts.failed(),
          );
      }
    },
  };
}

/** Names the source, because the tool's author may have put instructions into the description. */
function toDescription({ description, owner }: ExternalToolInfo): string {
  const from =
    owner === '' ? 'one of the user’s MCP servers' : `the extension ${withoutHiddenText(owner).slice(0, MAX_OWNER)}`;
  return `A tool from ${from}. ${cut(withoutHiddenText(description).trim(), MAX_DESCRIPTION)}`.trim();
}

function toOutcome(name: string, parts: readonly ExternalPart[]): ToolOutcome {
  const texts: string[] = [];
  const images: ImagePart[] = [];
  for (const part of parts) {
    if (part.type === 'text') texts.push(part.text);
    else if (!IMAGE_TYPES.has(part.mimeType)) texts.push(toText(part));
    else if (part.data.length <= MAX_IMAGE && images.length < MAX_IMAGES) {
      images.push({ type: 'image', mimeType: part.mimeType, data: Buffer.from(part.data).toString('base64') });
    } else texts.push(`[An image of ${part.data.length} bytes was left out.]`);
  }
  const text = withoutHiddenText(texts.join('\n')).trim();
  const shown = cut(text === '' && images.length === 0 ? '[The result is empty.]' : text, MAX_OUTPUT);
  const textPart: TextPart = { type: 'text', text: asUntrusted(`${name} answered.`, shown) };
  return { ok: true, content: [textPart, ...images], summary: toSummary(text, images.length) };
}

const IMAGE_TYPES = new Set(['image/png', 'image/jpeg', 'image/webp', 'image/gif']);

function toText({ mimeType, data }: Extract<ExternalPart, { type: 'data' }>): string {
  const isText = /^text\/|[/+](json|xml|yaml)$/.test(mimeType);
  if (isText) return new TextDecoder().decode(data.subarray(0, MAX_OUTPUT * 4));
  return `[${data.length} bytes of ${mimeType}, which cannot be shown here.]`;
}

function toSummary(text: string, images: number): string {
  const [first = ''] = text.split('\n', 1);
  if (images > 0 && text === '') return resultTexts.images(images);
  return toDisplayText(first).slice(0, MAX_SUMMARY);
}

function cut(text: string, limit: number): string {
  return text.length <= limit
    ? text
    : `${text.slice(0, limit)}\n[${text.length - limit} more characters were left out.]`;
}
