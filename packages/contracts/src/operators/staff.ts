import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { MAX_STAFF } from '../limits.ts'
import { email, idOf, line, patch, pathIdOf, wireTimestamp } from '../text.ts'

const params = z.object({ staffId: pathIdOf('staff') })

export const staffRoles = ['viewer', 'operator'] as const
export const staffRole = z
  .enum(staffRoles)
  .describe('Role in the portal. viewer: reads every page of the staff. operator: may also change things.')

const texts = {
  name: 'Name of the member.',
  email: 'E-mail address of the member, which no other member has, in any letter case.',
} as const

/** A person of the platform staff. */
export const staffMember = z
  .object({
    id: idOf('staff'),
    name: z.string().describe(texts.name),
    email: z.string().describe(texts.email),
    role: staffRole,
    createdAt: wireTimestamp().describe('When the member was created.'),
  })
  .meta({
    description: 'A member of the platform staff, who can sign in to the portal.',
    example: {
      id: 2,
      name: 'Ines Roth',
      email: 'ines@example.com',
      role: 'operator',
      createdAt: '2026-03-01T08:00:00.000Z',
    },
  })

export const createStaff = endpoint('POST /admin/v1/staff', {
  service: 'accounts',
  name: 'create-staff',
  summary: 'Create a member of the platform staff',
  body: z
    .object({
      name: line().min(1, 'must not be empty').describe(texts.name),
      email: email().describe(texts.email),
      role: staffRole,
    })
    .meta({
      description: 'A new member of the staff.',
      example: { name: 'Ines Roth', email: 'ines@example.com', role: 'operator' },
    }),
  status: 201,
  response: staffMember,
  refusals: {
    already_exists: {
      when: 'Another member has the address.',
      message:
        'email: member 2 of the staff has this address; change that member instead of creating another.',
    },
    limit_reached: {
      when: `There are ${MAX_STAFF} members.`,
      message: `There are ${MAX_STAFF} members of the staff, the most that there may be; remove one first.`,
    },
  },
})

export const listStaff = endpoint('GET /admin/v1/staff', {
  service: 'accounts',
  name: 'list-staff',
  summary: 'List the platform staff, newest first',
  response: z.array(staffMember).describe('The members, newest first.'),
})

export const updateStaff = endpoint('PUT /admin/v1/staff/{staffId}', {
  service: 'accounts',
  name: 'update-staff',
  summary: 'Change the name or the role of a member of the staff',
  description: 'The address cannot change: remove the member and create another.',
  params,
  body: z
    .object({
      name: patch(line().min(1, 'must not be empty')).describe(texts.name),
      role: patch(staffRole).describe('Role in the portal; it counts from the next request on.'),
    })
    .meta({
      description: 'Any subset of the fields. A field that is absent or null stays as it is.',
      example: { role: 'operator' },
    }),
  response: staffMember,
})

export const deleteStaff = endpoint('DELETE /admin/v1/staff/{staffId}', {
  service: 'accounts',
  name: 'delete-staff',
  summary: 'Remove a member of the staff',
  description:
    'The member cannot sign in any more. The last operator may be removed too: the token of the operators still works.',
  params,
  status: 204,
})
