import type { Mutant } from '../mutant.ts'

export const candidate: readonly Mutant[] = [
  {
    name: 'applied-once',
    rules: ['D-32'],
    without: 'a candidate applies to one job twice',
    file: 'services/candidate/src/store/application.ts',
    find: 'on conflict on constraint application_once do nothing',
    replace: 'on conflict on constraint application_once do update set updated_at = excluded.updated_at',
    tests: ['services/candidate/test/apply-race.test.ts > 20 concurrent applies to one job: one 201'],
  },
  {
    name: 'daily-cap-exact',
    rules: ['D-33'],
    without: 'parallel applies exceed the daily cap',
    file: 'services/candidate/src/actions/submit-application.ts',
    find: '    if (isAiAssisted) assertBelowCap(usedToday - 1, now)\n',
    replace: '',
    tests: ['services/candidate/test/apply-race.test.ts > 30 concurrent applies of one candidate to 30 jobs'],
  },
  {
    name: 'apply-wants-consent',
    rules: ['P-131'],
    without: 'data of a candidate without a consent reaches employers',
    file: 'services/candidate/src/domain/gates.ts',
    find: '  assertConsent(candidate, now)\n',
    replace: '',
    tests: ['services/candidate/test/consent.test.ts > 403 consent_required from the second on'],
  },
  {
    name: 'erasure-waits-for-apply',
    rules: ['P-118'],
    without: 'an application that is being submitted outlives the erasure of its candidate',
    file: 'services/candidate/src/store/candidate.ts',
    find: 'fragment`for key share`',
    replace: 'fragment``',
    tests: [
      'services/candidate/test/erasure.test.ts > an erasure waits for an apply that has read the candidate',
    ],
  },
  {
    name: 'application-of-candidate',
    rules: ['D-19'],
    without: 'a candidate reads the applications of another one',
    file: 'services/candidate/src/store/application.ts',
    find: 'where id = ${id} and candidate_id = ${candidateId}`',
    replace: 'where id = ${id}`',
    tests: ["services/candidate/test/isolation.test.ts > 404: another candidate's application"],
  },
  {
    name: 'profile-locked',
    rules: ['D-36'],
    without: 'of two changes of a profile at once one is lost',
    file: 'services/candidate/src/store/candidate.ts',
    find: 'select ${columns} from candidate where id = ${candidateId} for update`',
    replace: 'select ${columns} from candidate where id = ${candidateId}`',
    tests: ['services/candidate/test/profile.test.ts > 20 concurrent patches: each takes effect'],
  },
  {
    name: 'status-version-order',
    rules: ['P-75'],
    without: 'a late event sets an application back to an older status',
    file: 'services/candidate/src/store/application.ts',
    find: 'and (version < ${version}',
    replace: 'and (true',
    tests: ['services/candidate/test/copies.test.ts > a status event with an older version'],
  },
  {
    name: 'job-copy-version-order',
    rules: ['P-75'],
    without: 'a late event opens a closed job again in the copy',
    file: 'services/candidate/src/store/job-copy.ts',
    find: `    where not exists (select from job_copy where job_id = \${job.jobId} and version >= \${job.version}::int)
    on conflict (job_id) do update set
      status = excluded.status, title`,
    replace: `    on conflict (job_id) do update set
      status = case when true then excluded.status end, title`,
    tests: ['services/candidate/test/copies.test.ts > a job or employer event with an older version'],
  },
  {
    name: 'import-refuses-erased',
    rules: ['P-146'],
    without: 'an import brings an erased person back',
    file: 'services/candidate/src/actions/import-candidates.ts',
    find: 'free.filter(({ isErased }) => !isErased)',
    replace: 'free',
    tests: [
      'services/candidate/test/import-erased.test.ts > 200: the line of an erased person is rejected as erased',
    ],
  },
]
