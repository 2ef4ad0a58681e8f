/** Names of the demo employers. */
export const demoEmployers = ['Harbour Light Software', 'Meadow & Mill Foods']

/** The user of a demo employer, without the role. */
export const demoUser = (employerId: number) => ({
  name: 'Robin Recruiter',
  email: `robin@employer-${employerId}.example.com`,
})

/** The member of the staff, without the role. */
export const demoStaff = { name: 'Sam Support', email: 'sam@staff.example.com' }

/** Jobs that each demo employer publishes. */
export const demoJobs = [
  {
    title: 'Backend Engineer (TypeScript)',
    reference: 'DEMO-1',
    description:
      'You build the services behind our order desk: TypeScript on Node, Postgres, a little NATS. ' +
      'You write the test first, you read the query plan, and you are on call one week in eight.',
    city: 'Lisbon',
    country: 'PT',
    employmentType: 'FullTime',
    remoteType: 'HybridRemote',
    applyMethod: 'PlatformApply',
  },
  {
    title: 'Warehouse Shift Lead',
    reference: 'DEMO-2',
    description:
      'You lead a team of nine on the late shift, plan the loading bays, and keep everyone safe. ' +
      'A forklift licence helps; patience with a label printer is a must.',
    city: 'Rotterdam',
    country: 'NL',
    employmentType: 'PartTime',
    remoteType: 'OnSite',
    applyMethod: 'PlatformApply',
  },
]

/** Demo candidates; every person is invented. */
export const demoCandidates = [
  {
    firstName: 'Inês',
    lastName: 'Carvalho',
    email: 'ines.carvalho@example.com',
    phone: '+1-555-0101',
    headline: 'Senior backend engineer, TypeScript and Postgres',
    summary: 'Eleven years of services that move money. Happiest with a slow query and a quiet afternoon.',
    city: 'Porto',
    country: 'PT',
    careerStatus: 'OpenToOffers',
    skills: ['TypeScript', 'Node.js', 'Postgres', 'NATS', 'C#'],
    languages: [
      { language: 'Portuguese', level: 'Native' },
      { language: 'English', level: 'Fluent' },
    ],
    employmentHistory: [
      {
        title: 'Senior Backend Engineer',
        employer: 'Quay Payments',
        startMonth: '2019-04',
        description: 'Led the ledger rewrite; cut settlement time from hours to seconds.',
      },
      {
        title: 'Software Engineer',
        employer: 'Tidewater Systems',
        startMonth: '2014-09',
        endMonth: '2019-03',
        description: 'Built the booking API.',
      },
    ],
    education: [
      { school: 'Northbank University', degree: "Master's", field: 'Computer Science', endYear: 2014 },
    ],
  },
  {
    firstName: 'Tomasz',
    lastName: 'Zieliński',
    email: 'tomasz.zielinski@example.com',
    phone: '+1-555-0102',
    headline: 'Shift lead in food logistics',
    summary: 'Runs late shifts where nothing is late. Forklift licence, first-aid trained.',
    city: 'Gdańsk',
    country: 'PL',
    careerStatus: 'ActivelyLooking',
    skills: ['Forklift', 'Shift planning', 'HACCP', 'Warehouse management'],
    languages: [{ language: 'Polish', level: 'Native' }],
    employmentHistory: [
      {
        title: 'Shift Lead',
        employer: 'Baltic Cold Stores',
        startMonth: '2017-01',
        description: 'Led twelve people over two loading bays.',
      },
    ],
  },
  {
    firstName: 'Amara',
    lastName: 'Okafor',
    email: 'amara.okafor@example.com',
    headline: 'Data analyst moving into machine learning',
    summary: 'Turns messy exports into decisions. Python, SQL, and plain words.',
    city: 'Utrecht',
    country: 'NL',
    careerStatus: 'OpenToOffers',
    skills: ['Python', 'SQL', 'Machine learning', 'Postgres'],
    languages: [
      { language: 'English', level: 'Native' },
      { language: 'Dutch', level: 'Conversational' },
    ],
    employmentHistory: [
      {
        title: 'Data Analyst',
        employer: 'Polder Insurance',
        startMonth: '2021-06',
        description: 'Owns the claims dashboard and the forecasts behind it.',
      },
    ],
  },
]
