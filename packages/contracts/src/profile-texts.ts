// What the fields of a profile mean, for the profile and for its changes.
export const profileTexts = {
  firstName: 'Given name.',
  lastName: 'Family name.',
  email: 'E-mail address. Employers see it in applications and when they have unlocked the profile.',
  phone: 'Phone number, as written by the candidate.',
  linkedInUrl: 'Address of a LinkedIn page, http or https.',
  gitHubUrl: 'Address of a GitHub page, http or https.',
  websiteUrl: 'Address of a website of the candidate, http or https.',
  headline: 'What the candidate does, in one line. CV search finds it and shows it in results.',
  summary: 'The candidate in a few paragraphs of plain text. CV search finds it.',
  street: 'Street and number.',
  city: 'City of residence.',
  region: 'Region, state or province.',
  postalCode: 'Postal code.',
  country: 'Country of residence, ISO 3166-1 alpha-2 in upper case, such as `NO`.',
  careerStatus: 'Whether the candidate looks for work. CV search shows it in results.',
  expectedSalaryMin:
    'Lowest expected salary, a whole number of `expectedSalaryCurrency`; not above the highest.',
  expectedSalaryMax: 'Highest expected salary, a whole number of `expectedSalaryCurrency`.',
  expectedSalaryCurrency: 'Currency of the expected salary, ISO 4217 in upper case, such as `EUR`.',
  noticePeriodDays: 'Notice period in days.',
  jobTypes: 'Kinds of employment that the candidate looks for.',
  skills: 'Skills, each a few words. CV search finds them.',
  languages: 'Languages that the candidate speaks.',
  nationalities: 'Nationalities, ISO 3166-1 alpha-2 in upper case.',
  employmentHistory: 'Positions held, in the order in which the candidate sent them.',
  education: 'Courses of study, in the order in which the candidate sent them.',
}

/** What the fields of a position mean. */
export const employmentTexts = {
  title: 'Title of the position.',
  employer: 'Name of the employer; empty if it is not stated.',
  startMonth: 'First month, `YYYY-MM`.',
  endMonth: 'Last month, `YYYY-MM`; null for a position that is held now.',
  description: 'What the candidate did there; plain text, empty if it is not stated.',
}

/** What the fields of a course of study mean. */
export const educationTexts = {
  school: 'School or university; empty if it is not stated.',
  degree: 'Degree, such as MSc; empty if it is not stated.',
  field: 'Field of study; empty if it is not stated.',
  endYear: 'Year of the end, also a planned one.',
}

/** What the fields of a language mean. */
export const languageTexts = {
  language: 'Name of the language.',
  level: 'How well the candidate speaks it; Conversational if it was not stated.',
}
