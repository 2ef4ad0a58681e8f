/** Who may call the applicant pipeline, and the limit it counts against (Spec §4.2). */
export const pipelineAccess = {
  service: 'pipeline',
  keys: ['recruiter'],
  scopes: ['Applications'],
  limit: 'applications',
} as const
