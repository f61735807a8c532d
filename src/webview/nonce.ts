/**
 * The page's nonce, without which no style element may be added. It is where the toolkit, too, looks for it as soon as it
 * is loaded (`getNonce` of @microsoft/fast-web-utilities).
 */
export const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.content;
