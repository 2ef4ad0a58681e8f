/** The texts that name the version of a release. */
export interface VersionTexts {
  packageJson: string
  chart: string
  changelog: string
  releases: string
}

/** What makes this tree no release of `version`: one sentence for each. */
export function versionProblems(version: string, texts: VersionTexts): string[] {
  const inPackage = (JSON.parse(texts.packageJson) as { version: string }).version
  const chart = (name: string) => new RegExp(`^${name}: "?([^"\\n]*)"?$`, 'm').exec(texts.chart)?.[1]
  const released = (JSON.parse(texts.releases) as { version: string }[]).map((release) => release.version)
  return [
    ...differs('package.json', inPackage, version),
    ...differs('version in deploy/helm/jobboard/Chart.yaml', chart('version'), version),
    ...differs('appVersion in deploy/helm/jobboard/Chart.yaml', chart('appVersion'), version),
    ...(sectionOf(texts.changelog, version) === undefined
      ? [`CHANGELOG.md has no section "## [${version}] - DATE"`]
      : []),
    ...(released.includes(version) ? [`releases.json has ${version} already: choose the next version`] : []),
    ...(newerThan(version, released[0])
      ? []
      : [`${version} is not newer than ${released[0]} in releases.json`]),
  ]
}

function differs(place: string, found: string | undefined, version: string): string[] {
  return found === version ? [] : [`${place} is ${found ?? 'missing'}, not ${version}`]
}

function newerThan(version: string, other: string | undefined): boolean {
  if (other === undefined) return true
  return version.localeCompare(other, 'en', { numeric: true }) >= 0
}

/** The text below the heading of a version in the changelog; undefined without one. */
export function sectionOf(changelog: string, version: string): string | undefined {
  const start = new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\].*$`, 'm').exec(changelog)
  if (!start) return undefined
  const rest = changelog.slice(start.index + start[0].length)
  const end = rest.search(/^## /m)
  return rest.slice(0, end === -1 ? rest.length : end).trim()
}

/** How many lines stand below [Unreleased], which are in no notes. */
export function unreleasedLines(changelog: string): number {
  return sectionOf(changelog, 'Unreleased')?.match(/^- /gm)?.length ?? 0
}
