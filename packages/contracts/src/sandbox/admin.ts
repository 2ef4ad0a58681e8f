import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../page.ts'
import { pathIdOf } from '../text.ts'
import { MAX_SANDBOXES, SANDBOX_CREDITS, SANDBOX_SEED, sandbox } from './sandbox.ts'

const access = { service: 'accounts', params: z.object({ employerId: pathIdOf('employer') }) } as const

export const createSandbox = endpoint('POST /admin/v1/employers/{employerId}/sandbox', {
  ...access,
  name: 'create-sandbox',
  summary: 'Make a sandbox for an employer',
  description: `One for each employer: an employer of its own with ${SANDBOX_SEED} candidates, ${SANDBOX_CREDITS} credits of each kind and the users of the employer. Mint its keys as those of any employer, with its \`id\`; they begin with \`pk_test_\` and are Active at once.`,
  status: 201,
  response: sandbox,
  refusals: {
    invalid_state: {
      when: 'Sandboxes are off on this installation, or the employer is a sandbox itself.',
      message: 'Sandboxes are off on this installation; its operator sets SANDBOX=admins.',
    },
    already_exists: {
      when: 'The employer has a sandbox.',
      message: 'employerId: this employer has a sandbox, employer 31; reset it, or delete it first.',
    },
    limit_reached: {
      when: `There are ${MAX_SANDBOXES} sandboxes on this installation.`,
      message: `There are ${MAX_SANDBOXES} sandboxes, the limit is ${MAX_SANDBOXES}; delete one that nobody uses.`,
    },
  },
})

export const getSandbox = endpoint('GET /admin/v1/employers/{employerId}/sandbox', {
  ...access,
  name: 'get-sandbox',
  summary: 'Read the sandbox of an employer',
  response: sandbox,
  refusals: { not_found: { when: 'The employer has no sandbox, or does not exist.' } },
})

export const deleteSandbox = endpoint('DELETE /admin/v1/employers/{employerId}/sandbox', {
  ...access,
  name: 'delete-sandbox',
  summary: 'End the sandbox of an employer',
  description:
    'A sandbox that somebody signed up for is named by its own id. Its keys are revoked at once; every service deletes its data within a minute.',
  status: 204,
  refusals: { not_found: { when: 'The employer has no sandbox, or does not exist.' } },
})

export const listSandboxes = endpoint('GET /admin/v1/sandboxes', {
  service: 'accounts',
  name: 'list-sandboxes',
  summary: 'List sandboxes, newest first',
  query: z.object(pageQuery),
  response: pageOf(sandbox),
})
