import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { rgPath } from '@vscode/ripgrep'
import { openBenchSession } from '../../lib/open-bench-session.ts'
import type { Report } from '../../lib/report.ts'
import { timeInTurn } from '../../lib/time-in-turn.ts'

const run = promisify(execFile)
const repository = resolve(import.meta.dirname, '../../..')
const rounds = 7
/**
 * The permitted cost of a call in addition to the search itself: pipeline, record, a process, a check of each shown
 * file. Milliseconds.
 */
const constantMs = 100

interface Case {
  readonly work: string
  readonly tool: 'fs.search' | 'fs.glob'
  readonly args: Readonly<Record<string, unknown>>
  /** The equivalent command of a person. */
  readonly rg: readonly string[]
}

/** Neither side looks at ignore files here: all of node_modules is ignored. */
const all = ['--no-config', '--hidden', '--no-ignore']

const cases: readonly Case[] = [
  {
    work: 'search, few matches',
    tool: 'fs.search',
    args: { query: 'createElementNS', limit: 2000 },
    rg: [...all, '--line-number', '--regexp=createElementNS', './'],
  },
  {
    work: 'search, a class and a repetition',
    tool: 'fs.search',
    args: { query: 'function\\s+[a-z]{24,}\\(', limit: 2000 },
    rg: [...all, '--line-number', '--regexp=function\\s+[a-z]{24,}\\(', './'],
  },
  {
    work: 'search, names of files',
    tool: 'fs.search',
    args: { query: 'Copyright', mode: 'files', limit: 2000 },
    rg: [...all, '--files-with-matches', '--regexp=Copyright', './'],
  },
  {
    work: 'search in *.d.ts, counted',
    tool: 'fs.search',
    args: { query: 'export', mode: 'count', glob: '*.d.ts', limit: 2000 },
    rg: [...all, '--count', '--glob=*.d.ts', '--regexp=export', './'],
  },
  {
    work: 'glob by path',
    tool: 'fs.glob',
    args: { pattern: '**/package.json', sort: 'path', limit: 10_000 },
    rg: [...all, '--files', '--glob=**/package.json', './'],
  },
  {
    work: 'glob, newest first',
    tool: 'fs.glob',
    args: { pattern: '**/package.json', limit: 10_000 },
    rg: [...all, '--files', '--sortr=modified', '--glob=**/package.json', './'],
  },
]

/** Searches the repository's node_modules, compared with ripgrep itself. */
export async function measure(): Promise<Report> {
  const folder = resolve(repository, 'node_modules')
  await using session = await openBenchSession({ workspace: repository })
  const rows: (string | number)[][] = []
  const missed: string[] = []
  for (const { work, tool, args, rg } of cases) {
    const times = await timeInTurn(
      {
        ours: () => session.call(tool, { path: 'node_modules', ignore: false, ...args }),
        rg: () => run(rgPath, rg, { cwd: folder, maxBuffer: 1024 ** 3 }),
      },
      rounds,
    )
    const allowed = times.rg * 1.2 + constantMs
    rows.push([work, times.ours.toFixed(0), times.rg.toFixed(0), allowed.toFixed(0)])
    if (times.ours > allowed) missed.push(work)
  }
  return {
    name: 'search',
    columns: ['work', 'fs tool ms', 'rg ms', '1.2 x rg + constant'],
    rows,
    goals: [
      {
        text: `within 1.2x of rg plus ${constantMs} ms${missed.length > 0 ? `; not: ${missed.join(', ')}` : ''}`,
        met: missed.length === 0,
      },
    ],
    details: [
      'Both sides run in turn in the same folder with warm caches, and rg without a limit on what it prints.',
      'rg as a person starts it, without links followed and ignore files read; ours goes through the pipeline and is recorded.',
    ],
  }
}
