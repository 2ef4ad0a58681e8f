import type { JobBoard, Query } from '@jobboard/sdk'
import type { McpServer } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { addTool, idOf, pageInput, READS } from '../add-tool.ts'

const statuses = ['Draft', 'Active', 'Closed', 'Expired'] as const satisfies Query<'list-jobs'>['status'][]
const sorts = [
  '-createdAt',
  '-postedDate',
  'expiryDate',
  'title',
  '-applications',
] as const satisfies Query<'list-jobs'>['sort'][]

/** The employer's jobs. Scope JobPosting. */
export function addJobTools(server: McpServer, client: JobBoard): void {
  addTool(
    server,
    {
      name: 'list_jobs',
      title: 'List jobs',
      description: "Lists the employer's jobs, newest first unless sorted otherwise.",
      input: {
        q: z
          .string()
          .optional()
          .describe('Only jobs with these beginnings of words in title, reference or city'),
        status: z.enum(statuses).optional().describe('Only jobs with this status'),
        sort: z.enum(sorts).optional().describe('Order; a leading - is descending'),
        ...pageInput,
      },
      hints: READS,
    },
    (query, { mcpReq: { signal } }) => client.jobs.list(query, { signal }),
  )
  addTool(
    server,
    {
      name: 'get_job',
      title: 'Read a job',
      description: 'Reads one job with its full description and screening questions.',
      input: { jobId: idOf('job') },
      hints: READS,
    },
    ({ jobId }, { mcpReq: { signal } }) => client.jobs.get(jobId, { signal }),
  )
}
