/** Texts of the samples of events. */
export const texts = {
  samples: 'What arrives',
  samplesLead: 'Each is a POST with this JSON as its body.',
  sampleOf: (event: string) => `Body of ${event}`,
}
