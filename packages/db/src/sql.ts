import { createHash } from 'node:crypto'
import type pg from 'pg'
import template, { type RawValue, raw, Sql as Statement } from 'sql-template-tag'

/** A part of a statement, to be nested in another: ``fragment`and status = ${status}` ``. */
export const fragment = template

/** The name of a table that the code composes. Throws unless it consists of a-z, 0-9 and _. */
export function identifier(name: string): Statement {
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(name)) throw new Error(`${name} is not a name for a statement`)
  return raw(name)
}

/** Runs a statement written as a template: every `${value}` is a bind parameter, a nested `fragment` is part
 * of the text. Rows have camelCase keys. Statements are prepared once per connection. */
export type Sql = <R = Record<string, unknown>>(
  text: TemplateStringsArray,
  ...values: unknown[]
) => Promise<R[]>

/** A `Sql` inside a transaction. `notify` runs the `Db.listen` callbacks of a channel after the commit. */
export interface Tx extends Sql {
  notify(channel: string): void
}

type Query = (config: pg.QueryArrayConfig) => Promise<pg.QueryArrayResult>

/** The template tag over `query`. Statements without a name are parsed at each call. */
export function sqlOn(query: Query, isPrepared: boolean): Sql {
  return async <R>(text: TemplateStringsArray, ...values: unknown[]) => {
    const statement = new Statement(text, values as RawValue[])
    const name = isPrepared ? { name: statementName(statement.text) } : {}
    const config = { ...name, text: statement.text, values: statement.values, rowMode: 'array' as const }
    return toObjects<R>(await query(config))
  }
}

function toObjects<R>({ fields, rows }: pg.QueryArrayResult): R[] {
  const keys = fields.map((field) => camelCase(field.name))
  return rows.map((row) => {
    const value: Record<string, unknown> = {}
    for (let i = 0; i < keys.length; i++) value[keys[i]!] = row[i]
    return value as R
  })
}

// Both caches are bounded by the statements and columns in the code: they never hold bound values.
const statementNames = new Map<string, string>()
const camelNames = new Map<string, string>()

function statementName(text: string): string {
  let name = statementNames.get(text)
  if (!name) {
    name = createHash('sha1').update(text).digest('base64url')
    statementNames.set(text, name)
  }
  return name
}

function camelCase(column: string): string {
  let name = camelNames.get(column)
  if (!name) {
    name = column.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    camelNames.set(column, name)
  }
  return name
}

type Fragment = ReturnType<typeof fragment>

/** Whether a case-folded column of collation "C" starts with `q`, ignoring case, in composed or decomposed accents. */
export function startsWith(folded: Fragment, q: string): Fragment {
  if (!/[^\0-\x7f]/.test(q)) return isInRange(folded, fragment`${q}::text`)
  const forms = [fragment`normalize(${q}::text, NFC)`, fragment`normalize(${q}::text, NFD)`]
  return fragment`(${isInRange(folded, forms[0]!)} or ${isInRange(folded, forms[1]!)})`
}

// A range, not `like`: the plan of a prepared statement knows no pattern. U+10FFFF is the last character.
function isInRange(folded: Fragment, q: Fragment): Fragment {
  return fragment`${folded} >= lower(${q}) collate "C" and ${folded} < lower(${q} || ${'\u{10ffff}'}::text) collate "C"`
}
