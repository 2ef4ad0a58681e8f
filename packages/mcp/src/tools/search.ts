import type { JobBoard } from '@jobboard/sdk'
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { addTool, READS, Refused, WRITES } from '../add-tool.ts'
import { type Confirmations, priceOfSearch } from '../confirm-spending.ts'

const NAME = 'search_candidates'
const input = {
  query: z
    .string()
    .max(2_000)
    .describe('Boolean query: words, "phrases", AND, OR, NOT, parentheses, wildcards such as java* or wom?n'),
  preferredCountryIds: z
    .array(z.int())
    .max(250)
    .optional()
    .describe('Only candidates in these countries: ISO 3166-1 numeric codes, such as 578 for Norway'),
  activeWithinDays: z.int().min(1).max(36_500).optional().describe('Only candidates active in the last days'),
  pageNumber: z.int().min(1).default(1).describe('Page, from 1; every page costs one credit'),
  pageSize: z.int().min(1).max(100).default(20).describe('Candidates per page; the price is the same'),
  facets: z
    .array(z.enum(['country', 'careerStatus']))
    .max(2)
    .optional()
    .describe('Also count the candidates of all pages by these fields; the price is the same'),
  matches: z
    .boolean()
    .optional()
    .describe('Also say which terms matched in which sections of each profile; the price is the same'),
}

/** CV search. Scope CvSearch. A search is paid for in two steps: estimate, then search with the confirm token. */
export function addSearchTools(server: McpServer, client: JobBoard, confirmations: Confirmations): void {
  addTool(
    server,
    {
      name: 'estimate_search',
      title: 'Estimate a candidate search',
      description:
        'Checks a query and returns what the search would cost; free. Show cost and balance to the user; when the user agrees, call search_candidates with the same arguments and the confirmToken (valid for 10 minutes).',
      input,
      hints: READS,
    },
    async (search, context) => {
      const price = await priceOfSearch(client, search, context.mcpReq.signal)
      const confirmToken = await confirmations.issue({ name: NAME, args: search }, price.cost, context)
      return { ...price, confirmToken }
    },
  )
  const token = z.string().max(500).describe('From estimate_search')
  const { isNeeded } = confirmations
  addTool(
    server,
    {
      name: NAME,
      title: 'Search candidates',
      description: `Searches candidates; the results are masked. Costs one CvSearch credit. ${isNeeded ? 'Needs the confirmToken of estimate_search for exactly these arguments; repeating' : 'A sandbox needs no confirmToken; repeating'} it with the same token costs nothing more.`,
      input: { ...input, confirmToken: isNeeded ? token : token.default('') },
      hints: WRITES,
    },
    async ({ confirmToken, ...search }, context) => {
      const confirmed = await confirmations.read({ name: NAME, args: search }, confirmToken, context)
      if (isNeeded && !confirmed) throw notConfirmed()
      // A repetition with the same token returns the stored response. The id, because a token can be written in many ways.
      const once = confirmed && { idempotencyKey: `mcp-${confirmed.id}` }
      const call = client.search.candidates(search, { signal: context.mcpReq.signal, ...once })
      const { data, credits } = await call.withResponse()
      return { ...data, credits }
    },
  )
}

function notConfirmed(): Refused {
  return new Refused(
    'not_confirmed',
    'confirmToken: expired, or issued for another search; nothing was spent.',
    'Call estimate_search with the same arguments, show the cost to the user, and use its confirmToken.',
  )
}
