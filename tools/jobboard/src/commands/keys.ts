import { candidateScopes, recruiterScopes } from '@jobboard/contracts/endpoint'
import {
  approveKey,
  listCandidateKeys,
  listRecruiterKeys,
  mintCandidateKey,
  mintRecruiterKey,
  revokeKey,
  rotateKey,
} from '@jobboard/contracts/keys/admin'
import { MAX_ID } from '@jobboard/contracts/limits'
import { adminOptions, openAdminApi } from '../admin-api.ts'
import { apiCommand, fieldOptions, inputOf } from '../api-command.ts'
import { type Command, command } from '../command.ts'
import { count, flag, text, texts, UsageError } from '../option.ts'
import { type Columns, note, print, printRows } from '../output.ts'

const ownerOptions = {
  employer: count('ID', `an employer's keys, pk_live_...; scopes ${recruiterScopes.join(', ')}`, 1, MAX_ID),
  candidate: count('ID', `a candidate's keys, ck_live_...; scopes ${candidateScopes.join(', ')}`, 1, MAX_ID),
}

/** The path parameter that names whose keys a command is about. Throws UsageError. */
function ownerOf(
  verb: string,
  { employer, candidate }: { employer?: number; candidate?: number },
): { employerId: string } | { candidateId: string } {
  if (employer !== undefined && candidate !== undefined)
    throw new UsageError('give --employer or --candidate, not both')
  if (employer !== undefined) return { employerId: String(employer) }
  if (candidate !== undefined) return { candidateId: String(candidate) }
  throw new UsageError(`--employer is missing: key ${verb} --employer ID`)
}

const ID = { arg: ['ID', 'keyId'], hint: 'key list shows the ids' } as const

/** The commands about API keys. */
export const keyCommands: Command[] = [
  command({
    words: 'key mint',
    summary: 'mint an API key; its text is printed once',
    about: 'Mints an API key. Its text goes to stdout and is shown only here; everything else goes to stderr',
    isData: true,
    usage: ['--employer ID --name NAME [options]', '--candidate ID --name NAME [options]'],
    example: [
      'KEY=$(npm run -s jobboard -- key mint --employer 1 --name "First key" --approve)',
      'curl -s localhost:8080/api/v1/key -H "Authorization: Bearer $KEY"',
    ],
    notes:
      "An employer's key with the scope CvSearch, or of an employer without contract and credits, waits for an approval: until then every call with it is 401. --approve approves it at once; later: key approve.",
    hint: 'put quotes around NAME',
    options: {
      ...ownerOptions,
      name: text('NAME', 'the name of the key, as lists show it'),
      scope: texts('SCOPE', 'what the key may do; repeat it for more (default: every scope)'),
      ...fieldOptions(mintRecruiterKey, { user: 'userId', expires: 'expiresAt' }),
      approve: flag('approve the key when it waits for an approval'),
      ...adminOptions,
    },
    async run(values) {
      const owner = ownerOf('mint', values)
      const isEmployer = 'employerId' in owner
      const endpoint = isEmployer ? mintRecruiterKey : mintCandidateKey
      if (values.user !== undefined && !isEmployer) throw new UsageError('--user needs --employer')
      const all = isEmployer ? recruiterScopes : candidateScopes
      const scopes = values.scope.length > 0 ? values.scope : all
      const { name, user: userId, expires: expiresAt, approve } = values
      const body = { name, scopes, ...(userId !== undefined && { userId }), expiresAt }
      const names = { name: '--name', scopes: '--scope', userId: '--user', expiresAt: '--expires' }
      const input = inputOf(endpoint, { ...owner, ...body }, names)
      const api = openAdminApi(values)
      const key = await api(endpoint, input)
      print(key.apiKey)
      const waits = key.status === 'PendingApproval'
      if (waits && approve) {
        await api(approveKey, { params: { keyId: key.id } }).catch((error: Error) => {
          throw new Error(`key ${key.id} was minted, but not approved: ${error.message}`)
        })
      }
      const status = waits && !approve ? `PendingApproval: key approve ${key.id}` : 'Active'
      note(`key ${key.id} (${scopes.join(', ')}) ${status}`)
      return 0
    },
  }),
  command({
    words: 'key list',
    summary: 'list the keys of an employer or a candidate, without their texts',
    about:
      'Lists the keys of an employer or a candidate, newest first. The text of a key cannot be read again',
    usage: ['--employer ID', '--candidate ID'],
    example: 'key list --employer 1',
    options: { ...ownerOptions, ...adminOptions },
    async run(values) {
      const params = ownerOf('list', values)
      const endpoint = 'employerId' in params ? listRecruiterKeys : listCandidateKeys
      const keys = await openAdminApi(values)(endpoint, { params })
      type Key = (typeof keys)[number]
      const columns: Columns<Key> = {
        ...{ ID: 'id', NAME: 'name', STATUS: 'status', SCOPES: 'scopes' },
        EXPIRES: ({ expiresAt }) => expiresAt ?? 'never',
        'LAST USED': ({ lastUsedAt }) => lastUsedAt ?? 'never',
      }
      printRows(columns, keys)
      print(`${keys.length} keys`)
      return 0
    },
  }),
  apiCommand({
    words: 'key approve',
    summary: 'approve a key in status PendingApproval',
    endpoint: approveKey,
    ...ID,
    example: 'key approve 12',
    show: ({ id, status }) => print(`key ${id} ${status}`),
  }),
  apiCommand({
    words: 'key rotate',
    summary: 'replace a key; the text of the new one is printed once',
    about:
      'Replaces a key by a new one with the same name, scopes, user and expiry. The text of the new key goes to stdout',
    isData: true,
    endpoint: rotateKey,
    ...ID,
    fields: { overlap: 'overlapSeconds' },
    defaults: { overlapSeconds: 0 },
    example: 'key rotate 12 --overlap 86400',
    show({ apiKey, id, status }, { keyId, overlapSeconds }) {
      print(apiKey)
      note(`key ${id} ${status}; key ${keyId} works for ${overlapSeconds} s longer`)
    },
  }),
  apiCommand({
    words: 'key revoke',
    summary: 'revoke a key; final',
    about: 'Revokes a key. Every gateway refuses it within 1 second; this cannot be undone',
    endpoint: revokeKey,
    ...ID,
    example: 'key revoke 12',
    show: (_, { keyId }) => print(`key ${keyId} Revoked`),
  }),
]
