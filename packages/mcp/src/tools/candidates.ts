import type { JobBoard } from '@jobboard/sdk'
import type { InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { addTool, idOf, READS, Refused, WRITES } from '../add-tool.ts'
import { type Confirmations, canAskUser, type Price, priceOfUnlock } from '../confirm-spending.ts'

const NAME = 'unlock_candidate'
const candidateId = idOf('candidate')

/** Profiles of candidates. Scope CvSearch. An unlock is confirmed by the user, or by a token where the client cannot
 * ask its user. */
export function addCandidateTools(server: McpServer, client: JobBoard, confirmations: Confirmations): void {
  addTool(
    server,
    {
      name: 'preview_candidate',
      title: 'Preview a candidate',
      description: 'Reads an anonymous preview of a profile: skills, history, education. Free.',
      input: { candidateId },
      hints: READS,
    },
    (args, { mcpReq: { signal } }) => client.search.preview(args.candidateId, { signal }),
  )
  addTool(
    server,
    {
      name: 'list_unlocked_candidates',
      title: 'List unlocked candidates',
      description: 'Lists the candidates whom the employer unlocked, last paid first, with who paid. Free.',
      input: {
        q: z.string().optional().describe('Only these beginnings of words in name or headline'),
        cursor: z.string().optional().describe('nextCursor of the page before'),
      },
      hints: READS,
    },
    (query, { mcpReq: { signal } }) => client.search.unlocked(query, { signal }),
  )
  addTool(
    server,
    {
      name: 'list_past_searches',
      title: 'List past searches',
      description:
        "Lists the employer's searches of the last 90 days with their results' number and cost. Free.",
      input: { cursor: z.string().optional().describe('nextCursor of the page before') },
      hints: READS,
    },
    (query, { mcpReq: { signal } }) => client.search.past(query, { signal }),
  )
  addTool(
    server,
    {
      name: 'estimate_unlock',
      title: 'Estimate an unlock',
      description:
        'Tells what reading the full profile would cost: 0 if it is unlocked already; free. Show cost and balance to the user; when the user agrees, call unlock_candidate with the confirmToken (valid for 10 minutes).',
      input: { candidateId },
      hints: READS,
    },
    async (args, context) => {
      const price = await priceOfUnlock(client, args.candidateId, context.mcpReq.signal)
      return { ...price, confirmToken: await confirmations.issue({ name: NAME, args }, price.cost, context) }
    },
  )
  addTool(
    server,
    {
      name: NAME,
      title: 'Unlock a candidate',
      description: `Reads the full profile with name and contact details. Costs one CvDownload credit, then it is free for 30 days. ${confirmations.isNeeded ? 'Only when the user asks for it. The user is asked to confirm; a client that cannot ask needs the confirmToken of estimate_unlock.' : 'A sandbox asks nobody and needs no confirmToken.'}`,
      input: {
        candidateId,
        confirmToken: z
          .string()
          .max(500)
          .optional()
          .describe('From estimate_unlock; required unless the client can ask the user'),
      },
      hints: WRITES,
    },
    async ({ confirmToken = '', ...args }, context) => {
      const { signal } = context.mcpReq
      const price = await priceOfUnlock(client, args.candidateId, signal)
      const unlock = { args, price, confirmToken, context }
      const question =
        confirmations.isNeeded && price.cost > 0 && (await confirm(server, confirmations, unlock))
      if (question) return question
      const { data, credits } = await client.search.unlock(args.candidateId, { signal }).withResponse()
      return { ...data, credits }
    },
  )
}

interface Unlock {
  args: { candidateId: number }
  price: Price
  confirmToken: string
  context: ServerContext
}

/** A question to the user, or nothing when the user has confirmed, or the token confirms at least this price. Throws
 * Refused otherwise. */
async function confirm(
  server: McpServer,
  confirmations: Confirmations,
  { args, price, confirmToken, context }: Unlock,
): Promise<InputRequiredResult | undefined> {
  const operation = { name: NAME, args }
  if (canAskUser(server, context)) {
    return confirmations.ask(operation, `Unlock the profile of candidate ${args.candidateId}`, price, context)
  }
  const confirmed = await confirmations.read(operation, confirmToken, context)
  if (confirmed && confirmed.cost >= price.cost) return undefined
  throw new Refused(
    'not_confirmed',
    'confirmToken: missing, expired, or issued for another candidate or a lower cost; nothing was spent.',
    'Call estimate_unlock, show the cost to the user, and use its confirmToken if the user agrees.',
  )
}
