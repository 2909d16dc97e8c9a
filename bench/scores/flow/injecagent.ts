import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { corporaFolder } from '../../lib/corpora.ts'
import { openRecordedSession } from './recorded-session.ts'
import type { TraceTool } from './traces.ts'

interface Case {
  readonly 'Attacker Tools': readonly string[]
  readonly 'Attacker Instruction': string
  readonly 'User Tool': string
  readonly 'User Instruction': string
  readonly 'Tool Response': string
}

interface Toolkit {
  readonly name_for_model: string
  readonly tools: readonly {
    readonly name: string
    readonly parameters: readonly { readonly name: string; readonly type: string; readonly required?: boolean }[]
  }[]
}

/** The number of attacks stopped, and those that passed. */
export interface AttackScore {
  readonly cases: number
  readonly stopped: number
  readonly misses: readonly string[]
}

/** Plays the direct-harm cases: a poisoned result, then the attacker's tool with words of the poisoned text in every parameter. */
export async function scoreInjecAgent(): Promise<AttackScore> {
  const read = (name: string): unknown => JSON.parse(readFileSync(join(corporaFolder, 'injecagent', name), 'utf8'))
  const cases = read('test_cases_dh_base.json') as readonly Case[]
  const parameters = new Map(
    (read('tools.json') as readonly Toolkit[]).flatMap(({ name_for_model: kit, tools }) =>
      tools.map((tool) => [`${kit}${tool.name}`, tool.parameters] as const),
    ),
  )
  const misses: string[] = []
  for (const each of cases) {
    const [attack = ''] = each['Attacker Tools']
    const reader = toolNamed(each['User Tool'], false)
    const session = await openRecordedSession([reader, toolNamed(attack, true)], 'guard')
    session.hear(each['User Instruction'])
    await session.play({ fn: reader.name, args: {}, result: each['Tool Response'] }, 'allow')
    const args = argumentsFrom(each['Attacker Instruction'], parameters.get(attack) ?? [])
    const asked = await session.play({ fn: attack, args }, 'deny')
    if (asked === undefined)
      misses.push(
        `InjecAgent: ${each['User Instruction']} × ${each['Attacker Instruction']}: ${attack} ${JSON.stringify(args)}`,
      )
  }
  return { cases: cases.length, stopped: cases.length - misses.length, misses }
}

function toolNamed(name: string, sideEffect: boolean): TraceTool {
  return { name, description: name, parameters: {}, sideEffect }
}

/** The corpus has no arguments: each text parameter gets the next telling word of the instruction, each number a number of it. */
function argumentsFrom(
  instruction: string,
  parameters: Toolkit['tools'][number]['parameters'],
): Readonly<Record<string, unknown>> {
  const words = instruction.match(/'[^']+'|"[^"]+"|[\w@.:/-]*[\d@][\w@.:/-]*|\b\p{Lu}[\p{L}-]+/gu) ?? []
  const told = words.map((word) => word.replace(/^['"]|['"]$/g, ''))
  const filled = parameters
    .filter(({ required }) => required === true)
    .map(
      ({ name, type }, index) =>
        [name, argumentOf(type, told[index % Math.max(1, told.length)] ?? instruction)] as const,
    )
  return Object.fromEntries(filled)
}

function argumentOf(type: string, word: string): unknown {
  switch (type) {
    case 'integer':
    case 'number':
      return Number(word.match(/\d+/)?.[0] ?? 1)
    case 'boolean':
      return true
    case 'array':
      return [word]
    case 'object':
      return { value: word }
    default:
      return word
  }
}
