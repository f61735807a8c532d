import type { ApprovalPolicy } from '../approval/approval.ts';
import { isAbout } from '../approval/rules/permissionRules.ts';
import type { CurrentChat } from '../chat/currentChat.ts';
import type { ChatStore } from '../chat/view/chatStore.ts';
import type { ToolRegistry } from '../tools/registry.ts';
import type { Tool } from '../tools/tool.ts';

/**
 * Whether a prompt may run a command, fetch a page or call an external tool without a question; Enter then never sends
 * a suggestion. Edits do not count, because they can be undone. Commands that `premove.readOnlyCommands` allows do not
 * count either. A rule about an unknown tool counts, because an external tool may become available later.
 */
export function mayRunUnasked(
  { mode, rules, granted }: Pick<ApprovalPolicy, 'mode' | 'rules' | 'granted'>,
  registry: ToolRegistry,
): boolean {
  if (mode() === 'yolo') return true;
  const { allow } = rules();
  const tools = registry.declarations.flatMap(({ name }) => registry.find(name) ?? []);
  const irreversible = tools.filter(({ kind }) => IRREVERSIBLE_KINDS.has(kind));
  if (irreversible.some((tool) => isGranted(tool, granted))) return true;
  return allow.some((rule) => {
    const isConcerned = (tool: Tool): boolean => isAbout(rule, { tool });
    return irreversible.some(isConcerned) || !tools.some(isConcerned);
  });
}

const IRREVERSIBLE_KINDS: ReadonlySet<Tool['kind']> = new Set(['execute', 'network', 'foreign']);

/** A grant begins with the tool's name (`grantsFor`). */
function isGranted({ name }: Tool, granted: ReadonlySet<string>): boolean {
  return [...granted].some((grant) => grant.split(' ', 1)[0] === name);
}

/**
 * Keeps `runsUnasked` in the panel's state equal to `mayRunUnasked` for the shown chat. Refreshes on each change of the
 * status, because grants and external tools change during an answer. Call `refresh` when the settings may have changed.
 */
export function followUnaskedRuns(
  chat: Pick<CurrentChat, 'approval' | 'project'>,
  store: ChatStore,
): { readonly refresh: () => void } {
  const refresh = (): void => {
    const { approval } = chat;
    const runsUnasked = approval !== undefined && mayRunUnasked(approval, chat.project.registry);
    if (store.state.suggesting.runsUnasked === runsUnasked) return;
    store.dispatch({ type: 'suggesting-changed', patch: { runsUnasked } });
  };
  store.onDidReplace(refresh);
  store.onDidChange(({ type }) => {
    if (type === 'status-changed') refresh();
  });
  return { refresh };
}
