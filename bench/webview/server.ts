import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import * as esbuild from 'esbuild';
import { contentSecurityPolicy, fillPage } from '../../src/extension/vscode/webviewPage.ts';
import { STATES } from './states.ts';
import { THEMES, type ThemeName } from './themes.ts';

/**
 * Serves the built webview in a bare page with a fake host, under the same content security policy as in VS Code. The
 * address `/?state=working&theme=dark` selects a state of `states.ts` and a theme of `themes.ts`.
 */
export interface BenchServer {
  readonly url: string;
  close(): Promise<void>;
}

const NONCE = 'bench';
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
  '.map': 'application/json',
};

/** `dist` is the folder of the webview's bundle. */
export async function startBenchServer(dist: string, port = 0): Promise<BenchServer> {
  const fakeHost = await bundleFakeHost();
  const built = await readFile(join(dist, 'page.html'), 'utf8');
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/') {
      response.writeHead(200, { 'content-type': 'text/html' });
      const theme = (url.searchParams.get('theme') ?? 'dark') as ThemeName;
      response.end(toBenchPage(built, theme, url.searchParams.get('state')));
      return;
    }
    if (url.pathname === '/state.js') {
      const state = STATES[url.searchParams.get('state') ?? 'empty-chat'];
      response.writeHead(state ? 200 : 404, { 'content-type': 'text/javascript' });
      response.end(`window.benchState = ${JSON.stringify(state)};`);
      return;
    }
    if (url.pathname === '/fakeHost.js') {
      response.writeHead(200, { 'content-type': 'text/javascript' });
      response.end(fakeHost);
      return;
    }
    readFile(join(dist, normalize(url.pathname))).then(
      (bytes) => {
        response.writeHead(200, { 'content-type': TYPES[extname(url.pathname)] ?? 'application/octet-stream' });
        response.end(bytes);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${actual}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function bundleFakeHost(): Promise<string> {
  const result = await esbuild.build({
    entryPoints: [join(import.meta.dirname, 'fakeHost.ts')],
    bundle: true,
    format: 'iife',
    write: false,
    logLevel: 'error',
  });
  return result.outputFiles[0]?.text ?? '';
}

/** Adds to the panel's page what VS Code adds: the theme, VS Code's own styles, and a host. */
function toBenchPage(built: string, name: ThemeName, state: string | null): string {
  const theme = THEMES[name];
  const variables = Object.entries(theme.variables).map(([key, value]) => `--vscode-${key}: ${value};`);
  const head = `<style nonce="${NONCE}">html { ${variables.join(' ')} background: ${theme.background}; } ${VSCODE_STYLE}</style>
<link rel="icon" href="data:,">`;
  const body = `<body class="${theme.bodyClass}">
<script nonce="${NONCE}" src="/state.js?state=${encodeURIComponent(state ?? 'empty-chat')}"></script>
<script nonce="${NONCE}" src="/fakeHost.js"></script>`;
  const page = fillPage(built, { nonce: NONCE, policy: contentSecurityPolicy(`'self'`, NONCE), root: '' });
  return page.replace('<style', () => `${head}\n<style`).replace('<body>', () => body);
}

/** The styles that VS Code adds to every webview, as far as they can affect Premove's. */
const VSCODE_STYLE = `
@layer vscode-default {
html { scrollbar-color: var(--vscode-scrollbarSlider-background) transparent; }
body { color: var(--vscode-editor-foreground); font-family: var(--vscode-font-family); font-weight: var(--vscode-font-weight); font-size: var(--vscode-font-size); margin: 0; padding: 0 20px; }
img, video { max-width: 100%; max-height: 100%; }
a, a code { color: var(--vscode-textLink-foreground); }
code { font-family: monospace; color: var(--vscode-textPreformat-foreground); background-color: var(--vscode-textPreformat-background); padding: 1px 3px; border-radius: 4px; }
pre code { padding: 0; }
kbd { background-color: var(--vscode-keybindingLabel-background); color: var(--vscode-keybindingLabel-foreground); border-style: solid; border-width: 1px; border-radius: 3px; vertical-align: middle; padding: 1px 3px; }
}`;
