/** One page of a list as sent to clients (D-05); `page` counts from 1. */
export interface Page<T> {
  total: number
  page: number
  pageSize: number
  items: T[]
}

/** `offset` and `limit` of a page. */
export function offsetOf({ page, pageSize }: { page: number; pageSize: number }): {
  offset: number
  limit: number
} {
  return { offset: (page - 1) * pageSize, limit: pageSize }
}

/** A row of a page that is joined to the count, so that a page past the end still has the total, in a row without an id. */
export type PageRow<T extends { id: number | string }> = Omit<T, 'id'> & { id: T['id'] | null; total: number }

/** The page that these rows are, without the row that has only the total. */
export function pageOf<T extends { id: number | string }>(
  rows: PageRow<T>[],
  { page, pageSize }: { page: number; pageSize: number },
): Page<T> {
  const items = rows.flatMap(({ total: _, ...row }) => (row.id === null ? [] : [row as unknown as T]))
  return { total: rows[0]!.total, page, pageSize, items }
}
