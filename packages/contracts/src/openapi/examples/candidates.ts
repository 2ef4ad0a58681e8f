import type { Example } from './example.ts'
import {
  assessment,
  dryRun,
  dryRunOf,
  ownApplication,
  page,
  profile,
  screeningAnswers,
  searchItem,
} from './resources.ts'

const consent = { consentExpiresAt: '2027-03-01T08:00:00.000Z' }
const profileView = { employerId: 1, employerName: 'Utrecht Bakery', unlockedAt: '2026-03-01T12:30:00.000Z' }
const ownKey = {
  id: 6,
  name: 'My assistant',
  status: 'Active',
  expiresAt: null,
  createdAt: '2026-03-01T08:00:00.000Z',
  lastUsedAt: '2026-03-01T10:00:00.000Z',
  scopes: ['Profile', 'Applications', 'Apply'],
}
const history = { previousStatus: 'New', status: 'Shortlisted', changedAt: '2026-03-01T12:00:00.000Z' }

/** What candidates call, and CV search. */
export const candidateExamples: Record<string, Example> = {
  'get-profile': { response: profile },
  'update-profile': {
    body: { headline: 'Baker, ten years', careerStatus: 'OpenToOffers', skills: ['Sourdough', 'Pastry'] },
    response: profile,
  },
  'get-consent': { response: consent },
  'renew-consent': { body: { confirm: true }, response: consent },
  'withdraw-consent': {},
  'list-profile-views': { query: { page: 1, pageSize: 50 }, response: page(profileView) },
  'export-own-data': {
    response: {
      exportedAt: '2026-03-01T13:00:00.000Z',
      profile: {
        ...profile,
        isSearchable: true,
        ...consent,
        lastActiveAt: '2026-03-01T10:00:00.000Z',
      },
      apiKeys: [ownKey],
      profileViews: [profileView],
      dailyApplies: [{ day: '2026-03-01', count: 1 }],
      applications: [
        {
          ...ownApplication,
          employerId: 1,
          applicationType: 'Api',
          isAiAssisted: true,
          screeningAnswers,
          profile,
          statusHistory: [history],
          assessment,
        },
      ],
    },
  },
  'erase-me': { body: { confirm: true }, response: { erasureId: 1 } },
  apply: {
    body: {
      jobId: 7,
      confirm: true,
      coverLetter: 'I would like to bake for you.',
      screeningAnswers: [{ questionId: 7, answer: true }],
    },
    response: {
      isAiAssisted: true,
      aiAppliesUsedToday: 1,
      aiAppliesLimitPerDay: 10,
      application: ownApplication,
    },
    dryRun: { ...dryRun, status: 201, dailyApplies: { used: 0, limit: 10 } },
  },
  'list-own-applications': {
    query: { status: 'New', page: 1, pageSize: 50 },
    response: page(ownApplication),
  },
  'get-own-application': { path: { id: 31 }, response: ownApplication },
  'withdraw-own-application': {
    path: { id: 31 },
    response: { ...ownApplication, status: 'Withdrawn', updatedAt: '2026-03-01T12:00:00.000Z' },
  },
  'search-candidates': {
    body: {
      query: '(baker OR "pastry chef") AND sourdough NOT intern*',
      preferredCountryIds: [528],
      activeWithinDays: 90,
      pageNumber: 1,
      pageSize: 20,
      facets: ['country', 'careerStatus'],
      matches: true,
    },
    response: {
      ...page({
        ...searchItem,
        matches: [
          { term: 'baker', sections: ['headline', 'employmentHistory'] },
          { term: 'sourdough', sections: ['skills'] },
        ],
      }),
      pageSize: 20,
      facets: {
        country: [{ value: 'NL', count: 1 }],
        careerStatus: [{ value: 'OpenToOffers', count: 1 }],
      },
    },
    dryRun: dryRunOf('CvSearch', 42),
  },
  'get-candidate': {
    path: { id: 12 },
    response: {
      ...profile,
      lastActiveAt: '2026-03-01T10:00:00.000Z',
      unlockedUntil: '2026-03-31T12:30:00.000Z',
    },
    dryRun: dryRunOf('CvDownload', 6),
  },
  'preview-candidate': {
    path: { id: 12 },
    response: {
      ...searchItem,
      languages: profile.languages,
      employmentHistory: [{ title: 'Baker', startMonth: '2016-03', endMonth: null }],
      education: [{ degree: 'Diploma', field: 'Baking', endYear: 2015 }],
    },
  },
}
