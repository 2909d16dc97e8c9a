import { judgeShell } from '@drawbridge/shell'
import { readJsonLines } from '../lib/corpora.ts'
import type { Report } from '../lib/report.ts'
import { matchesDenyPattern } from '../measures/shell/deny-patterns.ts'
import {
  type BenignRow,
  type BypassRow,
  count,
  percent,
  reasonsAgainst,
  world,
} from '../measures/shell/shell-corpora.ts'

/** Lines that must not run by themselves, and harmless lines that must not be refused. */
export async function measure(): Promise<Report> {
  const bypass = readJsonLines<BypassRow>('shell-bypass.jsonl')
  const benign = readJsonLines<BenignRow>('shell-benign.jsonl')
  const evading = bypass.filter((row) => row.evades !== 'allow')
  const mustDeny = evading.filter((row) => row.mustDeny === true)
  const readonly = benign.filter((row) => row.readonly === true)
  const verdict = (cmd: string) => judgeShell(cmd, world).verdict

  const ran = evading.filter((row) => verdict(row.cmd) === 'allow')
  const undenied = mustDeny.filter((row) => verdict(row.cmd) !== 'deny')
  const refused = benign.filter((row) => verdict(row.cmd) === 'deny')
  const asked = readonly.filter((row) => verdict(row.cmd) !== 'allow')
  const seeds = (rows: readonly { cmd: string }[]) => count(rows, (row) => matchesDenyPattern(row.cmd))

  return {
    name: 'shell-deny',
    columns: ['rows', 'of', 'ours', 'regex list of the seeds'],
    rows: [
      ['must not run unapproved: stopped', evading.length, evading.length - ran.length, seeds(evading)],
      ['must be denied: denied', mustDeny.length, mustDeny.length - undenied.length, seeds(mustDeny)],
      ['harmless: not denied', benign.length, benign.length - refused.length, benign.length - seeds(benign)],
      ['read-only: allowed without a rule', readonly.length, readonly.length - asked.length, 0],
    ],
    goals: [
      { text: `nothing that evades runs unapproved (${ran.length} did)`, met: ran.length === 0 },
      { text: `each line marked mustDeny is denied (${undenied.length} were not)`, met: undenied.length === 0 },
      { text: `no harmless line is denied (${refused.length} were)`, met: refused.length === 0 },
      {
        text: `at least 95 % of the read-only lines are allowed (${percent(readonly.length - asked.length, readonly.length)})`,
        met: asked.length <= readonly.length * 0.05,
      },
    ],
    details: [
      ...ran.map((row) => `ran unapproved: ${JSON.stringify(row.cmd)}`),
      ...undenied.map((row) => `not denied: ${JSON.stringify(row.cmd)}`),
      ...refused.map(
        (row) => `wrongly denied: ${JSON.stringify(row.cmd)} (${judgeShell(row.cmd, world).denyGroups.join(', ')})`,
      ),
      ...asked.map(
        (row) => `asked although read-only: ${JSON.stringify(row.cmd)} (${reasonsAgainst(judgeShell(row.cmd, world))})`,
      ),
    ],
  }
}
