/** Texts of the start page. */
export const texts = {
  place: 'Start',
  title: (name: string) => `Welcome, ${name}`,
}
