import { DrawbridgeError } from '@drawbridge/core'
import { isJsonObject, parseJson } from '@drawbridge/core/base'
import { z } from 'zod'

const usage = z.strictObject({
  input: z.int().min(0).optional(),
  output: z.int().min(0).optional(),
  reasoning: z.int().min(0).optional(),
  cacheRead: z.int().min(0).optional(),
  cacheWrite: z.int().min(0).optional(),
})

const turn = z.strictObject({
  expect: z.string().optional().describe('A text that the last message must contain.'),
  reasoning: z.string().optional(),
  text: z.string().optional(),
  calls: z
    .array(
      z.strictObject({
        id: z.string().min(1).optional(),
        name: z.string().min(1),
        input: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .optional(),
  stop: z.enum(['stop', 'calls', 'length', 'refused', 'paused', 'context_window']).optional(),
  error: z
    .enum([
      'rate_limited',
      'quota_exhausted',
      'overloaded',
      'context_overflow',
      'authentication',
      'refused',
      'bad_request',
      'network',
      'timeout',
      'cut',
    ])
    .optional()
    .describe('Fails with this error in the place of an answer.'),
  usage: usage.optional(),
})

/** One turn of a script. */
export type ScriptTurn = z.output<typeof turn>

const script = z.union([z.array(turn), z.strictObject({ turns: z.array(turn) }).transform(({ turns }) => turns)])

/**
 * Reads a script: a JSON list of turns, an object with `turns`, or a turn in each line.
 * @throws DrawbridgeError `invalid_configuration` that names the file and the place.
 */
export function readScript(file: string, text: string): readonly ScriptTurn[] {
  const whole = parseJson(text)
  const isWhole = whole.ok && (Array.isArray(whole.value) || (isJsonObject(whole.value) && 'turns' in whole.value))
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const value = isWhole ? whole.value : lines.map((line, index) => lineOf(file, line, index))
  const parsed = script.safeParse(value)
  if (parsed.success) return parsed.data
  throw invalid(file, z.prettifyError(parsed.error))
}

function lineOf(file: string, line: string, index: number): unknown {
  const parsed = parseJson(line)
  if (parsed.ok) return parsed.value
  throw invalid(file, `line ${index + 1} is not JSON: ${parsed.message}`)
}

function invalid(file: string, reason: string): DrawbridgeError {
  return new DrawbridgeError('invalid_configuration', `The script ${JSON.stringify(file)} cannot be used: ${reason}`)
}
