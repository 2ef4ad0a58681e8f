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
