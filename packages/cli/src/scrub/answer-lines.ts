import { errorMessage } from '@drawbridge/core'
import type { Io } from '../io/io.ts'
import { type InputLine, readLines } from '../io/read-lines.ts'

/**
 * Answers each line of the input by one line of JSON, in order. A line that cannot be answered gets `{error}` in its place and
 * costs none of the others theirs.
 */
export async function answerLines(
  { input, output }: Pick<Io, 'input' | 'output'>,
  answer: (line: string) => unknown,
): Promise<void> {
  for await (const line of readLines(input)) {
    await output.write(`${JSON.stringify(answerOne(line, answer))}\n`)
    if (output.closed) return
  }
}

function answerOne(line: InputLine, answer: (line: string) => unknown): unknown {
  if ('problem' in line) return { error: line.problem }
  try {
    return answer(line.text)
  } catch (error) {
    return { error: errorMessage(error) }
  }
}
