/** Like `Promise.all` over `items.map(run)`, with at most `limit` calls at a time. */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  limit: number,
  run: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const entries = items.entries();
  const work = async (): Promise<void> => {
    for (const [index, item] of entries) results[index] = await run(item);
  };
  await Promise.all(Array.from({ length: limit }, work));
  return results;
}
