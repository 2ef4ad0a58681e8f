import type { Tx } from '@jobboard/db/sql'

// Also joins that read a whole table, and compilation, which the cost of a disabled step would start.
const DISABLED = [
  'enable_seqscan',
  'enable_bitmapscan',
  'enable_sort',
  'enable_incremental_sort',
  'enable_hashjoin',
  'enable_mergejoin',
  'enable_material',
  'jit',
]

/** Has the later statements of the transaction read the index that has their order, row by row, whatever statistics say. In
 * a small or new installation these know of no pending delivery, so any index looks as good as the right one, and the
 * plan stays while thousands become due. */
export async function planByIndex(sql: Tx): Promise<void> {
  await sql`select set_config(name, 'off', true) from unnest(${DISABLED}::text[]) as name`
}
