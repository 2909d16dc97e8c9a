import { classifyAddress, parseIpAddress } from '@drawbridge/net'
import { corporaPresent, readJsonLines } from '../../lib/corpora.ts'
import type { Report } from '../../lib/report.ts'
import { judgeByAddresses, publicByIpaddr, publicByPrivateIp } from './peer-guard.ts'
import { isPlayable, type PlayedCase, playCase } from './play-case.ts'
import { type CaseVerdict, isRight, judgeAsNetCheck, type SsrfCase } from './ssrf-case.ts'

interface Tally {
  readonly judge: string
  readonly cases: readonly SsrfCase[]
  readonly missed: readonly SsrfCase[]
}

/** Judges every case, compared with two address libraries; redirects and rebinding again with the real client. */
export async function measure(): Promise<Report> {
  const columns = ['judge', 'cases', 'right', 'blocked', 'passed', 'missed']
  if (!corporaPresent) return { name: 'ssrf', columns, rows: [], goals: [], details: ['The corpora are not here.'] }
  const all = readJsonLines<SsrfCase>('ssrf-cases.jsonl')
  const cases = all.filter((row) => row.response === undefined)
  const playable = cases.filter(isPlayable)
  const played = new Map<SsrfCase, PlayedCase>()
  for (const row of playable) played.set(row, await playCase(row))

  const ours = tally('drawbridge net check', cases, judgeAsNetCheck)
  const live = tally('drawbridge client, loopback', playable, (row) => played.get(row) ?? { verdict: 'block' })
  const peers = [
    tally('URL + ipaddr.js 2.5.0', cases, (row) => judgeByAddresses(row, publicByIpaddr)),
    tally('URL + private-ip 3.0.2', cases, (row) => judgeByAddresses(row, publicByPrivateIp)),
  ]
  const tallies = [ours, live, ...peers]
  const unvetted = [...played.values()].flatMap(({ dialled }) => dialled).filter((address) => !isPublic(address))
  return {
    name: 'ssrf',
    columns,
    rows: tallies.map(row),
    goals: [
      { text: `every verdict as expected (${ours.missed.length} missed)`, met: ours.missed.length === 0 },
      { text: `every case as expected when played (${live.missed.length} missed)`, met: live.missed.length === 0 },
      { text: `no address dialled that is not public (${unvetted.length})`, met: unvetted.length === 0 },
    ],
    details: [
      ...tallies.flatMap(({ judge, missed }) => missed.map((miss) => `missed by ${judge}: ${describe(miss)}`)),
      `${all.length - cases.length} cases are about a server's response; the tests of packages/net serve those.`,
    ],
    data: {
      missed: Object.fromEntries(tallies.map(({ judge, missed }) => [judge, missed])),
      dialled: [...played.values()],
    },
  }
}

function tally(judge: string, cases: readonly SsrfCase[], verdictOn: (row: SsrfCase) => CaseVerdict): Tally {
  return { judge, cases, missed: cases.filter((row) => !isRight(row, verdictOn(row))) }
}

function row({ judge, cases, missed }: Tally): readonly (string | number)[] {
  const share = (expected: SsrfCase['expect']): string => {
    const wanted = cases.filter((row) => row.expect === expected)
    return `${wanted.filter((row) => !missed.includes(row)).length}/${wanted.length}`
  }
  const right = `${((100 * (cases.length - missed.length)) / cases.length).toFixed(1)} %`
  return [judge, cases.length, right, share('block'), share('allow'), missed.length]
}

function isPublic(text: string): boolean {
  const address = parseIpAddress(text)
  return address !== undefined && classifyAddress(address).kind === 'public'
}

function describe({ url, why, expect }: SsrfCase): string {
  return `${JSON.stringify(url)} should be ${expect}: ${why}`
}
