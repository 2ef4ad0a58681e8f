import { JobBoardError } from '@jobboard/sdk'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'

/** A refusal by this server: nothing was spent or changed. */
export class Refused extends Error {
  readonly code: string
  readonly nextStep: string

  constructor(code: string, message: string, nextStep: string) {
    super(message)
    this.code = code
    this.nextStep = nextStep
  }
}

const nextSteps: Record<string, string> = {
  invalid_request: 'Correct the arguments that the message names and call the tool again.',
  invalid_query:
    'Correct the query at the position in the message: words, "phrases", AND, OR, NOT, parentheses, wildcards such as java*.',
  invalid_state: 'Read the object again; its state does not allow this.',
  no_credits: 'Nothing was spent. Tell the user that credits of this kind must be bought first.',
  insufficient_scope: 'Tell the user that the API key lacks this scope; another key is needed.',
  unattributable: 'Tell the user that this needs an API key that belongs to a user.',
  not_found: 'Check the id with a list tool; the object does not exist, was erased, or is not yours.',
  rate_limited: 'Wait for retryAfterSeconds, then call the tool again.',
  unavailable: 'Call the tool again in a few seconds.',
}

/** A failure as the result of a tool, with the API's code and what to do next. */
export function errorResult(error: unknown): CallToolResult {
  const text = JSON.stringify(describe(error))
  return { isError: true, content: [{ type: 'text', text }] }
}

function describe(error: unknown): object {
  if (error instanceof Refused) {
    return { code: error.code, message: error.message, nextStep: error.nextStep }
  }
  if (!(error instanceof JobBoardError)) {
    return { code: 'internal_error', message: 'The tool failed.', nextStep: 'Call the tool again once.' }
  }
  const { status, code, message, details, requestId, retryAfter } = error
  const nextStep =
    status === 401
      ? 'Tell the user that the job board does not accept the API key; it may be expired, revoked or not approved yet.'
      : (nextSteps[code] ?? (status && status < 500 ? 'Tell the user.' : nextSteps.unavailable))
  return { status, code, message, details, nextStep, requestId, retryAfterSeconds: retryAfter }
}
