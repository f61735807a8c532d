/** A text of about this many tokens that does not repeat itself, so that it does not look like a loop. */
export function longText(name: string, tokens: number): string {
  let seed = 7;
  const words = [name];
  for (let length = 0; length < tokens * 4; length += 8) {
    seed = (seed * 48_271) % 2_147_483_647;
    words.push((seed % 36 ** 7).toString(36).padStart(7, 'x'));
  }
  return words.join(' ');
}
