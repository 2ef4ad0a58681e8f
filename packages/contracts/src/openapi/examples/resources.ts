// One story: a bakery in Utrecht posts a job, a baker applies. Ids are those of the requests that made the objects.

const at = (time: string) => `2026-03-01T${time}.000Z`

export const draft = {
  id: 7,
  status: 'Draft',
  title: 'Baker',
  reference: 'BK-7',
  city: 'Utrecht',
  country: 'NL',
  employmentType: 'FullTime',
  remoteType: 'OnSite',
  postedDate: null,
  expiryDate: null,
  createdAt: at('09:00:00'),
  updatedAt: at('09:00:00'),
  description: 'Bread before sunrise, home by noon.',
  applyMethod: 'PlatformApply',
  applyEmailAddress: null,
  applyUrl: null,
}

export const activeJob = {
  ...draft,
  status: 'Active',
  postedDate: at('09:05:00'),
  expiryDate: '2026-04-01T00:00:00.000Z',
  updatedAt: at('09:05:00'),
}

const { description: _, applyMethod: _m, applyEmailAddress: _e, applyUrl: _u, ...jobSummary } = activeJob

export { jobSummary }

export const question = {
  id: 7,
  text: 'Can you start at 4 a.m.?',
  type: 'YesNo',
  required: true,
  options: [],
}

const openJobFields = {
  id: 7,
  title: 'Baker',
  employerName: 'Utrecht Bakery',
  city: 'Utrecht',
  country: 'NL',
  employmentType: 'FullTime',
  remoteType: 'OnSite',
  postedAt: at('09:05:00'),
  expiresAt: '2026-04-01T00:00:00.000Z',
}
export const openJobSummary = { ...openJobFields, summary: 'Bread before sunrise, home by noon.' }
export const openJob = {
  ...openJobFields,
  description: 'Bread before sunrise, home by noon.',
  applyMethod: 'PlatformApply',
  applyUrl: null,
  screeningQuestions: [question],
}

export const profile = {
  id: 12,
  firstName: 'Ada',
  lastName: 'Lind',
  email: 'ada.lind@example.com',
  phone: '+31 6 1234 5678',
  linkedInUrl: null,
  gitHubUrl: null,
  websiteUrl: null,
  headline: 'Baker, ten years',
  summary: 'Sourdough and pastry.',
  street: null,
  city: 'Utrecht',
  region: null,
  postalCode: null,
  country: 'NL',
  careerStatus: 'OpenToOffers',
  expectedSalaryMin: 32_000,
  expectedSalaryMax: 38_000,
  expectedSalaryCurrency: 'EUR',
  noticePeriodDays: 30,
  jobTypes: ['FullTime'],
  skills: ['Sourdough', 'Pastry'],
  languages: [{ language: 'Dutch', level: 'Fluent' }],
  nationalities: ['SE'],
  employmentHistory: [
    { title: 'Baker', employer: 'Corner Bakery', startMonth: '2016-03', endMonth: null, description: '' },
  ],
  education: [{ school: 'Bakery College', degree: 'Diploma', field: 'Baking', endYear: 2015 }],
  completeness: 87,
  createdAt: at('08:00:00'),
  updatedAt: at('08:30:00'),
}

export const applicationSummary = {
  id: 31,
  jobId: 7,
  jobTitle: 'Baker',
  jobReference: 'BK-7',
  candidateId: 12,
  name: 'Ada Lind',
  email: 'ada.lind@example.com',
  headline: 'Baker, ten years',
  status: 'New',
  applicationType: 'Api',
  isAiAssisted: true,
  appliedAt: at('10:00:00'),
  updatedAt: at('10:00:00'),
  erasedAt: null,
  tags: ['night shift'],
  assessmentScore: 78,
}

export const ownApplication = {
  id: 31,
  jobId: 7,
  jobTitle: 'Baker',
  employerName: 'Utrecht Bakery',
  status: 'New',
  appliedAt: at('10:00:00'),
  updatedAt: at('10:00:00'),
  coverLetter: 'I would like to bake for you.',
  resumeUrl: null,
}

export const screeningAnswers = [{ questionId: 7, question: 'Can you start at 4 a.m.?', answer: true }]

export const assessment = {
  score: 78,
  verdict: 'Match',
  summary:
    'Match, 78 of 100. Gains most by Skills: The posting and the profile share sourdough. Loses most by Languages.',
  rubricScores: [
    { criterion: 'Skills', score: 90, rationale: 'The posting and the profile share sourdough.' },
    { criterion: 'Languages', score: 60, rationale: 'The posting names Dutch.' },
  ],
  assessedAt: at('10:00:00'),
  assessor: 'rubric/1',
}

export const searchItem = {
  candidateId: 12,
  name: 'A*** L***',
  headline: 'Baker, ten years',
  city: 'Utrecht',
  country: 'NL',
  skills: ['Sourdough', 'Pastry'],
  yearsOfExperience: 10,
  careerStatus: 'OpenToOffers',
  lastActiveAt: at('10:00:00'),
  isUnlocked: false,
}

export const note = {
  id: 5,
  applicationId: 31,
  text: 'Asked for a Tuesday.',
  level: 'application',
  authorUserId: 3,
  createdAt: at('11:00:00'),
  updatedAt: at('11:00:00'),
}

export const user = {
  id: 3,
  name: 'Rex Vos',
  email: 'rex.vos@example.com',
  role: 'Recruiter',
  createdAt: at('08:00:00'),
}

export const creditEntry = {
  id: 41,
  kind: 'JobPosting',
  amount: -1,
  cause: 'publish-job 7',
  requestId: '0b7d1c2e-58f4-4f6e-9d0a-7a3c5f1e2b90',
  createdAt: at('09:05:00'),
}

/** A page with one item. */
export const page = (item: unknown) => ({ total: 1, page: 1, pageSize: 50, items: [item] })

/** The result of a dry run that costs no credit. */
export const dryRun = { wouldSucceed: true, status: 200, credits: null, dailyApplies: null, isReplay: false }

/** The result of a dry run that would cost one credit of this kind. */
export const dryRunOf = (kind: string, balance: number) => ({
  ...dryRun,
  credits: { kind, cost: 1, balance },
})
