import { judgeShell } from '@drawbridge/shell'
import { parse } from 'unbash'
import { readJsonLines } from '../../lib/corpora.ts'
import { median } from '../../lib/median.ts'
import type { Report } from '../../lib/report.ts'
import { world } from './shell-corpora.ts'
import { worstInputs } from './worst-inputs.ts'

/** Measures the time of one verdict, compared with just the parser, on the corpora and on inputs made to be slow. */
export async function measure(): Promise<Report> {
  const files = ['shell-bypass.jsonl', 'shell-benign.jsonl', 'shell-allowed.jsonl']
  const lines = files.flatMap((file) => readJsonLines<{ readonly cmd: string; readonly allow?: string }>(file))
  const ours = median(
    lines.map((line) =>
      fastest(() => judgeShell(line.cmd, { ...world, allow: line.allow === undefined ? [] : [line.allow] })),
    ),
  )
  const parser = median(lines.map((line) => fastest(() => parse(line.cmd))))
  const worst = worstInputs.map((input) => {
    const { verdict } = judgeShell(input.text, world)
    const milliseconds = fastest(() => judgeShell(input.text, world), 3)
    return { name: input.name, size: input.text.length, verdict, milliseconds }
  })
  const slowest = Math.max(...worst.map((input) => input.milliseconds))
  return {
    name: 'shell',
    columns: ['input', 'characters', 'verdict', 'ms'],
    rows: [
      [`median of ${lines.length} corpus lines: verdict`, '', '', ours.toFixed(4)],
      [`median of ${lines.length} corpus lines: unbash parse alone`, '', '', parser.toFixed(4)],
      ...worst.map((input) => [input.name, input.size, input.verdict, input.milliseconds.toFixed(1)]),
    ],
    goals: [
      { text: `median verdict below 0.2 ms (${ours.toFixed(4)} ms)`, met: ours < 0.2 },
      { text: `worst input below 250 ms (${slowest.toFixed(0)} ms)`, met: slowest < 250 },
      { text: 'every worst input ends in ask', met: worst.every((input) => input.verdict === 'ask') },
    ],
    details: [
      'Each figure is the best of several rounds: 15 for a corpus line, 3 for a worst input.',
      'unbash alone leaves substitutions and here-documents unparsed until they are looked at.',
    ],
    data: { ours, parser, worst },
  }
}

function fastest(action: () => unknown, rounds = 15): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now()
    action()
    best = Math.min(best, performance.now() - started)
  }
  return best
}
