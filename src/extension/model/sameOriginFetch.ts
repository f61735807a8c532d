import { wireTexts } from '../base/texts/errorTexts.ts';

/** The same limit as in browsers. */
const MAX_REDIRECTS = 20;
const REDIRECTS = new Set([301, 302, 307, 308]);

/**
 * Sends a request and follows redirects only within its origin. `fetch` would follow a redirect to any origin. That
 * origin would get the prompt and every header that contains a key, except `Authorization`. Here, a redirect to another
 * origin gives an error response that names the origin.
 */
export async function sameOriginFetch(
  send: typeof fetch,
  input: string | URL | Request,
  init: RequestInit,
): Promise<Response> {
  const first = new URL(input instanceof Request ? input.url : input);
  let url = first;
  for (let count = 0; count <= MAX_REDIRECTS; count += 1) {
    const response = await send(count === 0 ? input : url, { ...init, redirect: 'manual' });
    const location = REDIRECTS.has(response.status) ? response.headers.get('location') : null;
    if (location === null) return response;
    await response.body?.cancel();
    if (!URL.canParse(location, url)) return refusal(wireTexts.redirectToNothing(first.host));
    url = new URL(location, url);
    if (url.origin !== first.origin) {
      return refusal(wireTexts.redirectElsewhere(first.host, url.origin));
    }
  }
  return refusal(wireTexts.tooManyRedirects(first.host));
}

/** An error in a shape that all wires parse. Its kind is `bad-request`, so that the request is not retried. */
function refusal(message: string): Response {
  return Response.json({ error: { type: 'invalid_request_error', message } }, { status: 421 });
}
