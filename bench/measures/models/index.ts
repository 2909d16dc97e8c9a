import type { ModelMessage, ModelRequest } from '@drawbridge/core/model'
import { checkTranscript } from '../../../packages/models/src/transcript/check-transcript.ts'
import type { Report } from '../../lib/report.ts'
import { timeEach } from '../policy/time-each.ts'

const target = { model: 'p/m', family: 'anthropic', context: 1_000_000, maxOutput: 32_000 } as const

/** Makes a session of so many turns, each with two calls and their results. */
function session(turns: number): ModelRequest {
  const messages = Array.from({ length: turns }, (_, turn): ModelMessage[] => [
    { role: 'user', blocks: [{ type: 'text', text: `Turn ${turn}: go on.` }] },
    {
      role: 'assistant',
      model: 'p/m',
      blocks: [
        { type: 'text', text: 'I read two files.' },
        { type: 'call', id: `c${turn}a`, name: 'fs__read_file', input: { path: `src/${turn}.ts` } },
        { type: 'call', id: `c${turn}b`, name: 'fs__read_file', input: { path: `test/${turn}.ts` } },
      ],
    },
    {
      role: 'tool',
      blocks: ['a', 'b'].map((end) => ({
        type: 'result',
        call: `c${turn}${end}`,
        content: [{ type: 'text', text: 'x'.repeat(2000) }],
      })),
    },
  ])
  const begun: ModelMessage = { role: 'user', blocks: [{ type: 'text', text: 'Begin.' }] }
  return { messages: [...messages.flat(), begun], maxOutput: 8000 }
}

/** Measures the check of a transcript before a request, whole and broken by a kill. */
export async function measure(): Promise<Report> {
  const [short, long] = [session(10), session(300)]
  const broken = { ...long, messages: long.messages.filter((_, index) => index !== 500) }
  const whole = timeEach(() => checkTranscript(short, target), 2000)
  const wholeLong = timeEach(() => checkTranscript(long, target), 500)
  const repaired = timeEach(() => checkTranscript(broken, target), 300)
  return {
    name: 'models',
    columns: ['check of a transcript', 'µs'],
    rows: [
      ['10 turns, 20 calls', whole.toFixed(1)],
      ['300 turns, 600 calls', wholeLong.toFixed(0)],
      ['300 turns, one without its results', repaired.toFixed(0)],
    ],
    goals: [{ text: `a session of 10 turns is checked in < 50 µs: ${whole.toFixed(1)} µs`, met: whole < 50 }],
    data: { whole, wholeLong, repaired },
  }
}
