/** A page of a list as the wire has it (D-05): `page` counts from 1. */
export interface Page<T> {
  total: number
  page: number
  pageSize: number
  items: T[]
}

/** Rows to skip and to take for a page. */
export function offsetOf({ page, pageSize }: { page: number; pageSize: number }): {
  offset: number
  limit: number
} {
  return { offset: (page - 1) * pageSize, limit: pageSize }
}
