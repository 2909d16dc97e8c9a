import { judgeShell } from '@drawbridge/shell'
import { readJsonLines } from '../lib/corpora.ts'
import type { Report } from '../lib/report.ts'
import {
  type AllowedRow,
  type BypassRow,
  count,
  matchesPlainPrefix,
  percent,
  reasonsAgainst,
  world,
} from '../measures/shell/shell-corpora.ts'

/** Measures what a granted prefix allows: no attack that abuses it, and everything it was granted for. */
export async function measure(): Promise<Report> {
  const riders = readJsonLines<BypassRow>('shell-bypass.jsonl').filter((row) => row.allow !== undefined)
  const granted = readJsonLines<AllowedRow>('shell-allowed.jsonl').filter((row) => row.mustAllow)
  const judge = (row: { cmd: string; allow?: string | undefined }) =>
    judgeShell(row.cmd, { ...world, allow: row.allow === undefined ? [] : [row.allow] })

  const ran = riders.filter((row) => judge(row).verdict === 'allow')
  const asked = granted.filter((row) => judge(row).verdict !== 'allow')
  const plain = (rows: readonly { cmd: string; allow?: string | undefined }[]) =>
    count(rows, (row) => matchesPlainPrefix(row.cmd, row.allow ?? ''))

  return {
    name: 'shell-allow',
    columns: ['rows', 'of', 'ours', 'plain prefix match'],
    rows: [
      ['riders on a rule: stopped', riders.length, riders.length - ran.length, riders.length - plain(riders)],
      ['granted: honoured', granted.length, granted.length - asked.length, plain(granted)],
    ],
    goals: [
      { text: `no rider runs (${ran.length} did)`, met: ran.length === 0 },
      {
        text: `at least 97 % of the granted lines are honoured (${percent(granted.length - asked.length, granted.length)})`,
        met: asked.length <= granted.length * 0.03,
      },
    ],
    details: [
      ...ran.map((row) => `rode on "${row.allow ?? ''}": ${JSON.stringify(row.cmd)}`),
      ...asked.map(
        (row) => `not honoured by "${row.allow}": ${JSON.stringify(row.cmd)} (${reasonsAgainst(judge(row))})`,
      ),
    ],
  }
}
