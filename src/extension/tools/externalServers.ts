import type { ExternalServer, ExternalServerTool } from '../ports/externalTools.ts';

/**
 * Groups tools by their MCP server. VS Code names a tool `mcp_<server>_<tool>`. In this name, the server's name is in
 * lower case, shortened, and has `_` in place of special characters. `configured`: the names of the servers in the
 * settings. The result has all of them, even those without tools. The tools of any other server are grouped by the part
 * of their names after `mcp_`, up to the next `_`.
 */
export function groupByServer(
  configured: readonly string[],
  tools: readonly ExternalServerTool[],
): readonly ExternalServer[] {
  const servers = new Map<string, ExternalServerTool[]>(configured.map((name) => [name, []]));
  for (const tool of tools) {
    const rest = tool.name.replace(/^mcp_/, '');
    const name = longest(configured.filter((each) => rest.startsWith(slugOf(each)))) ?? rest.split('_', 1)[0] ?? rest;
    servers.set(name, [...(servers.get(name) ?? []), tool]);
  }
  return [...servers].map(([name, own]) => ({ name, tools: own }));
}

/** Characters of a server's name that VS Code certainly keeps. */
const KEPT = 12;

function slugOf(server: string): string {
  return server
    .toLowerCase()
    .replace(/[^a-z0-9_.-]+/g, '_')
    .slice(0, KEPT);
}

function longest(names: readonly string[]): string | undefined {
  return names.toSorted((a, b) => b.length - a.length)[0];
}
