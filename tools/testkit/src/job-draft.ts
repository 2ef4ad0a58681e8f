/** A draft with every field that publishing requires (D-21). */
export const jobDraft = {
  title: 'Lighthouse Keeper',
  description: 'Keep the lamp burning.',
  city: 'Bergen',
  country: 'NO',
  employmentType: 'FullTime',
  remoteType: 'OnSite',
  applyMethod: 'PlatformApply',
}
