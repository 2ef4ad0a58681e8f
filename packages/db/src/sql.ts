import { createHash } from 'node:crypto'
import type pg from 'pg'
import template, { type RawValue, Sql as Statement } from 'sql-template-tag'

/** A part of a statement, to be nested in another: ``fragment`and status = ${status}` ``. */
export const fragment = template

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

type Queryable = Pick<pg.ClientBase, 'query'>

/** Binds the template tag to a pool or a client. */
export function sqlOn(queryable: Queryable): Sql {
  return async <R>(text: TemplateStringsArray, ...values: unknown[]) => {
    const statement = new Statement(text, values as RawValue[])
    const result = await queryable.query({
      name: statementName(statement.text),
      text: statement.text,
      values: statement.values,
      rowMode: 'array',
    })
    return toObjects<R>(result as unknown as pg.QueryArrayResult)
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
