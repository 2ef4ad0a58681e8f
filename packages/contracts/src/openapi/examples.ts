/** Example request bodies by endpoint name; a test validates each against its schema. */
export const examples: Record<string, unknown> = {
  'create-job': {
    title: 'Baker',
    reference: 'BK-7',
    description: 'Bread before sunrise, home by noon.',
    city: 'Utrecht',
    country: 'NL',
    employmentType: 'FullTime',
    remoteType: 'OnSite',
    applyMethod: 'EmailApply',
    applyEmailAddress: 'jobs@bakery.example',
  },
  'update-job': { title: 'Head baker', remoteType: 'HybridRemote' },
  'change-application-status': { status: 'Shortlisted', note: 'Call on Monday.' },
  'assign-tag': { label: 'Night shift' },
  'create-note': { text: 'Asked for a Tuesday.', level: 'application' },
  'update-note': { text: 'Asked for a Wednesday.' },
  'put-scorecard': {
    recommendation: 'Yes',
    comments: 'Good hands, slow ovens.',
    ratings: [{ criterion: 'Sourdough', score: 5 }],
  },
  'update-profile': { headline: 'Baker, ten years', careerStatus: 'OpenToOffers', skills: ['Sourdough'] },
  apply: { jobId: 1, confirm: true, coverLetter: 'I would like to bake for you.' },
  'erase-me': { confirm: true },
  'search-candidates': {
    query: '(baker OR "pastry chef") AND sourdough NOT intern*',
    activeWithinDays: 90,
    pageNumber: 1,
    pageSize: 20,
  },
}
