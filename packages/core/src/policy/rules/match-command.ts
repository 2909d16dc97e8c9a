import { coverageObjection } from '@drawbridge/shell'
import { type CommandTarget, type CommandWord, shellCommand, type Target } from '../../target/target.ts'
import { type Match, mayBe, type TargetMatcher } from './target-matcher.ts'

/** Matches commands by their leading words. What allows is the shell's own matcher; what denies or asks may match too much. */
export function matchCommand(prefixes: readonly string[]): TargetMatcher {
  const denied = prefixes.map(wordsOf)
  return {
    kind: 'command',
    covers: (target) => target.kind === 'command' && prefixes.some((prefix) => objection(prefix, target) === undefined),
    touches: (target) => {
      if (target.kind !== 'command') return mayBe(target, 'command') ? 'maybe' : 'no'
      const found = denied.map((words) => beginsWith(target, words))
      return found.includes('yes') ? 'yes' : found.includes('maybe') ? 'maybe' : 'no'
    },
    spells: () => false,
    nearMiss: (target) => nearMiss(target, prefixes, denied),
  }
}

function objection(prefix: string, target: CommandTarget): string | undefined {
  const command = target[shellCommand]
  return command === undefined ? 'the command was not analysed' : coverageObjection(prefix, command)
}

function nearMiss(
  target: Target,
  prefixes: readonly string[],
  words: readonly (readonly string[])[],
): string | undefined {
  if (target.kind !== 'command') return undefined
  const prefix = prefixes.find((_, index) => beginsWith(target, words[index] ?? []) === 'yes')
  const why = prefix === undefined ? undefined : objection(prefix, target)
  return why === undefined ? undefined : `"${prefix}" does not cover it, because ${why}`
}

/** The words of a prefix; a `*` at its end says no more than its absence. */
function wordsOf(prefix: string): readonly string[] {
  const words = prefix.trim().split(/\s+/)
  return words.length > 1 && words.at(-1) === '*' ? words.slice(0, -1) : words
}

/**
 * Whether a command begins with these words. Options, with a value each, may stand between them (`git -C x push` is a `git
 * push`), and the program may be named by a path. A word that only the shell knows may be any of them.
 */
function beginsWith({ argv, program }: CommandTarget, [name = '', ...rest]: readonly string[]): Match {
  const [first, ...operands] = argv
  if (first === undefined) return 'no'
  const isProgram = name === '*' || [first.text, baseName(first.text), program.path].includes(name)
  if (!isProgram && first.static) return 'no'
  const found = followed(operands, rest)
  return found === 'yes' && !(isProgram && first.static) ? 'maybe' : found
}

function followed(words: readonly CommandWord[], expected: readonly string[]): Match {
  let next = 0
  let isCertain = true
  let mayBeValue = false
  for (const wanted of expected) {
    for (;;) {
      const word = words[next]
      if (word === undefined) return 'no'
      next += 1
      if (word.text === wanted && word.static) break
      if (!word.static) {
        isCertain = false
        break
      }
      const isOption = word.text.startsWith('-')
      if (!isOption && !mayBeValue) return 'no'
      mayBeValue = isOption
    }
    mayBeValue = false
  }
  return isCertain ? 'yes' : 'maybe'
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
