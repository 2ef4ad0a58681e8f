import type { IncomingMessage } from 'node:http'
import { parse } from 'node:querystring'
import { ApiError } from '@jobboard/contracts/error'
import { type BodyMemoryBudget, collectBody } from '@jobboard/service/http/collect-body'
import type { FormData } from './form.ts'

/** Bytes of a form: one without long texts, one with a note, and a job with its description of 100 000 characters, each byte
 * encoded as 3. */
export const formBytes = { short: 24_576, note: 262_144, job: 2_097_152 } as const
/** A job with 100 screening questions has about 450 fields. */
const MAX_FIELDS = 1_000

/** Reads a form of at most `maxBytes`, whose memory comes out of the budget. `holder` sends it: the session, or the
 * connection. Throws payload_too_large, and unavailable when it comes too slowly. */
export async function readForm(
  request: IncomingMessage,
  maxBytes: number,
  budget: BodyMemoryBudget,
  holder: string | object,
): Promise<FormData> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  const refusal = (reason: string) => (reason === 'too_large' ? tooLarge(maxBytes) : tooSlow())
  return parseForm(await collectBody(request, { maxBytes, budget, holder, freeBytes: 0, refusal }))
}

/** The fields of a form; more of them than any form has are refused before they are parsed. */
function parseForm(body: Buffer): FormData {
  let fields = 1
  for (let at = body.indexOf('&'); at !== -1; at = body.indexOf('&', at + 1)) {
    if (++fields > MAX_FIELDS) throw tooMany()
  }
  return parse(body.toString(), '&', '=', { maxKeys: 0 })
}

function tooLarge(maxBytes: number): ApiError {
  const message = `This form takes at most ${Math.floor(maxBytes / 1_024)} KB. Shorten what you typed, and send it again.`
  return new ApiError('payload_too_large', message)
}

function tooMany(): ApiError {
  return new ApiError('payload_too_large', `A form has at most ${MAX_FIELDS} fields.`)
}

function tooSlow(): ApiError {
  return new ApiError('unavailable', 'The form arrived too slowly, so it was not read to its end.')
}
