import { fragment, type Sql, type Tx } from '@jobboard/db/sql'

/** A `Sql` that executes nothing and collects the query plan of each statement with its values, in order. */
export function explaining(sql: Sql): { sql: Tx; plans: string[] } {
  const plans: string[] = []
  const explain: Sql = async <R>(text: TemplateStringsArray, ...values: unknown[]) => {
    const lines = await sql<{ 'QUERY PLAN': string }>`explain (costs off) ${fragment(text, ...values)}`
    plans.push(lines.map((line) => line['QUERY PLAN']).join('\n'))
    return [{}] as R[]
  }
  return { sql: Object.assign(explain, { notify() {} }), plans }
}
