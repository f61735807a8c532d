/**
 * The address a link of the model's may lead to, or null where the link is to be inert. Only what opens in a browser
 * or a mail program, and only on a click: `command:` would run things in VS Code, relative paths mean nothing here.
 */
export function allowedLink(url: string | undefined): string | null {
  if (url === undefined) return null;
  // URL parsing drops control characters and blanks ("java\nscript:"), so what cannot be seen is refused first.
  if (/[\p{Cc}\p{Cf}\p{Z}]/u.test(url)) return null;
  if (!/^(?:https?:\/\/|mailto:)/i.test(url)) return null;
  return URL.canParse(url) ? url : null;
}

/** Of those, what leads to a page of the web; null for the others. */
export function allowedWebLink(url: string): string | null {
  const allowed = allowedLink(url);
  return allowed !== null && /^https?:/i.test(allowed) ? allowed : null;
}

/** A place in a file, as a model links to one. */
export interface FileLink {
  /** As it was written: relative to a folder of the workspace, or absolute. Only the host knows where that leads. */
  readonly path: string;
  /** 1-based; null for the file as such. */
  readonly line: number | null;
}

/**
 * `src/a.ts`, `a.ts:12`, `a.ts:12:5`, `a.ts:12-20`, `a.ts#L12`, `a.ts#L12-L20`, `a.md#heading`. Null for what names no file, addresses
 * of any kind above all.
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

/** Percent signs that encode nothing make it a name that nobody can have meant. */
function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}
