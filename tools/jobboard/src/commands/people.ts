import { grantCredits } from '@jobboard/contracts/credits/endpoints'
import { createEmployer, listEmployers } from '@jobboard/contracts/employers/employers'
import { createPortalLink, createStaffPortalLink } from '@jobboard/contracts/employers/portal-links'
import { createUser } from '@jobboard/contracts/employers/users'
import type { ResponseBody } from '@jobboard/contracts/endpoint'
import { creditKinds, MAX_ID } from '@jobboard/contracts/limits'
import { createStaff, deleteStaff, listStaff } from '@jobboard/contracts/operators/staff'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { apiCommand, fieldOptions, inputOf } from '../api-command.ts'
import { type Command, command } from '../command.ts'
import { count, text, UsageError } from '../option.ts'
import { note, print, printPage, printRows } from '../output.ts'

const MAX_CREDITS = 1_000_000_000
const NAME = { hint: 'put quotes around a name with spaces' }

/** The commands about employers, the staff of the platform, and how both get into the portal. */
export const peopleCommands: Command[] = [
  command({
    words: 'employer create',
    summary: 'create an employer, with credits and a user',
    args: 'NAME',
    ...NAME,
    example: 'employer create "Nordlys Shipping" --contract --credits 100 --user robin@example.com',
    notes:
      'Prints the id of the employer, and of the user. Next: key mint. Each run creates another employer: employer list shows whether an interrupted run created one.',
    options: {
      ...fieldOptions(createEmployer, { contract: 'hasActiveContract', partner: 'isTrustedPartner' }),
      credits: count('N', `grants N credits of every kind: ${creditKinds.join(', ')}`, 1, MAX_CREDITS),
      user: text(
        'EMAIL',
        'creates a user with the role EmployerAdmin, whom a key can name as the author of notes',
      ),
      'user-name': text('NAME', 'the name of that user (default: the part of EMAIL before @)'),
      ...adminOptions,
    },
    async run(values, [name]) {
      const { contract, partner, user: email, credits: amount = 0 } = values
      const userName = values['user-name'] ?? email?.split('@')[0]
      if (values['user-name'] !== undefined && email === undefined)
        throw new UsageError('--user-name needs --user EMAIL')
      const given = { name, hasActiveContract: contract, isTrustedPartner: partner }
      const input = inputOf(createEmployer, given, { name: 'NAME' })
      const api = openAdminApi(values)
      const { id } = await api(createEmployer, input)
      print(`employer ${id}`)
      const params = { employerId: id }
      try {
        if (email !== undefined) {
          const body = { name: userName!, email, role: 'EmployerAdmin' } as const
          print(`user ${(await api(createUser, { params, body })).id}`)
        }
        for (const kind of amount > 0 ? creditKinds : [])
          await api(grantCredits, { params, body: { kind, amount, reason: 'first credits' } })
      } catch (error) {
        throw new Error(`employer ${id} was created, but not all of it: ${(error as Error).message}`)
      }
      if (amount > 0) print(`${amount} credits of each kind`)
      return 0
    },
  }),
  apiCommand({
    words: 'employer list',
    summary: 'list employers, by the start of their names',
    endpoint: listEmployers,
    fields: { name: 'q', page: 'page' },
    defaults: { page: '1' },
    hint: 'use --name START',
    example: 'employer list --name nord',
    show: (list) =>
      printPage(
        'employers',
        { ID: 'id', NAME: 'name', CONTRACT: 'hasActiveContract', PARTNER: 'isTrustedPartner' },
        list,
      ),
  }),
  apiCommand({
    words: 'staff create',
    summary: 'create a member of the platform staff, who can sign in to the portal',
    endpoint: createStaff,
    arg: ['NAME', 'name'],
    ...NAME,
    fields: { email: 'email', role: 'role' },
    defaults: { role: 'viewer' },
    example: 'staff create "Sam Support" --email sam@example.com --role operator',
    notes: 'Prints the id. Next: portal-link --staff ID, or the person signs in with the address.',
    show: ({ id }) => print(`staff ${id}`),
  }),
  apiCommand({
    words: 'staff list',
    summary: 'list the platform staff',
    endpoint: listStaff,
    example: 'staff list',
    show(members) {
      printRows({ ID: 'id', NAME: 'name', EMAIL: 'email', ROLE: 'role' }, members)
      print(`${members.length} members of the staff`)
    },
  }),
  apiCommand({
    words: 'staff remove',
    summary: 'remove a member of the platform staff; sessions end with the next request',
    endpoint: deleteStaff,
    arg: ['ID', 'staffId'],
    hint: 'staff list shows the ids',
    example: 'staff remove 2',
    show: (_, { staffId }) => print(`staff ${staffId} removed`),
  }),
  command({
    words: 'portal-link',
    summary: 'print a one-time link that signs a person in to the portal',
    example: ['portal-link --employer 1 --user 1', 'portal-link --staff 1 --page system'],
    notes:
      'Whoever opens the link first is that person: do not mail it or write it into a log. Its address is the PORTAL_BASE_URL of accounts.',
    options: {
      employer: count('ID', 'the employer of --user', 1, MAX_ID),
      user: count('ID', 'a user of that employer', 1, MAX_ID),
      staff: count('ID', 'a member of the staff; staff list shows the ids', 1, MAX_ID),
      ...fieldOptions(createStaffPortalLink, { page: 'page', seconds: 'expiresInSeconds' }),
      ...adminOptions,
    },
    async run(values) {
      const { employer, user: userId, staff, page, seconds: expiresInSeconds } = values
      const isUser = employer !== undefined && userId !== undefined && staff === undefined
      const isStaff = staff !== undefined && employer === undefined && userId === undefined
      if (!isUser && !isStaff) throw new UsageError('give --employer ID and --user ID, or --staff ID')
      const given = { page, expiresInSeconds }
      const names = { page: '--page', expiresInSeconds: '--seconds' }
      const api = openAdminApi(values)
      const { url, expiresAt }: ResponseBody<typeof createPortalLink> = isUser
        ? await api(
            createPortalLink,
            inputOf(createPortalLink, { employerId: `${employer}`, userId, ...given }, names),
          )
        : await api(
            createStaffPortalLink,
            inputOf(createStaffPortalLink, { staffId: `${staff}`, ...given }, names),
          )
      print(url)
      note(`works once, until ${expiresAt}`)
      return 0
    },
  }),
]
