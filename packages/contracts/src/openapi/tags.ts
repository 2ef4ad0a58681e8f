import type { Endpoint } from '../endpoint.ts'

/** A group of operations in the document. */
export interface Tag {
  name: string
  description: string
}

/** The paths of a tag, without the prefix of the plane. The first tag that has the path of an endpoint is its tag. */
interface Group extends Tag {
  paths: RegExp
}

// In the order of the document: that in which a newcomer reads them.
const publicGroups: Group[] = [
  {
    name: 'Key',
    description: 'What the calling key may do, the first call to make; how much it is used; its rotation.',
    paths: /^key\b/,
  },
  {
    name: 'Jobs',
    description: 'Create a draft, publish it for a credit, close it.',
    paths: /^jobs(?!\/\{jobId\})\b/,
  },
  {
    name: 'Applications',
    description: 'Read the applications to your jobs and move them through the pipeline.',
    paths:
      /^(jobs\/\{jobId\}\/applications|applications(?!\/\{id\}\/(tags|notes|scorecards))|rejection-reasons)\b/,
  },
  {
    name: 'Notes, tags and scorecards',
    description: 'What an employer writes about applications and candidates. Candidates never see it.',
    paths: /^(tags|notes|applications|jobs|scorecard-template)\b/,
  },
  {
    name: 'CV search',
    description:
      'Search candidates with a boolean query; results are masked. Reading a full profile unlocks it for 30 days.',
    paths: /^candidates\b/,
  },
  {
    name: 'Credits',
    description: 'What is left, and what was spent on what.',
    paths: /^employer\/credits\b/,
  },
  {
    name: 'Employer',
    description: 'Users and metrics of the employer.',
    paths: /^employer\b/,
  },
  {
    name: 'Events and webhooks',
    description: 'What happened to your jobs and applications: sent as webhooks, and to read as a list.',
    paths: /^(events|webhook)/,
  },
  {
    name: 'Candidate: jobs and applications',
    description: 'With a candidate key: find jobs, read their questions, apply, follow your applications.',
    paths: /^me\/(jobs|applications)\b/,
  },
  {
    name: 'Candidate: profile and data',
    description: 'With a candidate key: your profile, your consent, who unlocked it, your data, its erasure.',
    paths: /^me\b/,
  },
  {
    name: 'Sandbox',
    description:
      'With a key of a sandbox: applies, expiries, failures and retries on request. Live keys get 404 here.',
    paths: /^sandbox\b/,
  },
]
/** The tag of the health check. */
export const healthTag: Tag = { name: 'Health', description: 'Whether the platform is ready.' }

const adminGroups: Group[] = [
  {
    name: 'Employers',
    description: 'Employers, their users and their sandboxes.',
    paths: /^(employers(?!.*\/(api-keys|credits|webhook-subscriptions)\b)|sandboxes\b)/,
  },
  {
    name: 'API keys',
    description: 'Mint, approve, rotate and revoke keys of both kinds.',
    paths: /api-keys\b/,
  },
  { name: 'Credits', description: 'Grant credits, reverse entries, read the ledger.', paths: /\/credits\b/ },
  { name: 'Jobs', description: 'Screening questions, and applies in the portal.', paths: /^jobs\b/ },
  {
    name: 'Candidates',
    description: 'Create, import, find, change and erase candidates.',
    paths: /^(candidates|erasures)\b/,
  },
  {
    name: 'Webhooks',
    description: 'Subscriptions of employers, their deliveries and attempts.',
    paths: /webhook-/,
  },
  { name: 'Staff', description: 'Members of the platform staff and their links.', paths: /^staff\b/ },
  { name: 'Audit', description: 'What operators changed.', paths: /^audit\b/ },
  {
    name: 'Operations',
    description: 'Dead letters, replays, resyncs, reindexes, metrics and the test clock.',
    paths: /./,
  },
]
const groupsOf = { public: publicGroups, admin: adminGroups }

const withoutPaths = ({ name, description }: Group): Tag => ({ name, description })

/** The tags of a plane, in the order of the document. */
export const tagsOf: Record<'public' | 'admin', Tag[]> = {
  public: [...publicGroups.map(withoutPaths), healthTag],
  admin: adminGroups.map(withoutPaths),
}

/** The tag of an endpoint. Throws for a path that no tag has. */
export function tagOf({ plane, path }: Endpoint): string {
  const rest = path.replace(/^\/(api|admin)\/v1\//, '')
  const group = groupsOf[plane as keyof typeof groupsOf].find(({ paths }) => paths.test(rest))
  if (!group) throw new Error(`${path} has no tag: add its path to openapi/tags.ts`)
  return group.name
}
