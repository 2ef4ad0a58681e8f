import data from '../../sample/demo-data.json' with { type: 'json' }
import type { Demo } from './demo-file.ts'
import { getJson, postJson } from './post-json.ts'
import { type Addresses, demoUser } from './seed.ts'

/** For how long a link works: longer than a person reads what is printed beside it. */
const SECONDS = 3_600

/** One-time links that sign in to the portal. */
export interface PortalLinks {
  portalUrl: string
  /** As the EmployerAdmin of the first demo employer. */
  employerAdmin: string
  /** As an operator of the platform. */
  operator: string
}

interface Person {
  id: number
  role: string
}

/** Makes sure that each demo employer has an EmployerAdmin and that the staff has an operator, as the data of an earlier
 * release may not, and makes fresh links for the first of them. */
export async function makePortalLinks(
  { adminUrl, adminToken }: Addresses,
  { employers }: Pick<Demo, 'employers'>,
  signal?: AbortSignal,
): Promise<PortalLinks> {
  const post = <T>(path: string, body: unknown) => postJson<T>(adminUrl, adminToken, path, body, signal)
  const get = <T>(path: string) => getJson<T>(adminUrl, adminToken, path, signal)
  const first = async (role: string, path: string, person: object) =>
    (await get<Person[]>(path)).findLast((one) => one.role === role) ??
    (await post<Person>(path, { ...person, role }))
  const linkOf = async (path: string, body: object) =>
    (await post<{ url: string }>(path, { ...body, expiresInSeconds: SECONDS })).url

  const admins: Person[] = []
  for (const { id } of employers) {
    admins.push(await first('EmployerAdmin', `/admin/v1/employers/${id}/users`, demoUser(id)))
  }
  const operator = await first('operator', '/admin/v1/staff', data.staff)
  const employerAdmin = await linkOf(`/admin/v1/employers/${employers[0]!.id}/portal-links`, {
    userId: admins[0]!.id,
  })
  return {
    portalUrl: new URL(employerAdmin).origin,
    employerAdmin,
    operator: await linkOf(`/admin/v1/staff/${operator.id}/portal-links`, {}),
  }
}

/** The links, as `npm start` and `jobboard seed` print them. */
export function printedLinks(
  { employerAdmin, operator }: PortalLinks,
  { employers }: Pick<Demo, 'employers'>,
): string {
  return `Sign in to the portal; each link works once, within ${SECONDS / 60} minutes:

  # EmployerAdmin of ${employers[0]?.name}
  ${employerAdmin}

  # Operator of the platform
  ${operator}
`
}

/** Three calls of the demo data to copy into a shell. The first call is the first one of the README. */
export function threeCalls({ baseUrl, employers: [employer], candidates: [candidate] }: Demo): string {
  return `  # Published jobs of ${employer?.name}
  curl -s "${baseUrl}/api/v1/jobs?status=Active" -H "Authorization: Bearer ${employer?.apiKey}"

  # Search candidates (costs one credit of the demo employer)
  curl -s ${baseUrl}/api/v1/candidates/search -H "Authorization: Bearer ${employer?.apiKey}" \\
    -H 'Content-Type: application/json' -d '{"query": "typescript AND (postgres OR nats)"}'

  # The profile of ${candidate?.name}
  curl -s ${baseUrl}/api/v1/me/profile -H "Authorization: Bearer ${candidate?.apiKey}"
`
}
