import { ApiError, type ErrorCode } from '@jobboard/contracts/error'
import { trimmed } from '@jobboard/contracts/text'
import type { Entered } from '@jobboard/html/field'
import type { FastifyRequest } from 'fastify'

/** The fields of a form, as the browser sent them. */
export type FormData = Readonly<Record<string, string | string[] | undefined>>

/** A form that was refused: where it was sent to, and the labels of its fields. */
export interface Refused extends Entered {
  action: string
  labels: Record<string, string>
  code?: ErrorCode | undefined
}

/** The field's text without blanks around it; '' when it is missing. */
export function text(form: FormData, name: string): string {
  const value = form[name]
  return trimmed(Array.isArray(value) ? (value[0] ?? '') : (value ?? ''))
}

export function singleValues(form: FormData): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(form).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]),
  )
}

/** All values of a field that may be sent several times, such as checkboxes. */
export function list(form: FormData, name: string): string[] {
  const value = form[name]
  return value === undefined ? [] : Array.isArray(value) ? value : [value]
}

/** The number in a field; undefined when it is empty. What is no number stays as it was typed, so that the service's
 * schema names the field. */
export function number(form: FormData, name: string): number | undefined {
  const typed = text(form, name)
  if (typed === '') return undefined
  const value = Number(typed)
  return Number.isFinite(value) ? value : (typed as unknown as number)
}

/** A refusal by a service, as errors beside the fields. `names` gives the field of a JSON Pointer where it has another
 * name. Anything but a 4xx is thrown on. */
export function errorsOf(
  error: unknown,
  names: (pointer: string) => string = nameOf,
): Record<string, string> {
  if (!(error instanceof ApiError) || error.status >= 500) throw error
  const errors: Record<string, string> = {}
  for (const { pointer, reason } of error.fields) errors[names(pointer)] ??= capitalized(`${reason}.`)
  return Object.keys(errors).length > 0 ? errors : { '': error.message }
}

/** True when nobody knows whether the call has had its effect: the same operation has it once. */
export function isUnavailable(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'unavailable'
}

// `/salary/min` -> `salary.min`; `/scopes/0` -> `scopes.0`.
function nameOf(pointer: string): string {
  return pointer
    .replace(/^#(query|path)/, '')
    .slice(1)
    .replaceAll('/', '.')
}

function capitalized(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** The path of the page whose form it is, which the browser names; `/` when that is no page of this portal. */
export function pageBefore({ headers }: FastifyRequest, baseUrl: string): string {
  const from = URL.parse(headers.referer ?? '')
  const path = from?.origin === baseUrl ? from.pathname + from.search : '/'
  return path.startsWith('//') ? '/' : path
}

/** A path with these parameters; those without a value are left out. */
export function addressWith(path: string, values: Record<string, unknown>): string {
  const pairs = Object.entries(values).flatMap(([name, value]) =>
    [value ?? []].flat().map((one) => [name, String(one)]),
  )
  const search = String(new URLSearchParams(pairs.filter(([, value]) => value !== '')))
  return search ? `${path}?${search}` : path
}
