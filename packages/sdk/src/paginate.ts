/** One page of a list that is read by page number. */
export interface NumberedPage<Item> {
  items: Item[]
  page: number
  pageSize: number
  total: number
}

/** One page of a list that is read by cursor. */
export interface CursorPage<Item> {
  items: Item[]
  nextCursor?: string | null
}

/** Yields the items of all pages from `first` on. An item that is created meanwhile can shift the pages, so that an
 * item comes twice. */
export async function* iteratePages<Item>(
  fetchPage: (page: number) => PromiseLike<NumberedPage<Item>>,
  first = 1,
): AsyncGenerator<Item, void, undefined> {
  for (let page = first; ; page++) {
    const { items, pageSize, total } = await fetchPage(page)
    yield* items
    if (items.length === 0 || page * pageSize >= total) return
  }
}

/** Yields the items of all pages, each once. */
export async function* iterateCursor<Item>(
  fetchPage: (from: { cursor?: string }) => PromiseLike<CursorPage<Item>>,
  first?: string,
): AsyncGenerator<Item, void, undefined> {
  let cursor = first
  do {
    const { items, nextCursor } = await fetchPage(cursor ? { cursor } : {})
    yield* items
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
}
