import type { IncomingMessage } from 'node:http'
import { parse } from 'node:querystring'
import { ApiError } from '@jobboard/contracts/error'
import type { BodyMemoryBudget, IncomingBody } from '@jobboard/service/http/body-memory-budget'
import type { FormData } from './form.ts'

/** Bytes of a form: one without long texts, one with a note, and a job with its description of 100 000 characters, each byte
 * encoded as 3. */
export const formBytes = { short: 24_576, note: 262_144, job: 2_097_152 } as const
/** A job with 50 screening questions has about 300 fields. */
const MAX_FIELDS = 1_000
/** A chunk of one byte takes hundreds of bytes of memory. */
const CHUNKS_PER_BLOCK = 256
const MAX_CHUNKS = 16_384

/** Reads a form of at most `maxBytes`, whose memory comes out of the budget (P-587). `holder` sends it: the session, or the
 * connection. Throws payload_too_large, and unavailable when it comes too
 * slowly. */
export async function readForm(
  request: IncomingMessage,
  maxBytes: number,
  budget: BodyMemoryBudget,
  holder: string | object,
): Promise<FormData> {
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw tooLarge(maxBytes)
  return parseForm(await readAll(request, maxBytes, budget, holder))
}

/** The fields of a form; more of them than any form has are refused before they are parsed. */
function parseForm(body: Buffer): FormData {
  let fields = 1
  for (let at = body.indexOf('&'); at !== -1; at = body.indexOf('&', at + 1)) {
    if (++fields > MAX_FIELDS) throw tooMany()
  }
  return parse(body.toString(), '&', '=', { maxKeys: 0 })
}

function readAll(
  request: IncomingMessage,
  maxBytes: number,
  budget: BodyMemoryBudget,
  holder: string | object,
): Promise<Buffer> {
  const blocks: Buffer[] = []
  const chunks: Buffer[] = []
  let count = 0
  return new Promise((resolve, reject) => {
    const stop = (error: ApiError) => {
      request.off('data', onData).resume()
      budget.release(incoming)
      reject(error)
    }
    const incoming: IncomingBody = { holder, bytes: 0, abort: () => stop(tooSlow()) }
    const onData = (chunk: Buffer) => {
      if (incoming.bytes + chunk.length > maxBytes) return stop(tooLarge(maxBytes))
      if (++count > MAX_CHUNKS) return stop(tooSlow())
      chunks.push(chunk)
      if (chunks.length === CHUNKS_PER_BLOCK) blocks.push(Buffer.concat(chunks.splice(0)))
      budget.reserve(incoming, chunk.length)
    }
    request.on('data', onData)
    request.once('end', () => {
      budget.release(incoming)
      resolve(Buffer.concat([...blocks, ...chunks]))
    })
    // The browser has left.
    request.once('close', () => stop(tooSlow()))
  })
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
