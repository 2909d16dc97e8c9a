import { createLedger, type EnteredResult, mostTokens } from '@drawbridge/core/flow'
import type { Report } from '../../lib/report.ts'

/** The goal for a large result, in bytes of text a microsecond: megabytes a second. */
const bar = 50
/** The most that a result may cost in the full ledger, as a multiple of the first: what falls out must not be searched for. */
const fullBar = 3
const rounds = 7
const records = 40_000

/** Measures how fast results enter the ledger of information flow, in processor time, and that it stays within its bound. */
export async function measure(): Promise<Report> {
  const page = prose(10_000_000)
  const large = await leastCost(rounds, async () => enter(createLedger(), [page]))
  const lists = Array.from({ length: 8 }, (_, list) => record(list * records, records))
  const full = createLedger()
  const [first = Number.NaN, ...later] = await costs(lists.map((list) => () => enter(full, [list])))
  const worst = Math.max(...later.slice(1))
  const many = createLedger()
  const [together = Number.NaN] = await costs([
    () =>
      enter(
        many,
        Array.from({ length: records }, (_, index) => record(index * 3, 3)),
      ),
  ])
  const speed = page.length / large
  const row = (name: string, text: number, microseconds: number, tokens: number) => [
    name,
    (text / 1e6).toFixed(1),
    (microseconds / 1000).toFixed(0),
    (text / microseconds).toFixed(1),
    tokens,
  ]
  const most = Math.max(full.tokens, many.tokens)
  return {
    name: 'ledger',
    columns: ['what enters', 'MB', 'processor ms', 'MB/s', 'tokens kept'],
    rows: [
      row('a page of prose', page.length, large, 0),
      row(`a list of ${records} records, first`, lists[0]?.length ?? 0, first, 0),
      row('such a list, into a full ledger, the slowest', lists[0]?.length ?? 0, worst, full.tokens),
      row(`${records} results of three records`, records * record(0, 3).length, together, many.tokens),
    ],
    goals: [
      { text: `a result of 10 MB enters at ${speed.toFixed(1)} MB/s >= ${bar}`, met: speed >= bar },
      { text: `at most ${mostTokens} tokens are kept (${most})`, met: most <= mostTokens && full.isCut },
      {
        text: `a full ledger takes ${(worst / first).toFixed(1)} times as long as an empty one <= ${fullBar}`,
        met: worst <= fullBar * first,
      },
    ],
    details: [
      `Processor time of this process with its collection of garbage; of the page the least of ${rounds} rounds.`,
    ],
    data: { speed, first, later, together },
  }
}

async function enter(ledger: ReturnType<typeof createLedger>, texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) await ledger.enter(resultOf(text, index))
}

function resultOf(text: string, index: number): EnteredResult {
  const label = { sources: [{ tool: 'web.fetch' }], trust: 'untrusted', readers: 'anyone' } as const
  const content = [{ type: 'text', text, label }] as const
  return { tool: 'web.fetch', toolCallId: `call-${index}`, isAct: false, content, size: text.length }
}

/** Words as languages have them: of 50,000 each comes in inverse proportion to its rank, and the rare ones are long. */
function prose(length: number): string {
  const words: string[] = []
  let seed = 1
  for (let written = 0; written < length; ) {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff
    const rank = Math.floor(50_000 ** (seed / 0x80_00_00_00)).toString(36)
    const word = `t${rank}${'en'.repeat(rank.length - 1)}`
    words.push(word)
    written += word.length + 1
  }
  return words.join(' ')
}

/** So many records of a list, each with values that no other has. */
function record(from: number, count: number): string {
  return JSON.stringify(
    Array.from({ length: count }, (_, index) => ({
      id: from + index,
      name: `Customer ${from + index}`,
      email: `customer${from + index}@shop.example`,
      order: `order-${from + index}`,
    })),
  )
}

async function leastCost(count: number, work: () => Promise<void>): Promise<number> {
  return Math.min(...(await costs(Array.from({ length: count }, () => work))))
}

/** Microseconds of processor time of each. */
async function costs(works: readonly (() => Promise<void>)[]): Promise<readonly number[]> {
  const measured: number[] = []
  for (const work of works) {
    const before = process.cpuUsage()
    await work()
    const { user, system } = process.cpuUsage(before)
    measured.push(user + system)
  }
  return measured
}
