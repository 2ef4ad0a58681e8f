import { dryRunResult } from '../dry-run.ts'
import type { Endpoint } from '../endpoint.ts'
import { examples } from './examples/all.ts'
import { type Content, responseContent } from './media-types.ts'
import { headerRefs, successHeaders } from './response-headers.ts'
import type { SchemaPrinter } from './schema.ts'

type Json = Record<string, unknown>

/** The printed success of a call that has a JSON body. */
export interface Success extends Json {
  description: string
  headers: Json
  content: { 'application/json': Content }
}

/** The status of every dry run that would succeed. */
const STATUS = 200
const MEANING = 'With `Prefer: dry-run`: what the call would do; nothing is done.'

/** The successes of an endpoint that has a dry run, by status: that of the call, and at 200 that of the dry run. Where both
 * are 200 the body has one of two schemas, that of the call first, because generated clients try them in this order. */
export function withDryRun(endpoint: Endpoint, call: Success, printer: SchemaPrinter): Json {
  const isSameStatus = endpoint.status === STATUS
  const { schema, example } = call.content['application/json']
  const result = printer.print(dryRunResult, 'output')
  const dryRun = { 'dry-run': { summary: 'With Prefer: dry-run', value: examples[endpoint.name]?.dryRun } }
  const both = { call: { summary: 'Without Prefer: dry-run', value: example }, ...dryRun }
  const json = isSameStatus
    ? { schema: { oneOf: [schema, result] }, examples: both }
    : { schema: result, examples: dryRun }
  const headers = isSameStatus ? call.headers : headerRefs(successHeaders(endpoint))
  return {
    [endpoint.status]: call,
    [STATUS]: {
      description: isSameStatus ? `${call.description}\n\n${MEANING}` : MEANING,
      headers: { ...headers, ...headerRefs(['Preference-Applied']) },
      content: responseContent(json),
    },
  }
}
