import type { ExternalServer, ExternalServerTool } from '../ports/externalTools.ts';

/**
 * Groups tools by their MCP server. VS Code names a tool `mcp_<server>_<tool>`. VS Code makes `<server>` from the title
 * or name that the server reports. Until the server first reports one, VS Code uses the name that the settings contain.
 * `<server>` has the form that `slugOf` returns. If this form is the same for several servers, VS Code adds a number to
 * it for all but the first.
 * `configured`: the servers in the settings. The result contains all these servers. Tools that match none of these
 * servers are grouped by the part of their names between `mcp_` and the next `_`.
 */
export function groupByServer(
  configured: readonly string[],
  tools: readonly ExternalServerTool[],
): readonly ExternalServer[] {
  const servers = new Map<string, ExternalServerTool[]>(configured.map((name) => [name, []]));
  for (const tool of tools) {
    const rest = tool.name.replace(/^mcp_/, '');
    const name = longest(configured.filter((each) => beginsWithServer(rest, each))) ?? rest.split('_', 1)[0] ?? rest;
    servers.set(name, [...(servers.get(name) ?? []), tool]);
  }
  return [...servers].map(([name, own]) => ({ name, tools: own, isConfigured: configured.includes(name) }));
}

/**
 * Whether a name in a rule or in a file (`named`) names the tool. `named` may end with `*`. `mcp__server__tool` means
 * the same as VS Code's `mcp_server_tool`.
 */
export function namesTool(named: string, tool: string): boolean {
  const isNamed = named.endsWith('*') ? tool.startsWith(named.slice(0, -1)) : named === tool;
  return isNamed || (named.startsWith('mcp__') && tool.startsWith('mcp_') && namesTool(flat(named), flat(tool)));
}

/** Returns a name that `namesTool` accepts. `tool` may be `*` for all tools of the server. */
export function toExternalPattern(server: string, tool: string): string {
  // VS Code replaces dots in the names of MCP tools.
  return `mcp__${slugOf(server, MAX_SERVER)}__${tool}`.replaceAll('.', '_');
}

/**
 * The names of a server's tools always contain this many characters of the beginning of the server's name. If two to nine
 * servers share a shortened name of `MAX_SERVER` characters, VS Code replaces its last character with a digit, for all
 * but the first server.
 */
const KEPT = 12;
/**
 * The maximum number of characters of a server's name in its tools' names. VS Code 1.139 limits `mcp_`, this name and
 * the next `_` to 18 characters in total.
 */
const MAX_SERVER = 13;

/** `rest`: the name of a tool, without `mcp_`. */
function beginsWithServer(rest: string, server: string): boolean {
  const slug = slugOf(server, KEPT);
  return rest.startsWith(slug) && (slug.length === KEPT || /^\d*_/.test(rest.slice(slug.length)));
}

/** Converts a server's name to the form that VS Code uses in the names of the server's tools. */
function slugOf(server: string, length: number): string {
  return server
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, '_')
    .slice(0, length)
    .replaceAll('.', '_');
}

function flat(name: string): string {
  return name.replaceAll(/__+/g, '_');
}

function longest(names: readonly string[]): string | undefined {
  return names.toSorted((a, b) => b.length - a.length)[0];
}
