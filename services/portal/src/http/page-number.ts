/** The page that an address names, within those of a list of `total` rows. */
export function pageNumber(named: string | undefined, total: number, pageSize: number): number {
  const last = Math.max(1, Math.ceil(total / pageSize))
  const page = Number(named)
  return Number.isSafeInteger(page) && page >= 1 ? Math.min(page, last) : 1
}
