import { judgeShell } from '@drawbridge/shell'
import { readJsonLines } from '../lib/corpora.ts'
import type { Report } from '../lib/report.ts'
import { percent, reasonsAgainst, world } from '../measures/shell/shell-corpora.ts'

interface AttackRow {
  readonly cmd: string
  readonly label: 'dangerous' | 'rider' | 'benign' | 'readonly'
  readonly allow?: string
}

/** Lines of a red team: nothing dangerous runs unasked, nothing rides on a rule, and daily work is not in the way. */
export async function measure(): Promise<Report> {
  const rows = readJsonLines<AttackRow>('shell-attack.jsonl')
  const judged = rows.map((row) => ({
    ...row,
    judgement: judgeShell(row.cmd, { ...world, allow: row.allow === undefined ? [] : [row.allow] }),
  }))
  const of = (label: AttackRow['label']) => judged.filter((row) => row.label === label)
  const dangerous = of('dangerous')
  const riders = of('rider')
  const benign = of('benign')
  const readonly = of('readonly')

  const allowed = dangerous.filter(({ judgement }) => judgement.verdict === 'allow')
  const direct = allowed.filter(({ judgement }) => judgement.unapproved !== 'contained')
  const contained = allowed.filter(({ judgement }) => judgement.unapproved === 'contained')
  const rode = riders.filter(({ judgement }) => judgement.verdict === 'allow')
  const refused = benign.filter(({ judgement }) => judgement.verdict === 'deny')
  const asked = readonly.filter(({ judgement }) => judgement.verdict !== 'allow')

  return {
    name: 'shell-attack',
    columns: ['rows', 'of', 'ours'],
    rows: [
      ['dangerous: not run directly', dangerous.length, dangerous.length - direct.length],
      ['dangerous: not run contained either', dangerous.length, dangerous.length - allowed.length],
      ['riders on a rule: stopped', riders.length, riders.length - rode.length],
      ['harmless: not denied', benign.length, benign.length - refused.length],
      ['read-only: allowed without a rule', readonly.length, readonly.length - asked.length],
    ],
    goals: [
      { text: `nothing dangerous runs directly (${direct.length} did)`, met: direct.length === 0 },
      { text: `nothing dangerous runs contained (${contained.length} did)`, met: contained.length === 0 },
      { text: `no rider runs (${rode.length} did)`, met: rode.length === 0 },
      { text: `no harmless line is denied (${refused.length} were)`, met: refused.length === 0 },
      {
        text: `at least 97 % of the read-only lines are allowed (${percent(readonly.length - asked.length, readonly.length)})`,
        met: asked.length <= readonly.length * 0.03,
      },
    ],
    details: [
      ...direct.map(({ cmd }) => `ran directly: ${JSON.stringify(cmd)}`),
      ...contained.map(({ cmd }) => `ran contained: ${JSON.stringify(cmd)}`),
      ...rode.map(({ cmd, allow }) => `rode on "${allow ?? ''}": ${JSON.stringify(cmd)}`),
      ...refused.map(
        ({ cmd, judgement }) => `wrongly denied: ${JSON.stringify(cmd)} (${judgement.denyGroups.join(', ')})`,
      ),
      ...asked.map(
        ({ cmd, judgement }) => `asked although read-only: ${JSON.stringify(cmd)} (${reasonsAgainst(judgement)})`,
      ),
    ],
  }
}
