/**
 * `default-src` covers neither `base-uri` nor `form-action`; without them, an injected `<base>` or `<form>` could point
 * elsewhere.
 */
export function contentSecurityPolicy(source: string, nonce: string): string {
  return [
    `default-src 'none'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `script-src ${source} 'nonce-${nonce}'`,
    `style-src ${source} 'nonce-${nonce}'`,
    `font-src ${source}`,
    `img-src ${source} blob: data:`,
  ].join('; ');
}

/** `page`: `src/webview/page.html` as the build has written it, with placeholders. */
export function fillPage(
  page: string,
  { nonce, policy, root }: { readonly nonce: string; readonly policy: string; readonly root: string },
): string {
  return page
    .replaceAll('__NONCE__', () => nonce)
    .replace('__POLICY__', () => policy)
    .replaceAll('__ROOT__', () => root);
}
