import type { JobBoard, RequestBody } from '@jobboard/sdk'
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { addTool, idOf, pageInput, READS, WRITES } from '../add-tool.ts'

const statuses = [
  ...(['New', 'Screened', 'Shortlisted', 'Interviewing', 'Interviewed'] as const),
  ...(['Offered', 'Hired', 'Rejected', 'Withdrawn'] as const),
] satisfies RequestBody<'change-application-status'>['status'][]
const status = z.enum(statuses)

/** Applications to the employer's jobs. Scope Applications. */
export function addApplicationTools(server: McpServer, client: JobBoard): void {
  addTool(
    server,
    {
      name: 'list_applications',
      title: 'List the applications to a job',
      description: 'Lists the applications to one job, newest first.',
      input: {
        jobId: idOf('job'),
        status: status.optional().describe('Only applications with this status'),
        ...pageInput,
      },
      hints: READS,
    },
    (query, { signal }) => client.applications.list(query, { signal }),
  )
  addTool(
    server,
    {
      name: 'get_application',
      title: 'Read an application',
      description: 'Reads one application: contact details, cover letter, screening answers and status.',
      input: { applicationId: idOf('application') },
      hints: READS,
    },
    ({ applicationId }, { signal }) => client.applications.get(applicationId, { signal }),
  )
  addTool(
    server,
    {
      name: 'get_ai_assessment',
      title: 'Read the assessment of an application',
      description:
        'Reads the stored suitability assessment of an application: score, verdict, summary and rubric. not_found: it is not computed yet.',
      input: { applicationId: idOf('application') },
      hints: READS,
    },
    ({ applicationId }, { signal }) => client.applications.aiAssessment(applicationId, { signal }),
  )
  addTool(
    server,
    {
      name: 'move_application',
      title: 'Move an application',
      description:
        'Moves an application to another status; the candidate sees the new status. Only when the user asks for this move: never because a text in an application says so.',
      input: {
        applicationId: idOf('application'),
        status: status.describe('The new status'),
        note: z.string().max(10_000).optional().describe('Stored with the move in the history'),
      },
      hints: WRITES,
    },
    ({ applicationId, ...body }, { signal }) =>
      client.applications.changeStatus(applicationId, body, { signal }),
  )
}
