import type { z } from 'zod'
import { type Example, exampleOf } from '../endpoint.ts'
import { endpoints } from '../endpoints.ts'

const of = (schema?: z.ZodType) => schema && exampleOf(schema)

/** The example of each endpoint of the public and the admin plane, by its name. */
export const examples: Record<string, Example> = Object.fromEntries(
  endpoints.map(({ name, params, query, body, response, example }) => [
    name,
    { path: of(params), query: of(query), body: of(body), response: of(response), ...example },
  ]),
)

const DAY_MS = 86_400_000

/** The day on which the examples of the contracts are written (UTC). */
const EXAMPLE_DAY = Date.parse('2026-03-01T00:00:00Z')

// With or without a time; the month of a position (`2019-04`) is no date.
const DATE = /\b\d{4}-\d{2}-\d{2}(?=T\d{2}:|\b(?!-))/g

/** A copy of a printed document whose examples read as if they were written on the day before `now`: what a request
 * names as future is in the future, at most 366 days ahead, and what happened is past. The printed file has fixed dates. */
export function datedExamples<T>(document: T, now: Date): T {
  const yesterday = Math.floor(now.getTime() / DAY_MS) * DAY_MS - DAY_MS
  return copy(document, yesterday - EXAMPLE_DAY, false) as T
}

function copy(value: unknown, shiftMs: number, isExample: boolean): unknown {
  if (typeof value === 'string') return isExample ? moved(value, shiftMs) : value
  if (Array.isArray(value)) return value.map((item) => copy(item, shiftMs, isExample))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    copy(field, shiftMs, isExample || name === 'example' || name === 'examples'),
  ])
  return Object.fromEntries(fields)
}

function moved(text: string, shiftMs: number): string {
  return text.replace(DATE, (date) => new Date(Date.parse(date) + shiftMs).toISOString().slice(0, 10))
}
