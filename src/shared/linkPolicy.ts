/**
 * The address that a model's link may open, or null. Allows only addresses that open in a browser or a mail program,
 * because `command:` would run commands in VS Code.
 */
export function allowedLink(url: string | undefined): string | null {
  if (url === undefined) return null;
  // URL parsing drops some control characters and spaces ("java\nscript:"), so invisible characters are refused first.
  if (/[\p{Cc}\p{Cf}\p{Z}]/u.test(url)) return null;
  if (!/^(?:https?:\/\/|mailto:)/i.test(url)) return null;
  return URL.canParse(url) ? url : null;
}

export function allowedWebLink(url: string): string | null {
  const allowed = allowedLink(url);
  return allowed !== null && /^https?:/i.test(allowed) ? allowed : null;
}

/** A place in a file that a model's link names. */
export interface FileLink {
  /** As written: relative to a folder of the workspace, or absolute. Only the host resolves it. */
  readonly path: string;
  /** 1-based; null for the file as a whole. */
  readonly line: number | null;
}

/**
 * Parses `src/a.ts`, `a.ts:12`, `a.ts:12:5`, `a.ts:12-20`, `a.ts#L12`, `a.ts#L12-L20`, `a.md#heading`. Null if `href`
 * does not name a file.
 */
export function parseFileLink(href: string | undefined): FileLink | null {
  if (href === undefined || href.length > 1_000) return null;
  const [, path = '', colon, hash] =
    /^([^#?]*?)(?::(\d{1,7})(?:[:-]\d{1,7})?)?(?:#(?:L(\d{1,7}))?.*)?$/.exec(href) ?? [];
  const name = decode(path);
  if (name === null || name.trim() === '' || /[\p{Cc}\p{Cf}]/u.test(name)) return null;
  // A single letter before the colon is a drive.
  const isAddress = /^[a-z][a-z0-9+.-]+:/i.test(name) || /^(?:\/\/|\\\\)/.test(name);
  return isAddress ? null : { path: name, line: (colon ?? hash) ? Number(colon ?? hash) : null };
}

/** Null if a percent sign does not begin a valid escape. */
function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
