/** As many as browsers follow. */
const MAX_REDIRECTS = 20;
const REDIRECTS = new Set([301, 302, 307, 308]);

/**
 * Sends a request, and follows redirects within the origin that it was for. `fetch` itself takes the prompt and the
 * vendors' key headers along to wherever a response sends it; it leaves out `Authorization` only. Another origin is an
 * error response that names it.
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
    if (!URL.canParse(location, url)) return refusal(`${first.host} redirects to an address that is none.`);
    url = new URL(location, url);
    if (url.origin !== first.origin) {
      const advice = `If that is its address now, put it into premove.providers as the baseUrl.`;
      return refusal(`${first.host} redirects to ${url.origin}, where nothing was sent. ${advice}`);
    }
  }
  return refusal(`${first.host} redirects in circles.`);
}

/** In the shape in which every provider tells of an error, so that it is read as what it is: a wrong address. */
function refusal(message: string): Response {
  return Response.json({ error: { type: 'invalid_request_error', message } }, { status: 421 });
}
