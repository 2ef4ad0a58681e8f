import schema from '@jsonresume/schema'

/** Why a document is not a JSON Resume, by the first rule that it breaks; undefined when it is one. */
export function resumeProblem(resume: unknown): string | undefined {
  let problem: string | undefined
  schema.validate(resume, (errors) => {
    const first = errors?.[0]
    if (first) problem = `${first.property.replace(/^instance\.?/, '') || 'the file'}: ${first.message}`
  })
  return problem
}
