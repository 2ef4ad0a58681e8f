import { ApiError } from '@jobboard/contracts/error'
import { MAX_BODY_DEPTH, MAX_BODY_VALUES } from '@jobboard/contracts/limits'
import { findSyntaxError } from './json-syntax.ts'

/** Characters of a body in which the mistake is looked for. */
const MAX_EXAMINED = 65_536
const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c

/** The value of a JSON text in UTF-8. Throws invalid_request. */
export function parseJson(bytes: Buffer): unknown {
  checkJsonShape(bytes, 'The body')
  const text = decode(bytes)
  try {
    return JSON.parse(text)
  } catch {
    throw invalid(`The body is not valid JSON: ${describeMistake(text)}.`)
  }
}

// A second look at the whole of a large body would cost several times its parse.
function describeMistake(text: string): string {
  const found = findSyntaxError(text.slice(0, MAX_EXAMINED))
  if (!found || found.index === MAX_EXAMINED) {
    return `the mistake is behind its first ${MAX_EXAMINED} characters`
  }
  return `expected ${found.expected} at line ${found.line}, column ${found.column}`
}

/** Refuses deep nesting and very many values, which cost more than their bytes, before they are parsed. `what`
 * begins the message. Throws invalid_request. */
export function checkJsonShape(bytes: Buffer, what: 'The body' | 'The line'): void {
  let depth = 0
  let values = 1
  // Each mark of JSON is one byte, and no byte of another character looks like one.
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      for (at++; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++
    } else if (byte === COMMA || isOpening(byte)) {
      if (++values > MAX_BODY_VALUES) {
        throw invalid(
          `${what} has more than ${MAX_BODY_VALUES} values; send fewer fields and list items in one request.`,
        )
      }
      if (byte !== COMMA && ++depth > MAX_BODY_DEPTH) {
        throw invalid(
          `${what} is nested more than ${MAX_BODY_DEPTH} levels deep; send fewer lists and objects within each other.`,
        )
      }
    } else if (isClosing(byte)) depth--
  }
}

// [ and {.
function isOpening(byte: number | undefined): boolean {
  return byte === 0x5b || byte === 0x7b
}

// ] and }.
function isClosing(byte: number | undefined): boolean {
  return byte === 0x5d || byte === 0x7d
}

function decode(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalid('The body is not valid UTF-8; send JSON in UTF-8.')
  }
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_request', message)
}
