import type { ExternalServer, ExternalServerTool } from '../ports/externalTools.ts';

/**
 * Groups tools by their MCP server. VS Code names a tool `mcp_<server>_<tool>`, with the server's name as in `slugOf`.
 * If several servers would have the same name in this form, all but the first get a number at the end. `configured`:
 * the names of the servers in the settings. The result has all of them, even those without tools. The tools of any
 * other server are grouped by the part of their names after `mcp_`, up to the next `_`.
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
  return [...servers].map(([name, own]) => ({ name, tools: own }));
}

/**
 * Whether a name in a rule or in a file names the tool. The name may end with `*`. VS Code names the tools of MCP
 * servers `mcp_server_tool`; `mcp__server__tool` means the same.
 */
export function namesTool(named: string, tool: string): boolean {
  const isNamed = named.endsWith('*') ? tool.startsWith(named.slice(0, -1)) : named === tool;
  return isNamed || (named.startsWith('mcp__') && tool.startsWith('mcp_') && namesTool(flat(named), flat(tool)));
}

/** A name that `namesTool` accepts for the tool of an MCP server. `tool` may be `*` for all tools of the server. */
export function toExternalPattern(server: string, tool: string): string {
  // VS Code replaces the dots in the names of MCP tools.
  return `mcp__${slugOf(server, MAX_SERVER)}__${tool}`.replaceAll('.', '_');
}

/**
 * Number of characters at the beginning of a server's name that VS Code keeps even if a number replaces the last
 * character. This holds for up to nine servers whose shortened names are equal. A tenth gets a number with two digits.
 */
const KEPT = 12;
/**
 * Maximum number of characters of a server's name in the names of its tools. In VS Code 1.139, `mcp_`, the server's
 * name and the next `_` have at most 18 characters together.
 */
const MAX_SERVER = 13;

/** Whether the name of a tool, without `mcp_`, begins with the name of this server. */
function beginsWithServer(rest: string, server: string): boolean {
  const slug = slugOf(server, KEPT);
  return rest.startsWith(slug) && (slug.length === KEPT || /^\d*_/.test(rest.slice(slug.length)));
}

/**
 * A server's name as in the names of its tools: in lower case, shortened, and with `_` in place of everything except
 * the letters a to z, digits, `_` and `-`.
 */
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
