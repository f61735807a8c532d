import { compileGlob } from '../../text/search/glob.ts';

/**
 * Patterns for addresses: a host (`example.com`, `*.example.com`), or an address with a glob for its path
 * (`https://example.com/docs/**`).
 */

interface AddressPattern {
  /** With its colon. A pattern without a scheme is for both `http:` and `https:`. */
  readonly scheme: string | undefined;
  readonly host: string;
  /** Empty for the whole site. */
  readonly path: string;
}

/** For rules that allow: true only if the pattern certainly names the address. */
export function namesAddress(pattern: string, address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, pathname } = new URL(address);
  const wanted = parse(pattern);
  if (wanted.scheme === undefined ? !isWeb(protocol) : wanted.scheme !== protocol) return false;
  const isHost = wanted.host.startsWith('*.')
    ? host.endsWith(wanted.host.slice(1))
    : wanted.host === '*' || wanted.host === host;
  return isHost && (wanted.path === '' || matches(wanted.path, pathname));
}

/**
 * For rules that deny or ask: true if the address may lead to a place that the pattern names, in any spelling that a
 * server treats as the same. A pattern without a port means any port.
 */
export function mayMatchAddress(pattern: string, address: string): boolean {
  if (!URL.canParse(address)) return true;
  const url = new URL(address);
  const wanted = parse(pattern);
  // `http:` and `https:` count as the same, because servers usually redirect `http:` to `https:`.
  if (isWeb(wanted.scheme ?? 'https:') ? !isWeb(url.protocol) : wanted.scheme !== url.protocol) return false;
  return mayMatchHost(wanted.host, url) && (wanted.path === '' || mayMatchPath(wanted.path, url.pathname));
}

function parse(pattern: string): AddressPattern {
  const [, scheme, host = '', path = ''] = /^(?:([a-z][a-z0-9+.-]*:)\/\/)?([^/]*)(\/.*)?$/is.exec(pattern) ?? [];
  return { scheme: scheme?.toLowerCase(), host: host.toLowerCase(), path };
}

function isWeb(protocol: string): boolean {
  return protocol === 'https:' || protocol === 'http:';
}

function mayMatchHost(pattern: string, url: URL): boolean {
  const [, name = '', port = ''] = /^(.*?)(?::(\d+))?$/s.exec(pattern) ?? [];
  const own = url.port === '' ? DEFAULT_PORTS[url.protocol] : url.port;
  if (port !== '' && port !== own) return false;
  const host = withoutTrailingDots(url.hostname);
  if (name === '*') return true;
  if (name.startsWith('*.')) return host.endsWith(`.${toHostName(name.slice(2))}`);
  return host === toHostName(name);
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'https:': '443', 'http:': '80' };

/** Spells a host's name as `URL` does: non-ASCII names as Punycode, and IP addresses in full. */
function toHostName(name: string): string {
  return withoutTrailingDots(URL.canParse(`https://${name}/`) ? new URL(`https://${name}/`).hostname : name);
}

/** A name with a trailing dot means the same host. */
function withoutTrailingDots(host: string): string {
  return host.replace(/(?<!\.)\.+$/, '');
}

function mayMatchPath(pattern: string, path: string): boolean {
  const wanted = fold(pattern);
  const below = `${wanted.replace(/\/$/, '')}/**`;
  const decoded = decode(path);
  // Some servers do not count the text after a semicolon as part of the name.
  return [decoded, decoded.replace(/;[^/]*/g, '')].some((each) => {
    const place = collapse(fold(each));
    return [place, `${place}/`].some((own) => matches(wanted, own) || matches(below, own));
  });
}

/** Decodes twice, because a second server may decode again after the first. Keeps invalid encodings. */
function decode(path: string): string {
  const once = (text: string): string =>
    text.replace(/(?:%[0-9a-f]{2})+/gi, (run) => {
      try {
        return decodeURIComponent(run);
      } catch {
        return run; // These bytes are not text, so patterns cannot name them.
      }
    });
  return once(once(path));
}

/** Like some servers, treats a backslash as a slash. */
function collapse(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split(/[/\\]+/)) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

function fold(text: string): string {
  return text.toLowerCase().replace(/\p{Default_Ignorable_Code_Point}/gu, '');
}

function matches(pattern: string, path: string): boolean {
  return compileGlob(pattern)?.(path.replace(/^\//, '')) === true;
}
