import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import type { Extra } from './add-tool.ts'
import type { Price } from './price.ts'
import { Refused } from './tool-error.ts'

const DECISION_MS = 300_000

/** Whether the client can ask its user by a form (MCP elicitation). */
export function canAskUser(server: McpServer): boolean {
  const elicitation = server.server.getClientCapabilities()?.elicitation
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
}

/** Asks the user, through the client, to confirm a price. Throws Refused unless the user accepts within 5 minutes. The
 * question has no text of a candidate in it. */
export async function askUser(
  server: McpServer,
  { requestId, signal }: Extra,
  what: string,
  { kind, cost, balance }: Price,
): Promise<void> {
  const message = `${what} for ${cost} ${kind} credit${cost === 1 ? '' : 's'}? You have ${balance}.`
  const confirm = { type: 'boolean' as const, title: 'Spend the credit', description: message }
  const requestedSchema = { type: 'object' as const, properties: { confirm }, required: ['confirm'] }
  const options = { relatedRequestId: requestId, signal, timeout: DECISION_MS }
  const decision = await server.server
    .elicitInput({ message, requestedSchema }, options)
    .catch(() => undefined)
  if (decision?.action === 'accept' && decision.content?.confirm === true) return
  throw new Refused(
    'not_confirmed',
    'The user did not confirm; nothing was spent.',
    'Do not call the tool again unless the user asks for it.',
  )
}
