import type { Sample } from './samples.ts'

const [WIDTH, HEIGHT, LEFT, GAP] = [880, 90, 150, 26]

/** One line chart below the other, one for each series over the minutes of the run, as an SVG. */
export function chart(title: string, minutes: number[], samples: Sample[], names: string[]): string {
  const last = minutes.at(-1) ?? 1
  const charts = names.map((name, at) => {
    const values = samples.map((sample) => sample[name] ?? Number.NaN)
    const highest = Math.max(...values.filter(Number.isFinite), 1e-9)
    const top = 40 + at * (HEIGHT + GAP)
    const point = (value: number, i: number) => {
      const x = LEFT + (minutes[i]! / last) * (WIDTH - LEFT - 20)
      return `${x.toFixed(1)},${(top + HEIGHT - (value / highest) * HEIGHT).toFixed(1)}`
    }
    const points = values.map((value, i) => (Number.isFinite(value) ? point(value, i) : '')).filter(Boolean)
    return [
      `<text x="10" y="${top + 14}" font-weight="bold">${name}</text>`,
      `<text x="10" y="${top + 32}">highest ${short(highest)}</text>`,
      `<text x="10" y="${top + 48}">last ${short(values.at(-1) ?? 0)}</text>`,
      `<rect x="${LEFT}" y="${top}" width="${WIDTH - LEFT - 20}" height="${HEIGHT}" fill="none" stroke="#ccc"/>`,
      `<polyline points="${points.join(' ')}" fill="none" stroke="#0b5ed7" stroke-width="1.5"/>`,
    ].join('\n')
  })
  const height = 40 + names.length * (HEIGHT + GAP) + 10
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="sans-serif" font-size="12">`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    `<text x="10" y="22" font-size="15">${title}; ${last.toFixed(0)} minutes from left to right, from 0 upwards</text>`,
    ...charts,
    '</svg>\n',
  ].join('\n')
}

function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
