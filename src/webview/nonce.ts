/**
 * The page's nonce, without which no style element may be added. The toolkit adds one as soon as it is loaded and looks
 * for the nonce in a meta element of its own kind (`getNonce` of @microsoft/fast-web-utilities), so this module comes
 * before whatever imports the toolkit.
 */
export const nonce = document.getElementById('root')?.dataset.nonce;

if (nonce !== undefined) {
  const meta = document.createElement('meta');
  meta.setAttribute('property', 'csp-nonce');
  meta.content = nonce;
  document.head.append(meta);
}
