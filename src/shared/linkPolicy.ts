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
