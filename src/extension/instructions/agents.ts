import { toDisplayText } from '../../shared/displayText.ts';
import { agentFileTexts, instructionProblemTexts as texts } from '../base/texts/instructionTexts.ts';
import { BUILT_IN_AGENTS } from '../tools/agents.ts';
import {
  booleanField,
  isWrongBoolean,
  isWrongList,
  listField,
  OTHER,
  parseFrontMatter,
  textField,
  type FrontMatter,
} from './frontMatter.ts';
import type {
  InstructionBase,
  InstructionFile,
  InstructionProblem,
  InstructionReader,
  InstructionScope,
} from './instructionFiles.ts';
import { isKnownName, toolNamesOf } from './toolAliases.ts';

/**
 * A sub-agent that a file describes. Sources: https://code.claude.com/docs/en/sub-agents,
 * https://code.visualstudio.com/docs/agent-customization/custom-agents
 */
export interface UserAgent {
  readonly id: string;
  readonly name: string;
  /** One line. */
  readonly description: string;
  readonly scope: InstructionScope;
  /** The file's path, for display. */
  readonly display: string;
  /** Without front matter. */
  readonly text: string;
  /** The only tools that the agent may use; see `isListed`. Undefined for all that the agent `general` may use. */
  readonly tools: readonly string[] | undefined;
  /** See `isListed`. */
  readonly withoutTools: readonly string[];
  /** Whether the file asks for a mode in which nothing is changed. */
  readonly readsOnly: boolean;
  /** Requests; undefined for the usual limit. */
  readonly maxTurns: number | undefined;
  /** As the file names them, in the order of preference; empty for the chat's model. */
  readonly models: readonly string[];
}

interface AgentFolder {
  readonly folder: string;
  readonly scopes: readonly InstructionScope[];
}

/** In order of precedence. */
export const AGENT_FOLDERS: readonly AgentFolder[] = [
  { folder: '.premove/agents', scopes: ['workspace', 'user'] },
  { folder: '.claude/agents', scopes: ['workspace', 'user'] },
  { folder: '.github/agents', scopes: ['workspace'] },
];
const MAX_NAME = 64;
const MAX_DESCRIPTION = 500;
/** Characters, as on GitHub. */
const MAX_TEXT = 30_000;
/** Characters of all names and descriptions; limited, because each request declares them. */
const MAX_LIST = 12_000;

/** The agents of the workspace come first. Each name occurs once. */
export async function readAgents(
  reader: InstructionReader,
  bases: readonly InstructionBase[],
  problems: InstructionProblem[],
  signal: AbortSignal,
): Promise<UserAgent[]> {
  const byName = new Map<string, UserAgent>();
  const paths = new Set<string>();
  for (const base of bases) {
    for (const { folder } of AGENT_FOLDERS.filter(({ scopes }) => scopes.includes(base.scope))) {
      for (const { relative, file } of await reader.readAll(base, folder, { accepts: isMarkdown }, problems, signal)) {
        // The folders of different agent programs are often links to one folder.
        if (paths.has(file.path)) continue;
        paths.add(file.path);
        const agent = toAgent(file, relative, problems);
        if (agent) addAgent(agent, byName, problems);
      }
    }
  }
  return [...byName.values()];
}

/** If the list is too long, returns only its first agents. */
export function withinList(agents: readonly UserAgent[], problems: InstructionProblem[]): UserAgent[] {
  let room = MAX_LIST;
  return agents.filter(({ name, description, display }) => {
    room -= name.length + description.length;
    if (room >= 0) return true;
    problems.push({ path: toDisplayText(display), what: agentFileTexts.noRoom(MAX_LIST) });
    return false;
  });
}

function addAgent(agent: UserAgent, byName: Map<string, UserAgent>, problems: InstructionProblem[]): void {
  const key = agent.name.toLowerCase();
  const path = toDisplayText(agent.display);
  const other = byName.get(key);
  if (BUILT_IN_AGENTS.some(({ name }) => name === key)) {
    problems.push({ path, what: agentFileTexts.builtIn(agent.name) });
  } else if (other) {
    problems.push({ path, what: agentFileTexts.same(agent.name, toDisplayText(other.display)) });
  } else byName.set(key, agent);
}

function isMarkdown(relative: string): boolean {
  return /\.md$/i.test(relative) && !/(?:^|\/)README\.md$/i.test(relative);
}

