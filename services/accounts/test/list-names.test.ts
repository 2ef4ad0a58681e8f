import { listNames } from '@jobboard/contracts/employers/internal'
import { boot } from '@jobboard/testkit/boot'
import { expect, test } from 'vitest'
import { service } from '../src/service.ts'

test('200: names of users and keys of this employer, also removed and revoked ones; those of another one are left out', async () => {
  const accounts = await boot(service)
  try {
    const admin = accounts.as({ kind: 'admin', actor: 'olga' })
    const of: { id: number; userId: number; keyId: number }[] = []
    for (const name of ['Fjord', 'Other']) {
      const { id } = (await admin.post('/admin/v1/employers', { name, isTrustedPartner: true })).body
      const user = { name: `${name} Ines`, email: `${name}@example.test`, role: 'Recruiter' }
      const { id: userId } = (await admin.post(`/admin/v1/employers/${id}/users`, user)).body
      const key = { name: `${name} ATS`, scopes: ['CvSearch'] }
      const { id: keyId } = (await admin.post(`/admin/v1/employers/${id}/api-keys`, key)).body
      of.push({ id, userId, keyId })
    }
    const [own, other] = of as [(typeof of)[number], (typeof of)[number]]
    await admin.delete(`/admin/v1/api-keys/${own.keyId}`)
    await admin.delete(`/admin/v1/employers/${own.id}/users/${own.userId}`)
    const search = accounts.as({ kind: 'service', service: 'search' })
    const path = listNames.path.replace('{employerId}', String(own.id))
    const asked = { userIds: [own.userId, other.userId, 999], keyIds: [own.keyId, other.keyId] }
    const { status, body } = await search.post(path, asked)
    expect([status, body]).toEqual([
      200,
      { users: [{ id: own.userId, name: 'Fjord Ines' }], keys: [{ id: own.keyId, name: 'Fjord ATS' }] },
    ])
  } finally {
    await accounts.stop()
  }
})
