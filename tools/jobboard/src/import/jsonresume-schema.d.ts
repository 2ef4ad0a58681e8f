// The package has no types.
declare module '@jsonresume/schema' {
  interface SchemaError {
    /** Path of the value, which begins with `instance`. */
    property: string
    message: string
  }
  const schema: { validate(resume: unknown, callback: (errors: SchemaError[] | null) => void): void }
  export default schema
}
