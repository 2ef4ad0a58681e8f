import { recruiterScopes } from '@jobboard/contracts/endpoint'
import { mintRecruiterKey } from '@jobboard/contracts/keys/admin'
import { MAX_ID } from '@jobboard/contracts/limits'
import { createSandbox, deleteSandbox, listSandboxes } from '@jobboard/contracts/sandbox/admin'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { apiCommand } from '../api-command.ts'
import { type Command, command } from '../command.ts'
import { count, required } from '../option.ts'
import { note, print, printPage } from '../output.ts'

const EMPLOYER = 'employer list shows the ids'

/** The commands about the sandboxes of employers. */
export const sandboxCommands: Command[] = [
  command({
    words: 'sandbox create',
    summary: 'make a sandbox for an employer, and print its first key',
    about:
      'Makes a sandbox for an employer, and mints a key of it with every scope. The key goes to stdout and is shown only here; everything else goes to stderr',
    isData: true,
    example: [
      'KEY=$(npm run -s jobboard -- sandbox create --employer 1)',
      'curl -s localhost:8080/api/v1/sandbox -H "Authorization: Bearer $KEY"',
    ],
    notes: 'More keys: key mint --employer with the id of the sandbox.',
    options: {
      employer: required(count('ID', `the employer; ${EMPLOYER}`, 1, MAX_ID)),
      ...adminOptions,
    },
    async run(values) {
      const api = openAdminApi(values)
      const { id } = await api(createSandbox, { params: { employerId: values.employer } })
      note(`sandbox ${id} of employer ${values.employer}`)
      const body = { name: 'First key', scopes: [...recruiterScopes] }
      const key = await api(mintRecruiterKey, { params: { employerId: id }, body }).catch((error: Error) => {
        throw new Error(`sandbox ${id} was made, but no key of it: ${error.message}`)
      })
      print(key.apiKey)
      return 0
    },
  }),
  apiCommand({
    words: 'sandbox list',
    summary: 'list the sandboxes, newest first',
    endpoint: listSandboxes,
    fields: { page: 'page' },
    defaults: { page: '1' },
    example: 'sandbox list',
    show: (list) =>
      printPage(
        'sandboxes',
        { ID: 'id', EMPLOYER: 'employerId', MADE: 'createdAt', 'LAST CALL': 'lastUsedAt', ENDS: 'endsAt' },
        list,
      ),
  }),
  apiCommand({
    words: 'sandbox delete',
    summary: 'end the sandbox of an employer and delete what is in it',
    endpoint: deleteSandbox,
    fields: { employer: 'employerId' },
    confirm: 'its keys stop working at once, and its data is deleted',
    example: 'sandbox delete --employer 1 --confirm',
    show: (_, { employerId }) => print(`the sandbox of employer ${employerId} is deleted`),
  }),
]
