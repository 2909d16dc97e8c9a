import { htmlToMarkdown } from '@drawbridge/tools/html'
import TurndownService from 'turndown'
import { gfm } from 'turndown-plugin-gfm'
import type { Report } from '../../lib/report.ts'
import { timeInTurn } from '../../lib/time-in-turn.ts'
import { documentationPages } from './documentation-pages.ts'

/** Characters that each side reads of each page in all: small pages are read more often, since their times are small too. */
const measuredLength = 4_000_000
const leastRounds = 9
const goalRatio = 3

/**
 * Turns documentation pages into Markdown, compared with turndown and its tables plugin; both read the whole page,
 * including menus.
 */
export async function measure(): Promise<Report> {
  const turndown = new TurndownService({ codeBlockStyle: 'fenced', headingStyle: 'atx' })
  turndown.use(gfm)
  const pages = await documentationPages()
  const ways = (html: string) => ({
    ours: async () => htmlToMarkdown(html, 'https://docs.example/'),
    turndown: async () => turndown.turndown(html),
  })
  // A long-lived process is what both are used in: neither is to be measured while it is still being compiled.
  for (const { html } of pages) await timeInTurn(ways(html), roundsFor(html))
  const rows: (string | number)[][] = []
  const missed: string[] = []
  for (const { name, html } of pages) {
    const times = await timeInTurn(ways(html), roundsFor(html))
    const ratio = times.turndown / times.ours
    rows.push([
      name,
      Math.round(html.length / 1024),
      times.ours.toFixed(1),
      times.turndown.toFixed(1),
      ratio.toFixed(1),
    ])
    if (ratio < goalRatio) missed.push(name)
  }
  return {
    name: 'markdown',
    columns: ['page', 'KiB', 'ours ms', 'turndown ms', 'ratio'],
    rows,
    goals: [
      {
        text: `at least ${goalRatio}x as fast as turndown${missed.length > 0 ? `; not: ${missed.join(', ')}` : ''}`,
        met: rows.length > 0 && missed.length === 0,
      },
    ],
    details: ['Ours leaves hidden text out and makes links absolute; turndown does neither.'],
  }
}

function roundsFor(html: string): number {
  return Math.min(60, Math.max(leastRounds, Math.ceil(measuredLength / html.length)))
}
