import { type Question, readTypedAnswer, waysToAnswer } from '@drawbridge/core/question'
import type { Terminal } from '@drawbridge/room'
import {
  type ChoiceName,
  choiceNames,
  type StartingAnswers,
  type StartingChoice,
  startingChoices,
} from './starting-choices.ts'

export type GivenAnswers = Readonly<Partial<Record<ChoiceName, string>>>

/** Returns the answers that flags give, and the first value of each other choice. */
export function withDefaults(given: GivenAnswers): StartingAnswers {
  const answers = choiceNames.map((name) => [name, given[name] ?? startingChoices[name].values[0].value] as const)
  return Object.fromEntries(answers) as StartingAnswers
}

/** Asks the person at the terminal for what no flag gives. Enter takes the first value. Undefined once the terminal is closed. */
export async function askChoices(
  given: GivenAnswers,
  terminal: Pick<Terminal, 'write' | 'readLine'>,
  signal: AbortSignal,
): Promise<StartingAnswers | undefined> {
  const answers: Partial<Record<ChoiceName, string>> = { ...given }
  for (const name of choiceNames) {
    if (answers[name] !== undefined) continue
    const answer = await askOne(startingChoices[name], terminal, signal)
    if (answer === undefined) return undefined
    answers[name] = answer
  }
  return withDefaults(answers)
}

async function askOne(
  { question, values }: StartingChoice,
  terminal: Pick<Terminal, 'write' | 'readLine'>,
  signal: AbortSignal,
): Promise<string | undefined> {
  const options = values.map(({ value, means }) => ({ label: value, description: means }))
  const asked: Question = { kind: 'choice', question, options, several: false, allowText: false }
  const lines = values.map(({ value, means }, index) => `  ${index + 1}  ${value}: ${means}\n`)
  terminal.write(`\n${question}\n${lines.join('')}${waysToAnswer(asked)}; Enter takes ${values[0]?.value}.\n`)
  while (true) {
    terminal.write('> ')
    const line = await terminal.readLine(signal)
    if (line === undefined) return undefined
    if (line.trim() === '') return values[0]?.value
    const typed = readTypedAnswer(line, asked)
    if (typed.status === 'answer') return typed.answer.chosen[0]
    terminal.write(`${typed.why}\n`)
  }
}