/**
 * Returns the agent that a file describes. Undefined if the author does not want the model to start the agent, or if
 * the file cannot be used. In the second case, adds the problem.
 */
function toAgent(
  { scope, display, text }: InstructionFile,
  relative: string,
  problems: InstructionProblem[],
): UserAgent | undefined {
  const problem = (what: string): undefined => void problems.push({ path: toDisplayText(display), what });
  const parsed = parseFrontMatter(text);
  if (parsed.kind === 'malformed') return problem(parsed.problem);
  if (!mayBeStarted(parsed)) return undefined;
  // An agent whose limits cannot be read is refused, because it could do more than its author allowed.
  const wrong =
    TYPED_FIELDS.find((field) => parsed.fields.get(field) === OTHER) ??
    LISTS_OF_TOOLS.find((field) => isWrongList(parsed, field)) ??
    ['disable-model-invocation'].find((field) => isWrongBoolean(parsed, field));
  if (wrong !== undefined) return problem(texts.wrongType(wrong));
  const given = textField(parsed, 'name') ?? (relative.split('/').at(-1) ?? '').replace(/(?:\.agent)?\.md$/i, '');
  const name = given.trim().replace(/\s+/g, '-');
  // A name with a slash could be taken for a path.
  if (name.length > MAX_NAME || !/^[\p{L}\p{N}][\p{L}\p{M}\p{N}._-]*$/u.test(name)) {
    return problem(agentFileTexts.badName(toDisplayText(given.slice(0, MAX_NAME))));
  }
  const forbidden = (listField(parsed, 'disallowedTools') ?? []).map(withoutPattern);
  const unknown = forbidden.find((each) => !isKnownName(each));
  if (unknown !== undefined) return problem(agentFileTexts.unknownTool(toDisplayText(unknown.slice(0, MAX_NAME))));
  const maxTurns = turnsOf(parsed);
  if (maxTurns === 'wrong') return problem(texts.wrongType('maxTurns'));
  const body = parsed.body.trim();
  const description = toOneLine(textField(parsed, 'description') ?? firstLine(body));
  if (description === '') return problem(agentFileTexts.noDescription());
  if (body.length > MAX_TEXT) problem(texts.cut(MAX_TEXT));
  return {
    id: `agent:${display}`,
    name,
    description,
    scope,
    display,
    text: body.slice(0, MAX_TEXT),
    tools: toolsOf(parsed),
    withoutTools: toolNamesOf(forbidden),
    readsOnly: textField(parsed, 'permissionMode') === 'plan',
    maxTurns,
    models: listField(parsed, 'model') ?? [],
  };
}

const TYPED_FIELDS = ['name', 'description', 'model', 'tools', 'disallowedTools', 'maxTurns', 'permissionMode'];

const LISTS_OF_TOOLS = ['tools', 'disallowedTools'];

function mayBeStarted(parsed: FrontMatter): boolean {
  const isOff =
    booleanField(parsed, 'disable-model-invocation') === true ||
    booleanField(parsed, 'infer') === false ||
    booleanField(parsed, 'disabled') === true;
  return !isOff && textField(parsed, 'target') !== 'github-copilot';
}

/** Undefined for all tools. `allowed-tools` would permit calls without a question, so it is ignored. */
function toolsOf(parsed: FrontMatter): readonly string[] | undefined {
  if (!parsed.fields.has('tools') || parsed.fields.get('tools') === '') return undefined;
  const names = listField(parsed, 'tools') ?? [];
  return names.includes('*') ? undefined : toolNamesOf(names);
}

/** A tool that is forbidden for a pattern is forbidden completely, because a tool cannot be limited to a pattern. */
function withoutPattern(name: string): string {
  return (name.split('(', 1)[0] ?? '').trim();
}

function turnsOf(parsed: FrontMatter): number | 'wrong' | undefined {
  const value = textField(parsed, 'maxTurns');
  if (value === undefined)
    return parsed.fields.has('maxTurns') && parsed.fields.get('maxTurns') !== '' ? 'wrong' : undefined;
  return /^[1-9]\d{0,5}$/.test(value) ? Number(value) : 'wrong';
}

function firstLine(body: string): string {
  const line = body.split('\n').find((each) => each.trim() !== '') ?? '';
  return line.replace(/^#+\s*/, '');
}

function toOneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_DESCRIPTION ? line : `${line.slice(0, MAX_DESCRIPTION - 1)}…`;
}
