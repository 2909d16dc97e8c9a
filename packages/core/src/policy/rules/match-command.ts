import { coverageObjection, coversWhole, parseRule } from '@drawbridge/shell/cover'
import { type CommandTarget, type CommandWord, shellCommand, type Target } from '../../target/target.ts'
import { type Match, mayBe, type TargetCondition } from './target-matcher.ts'

/** Matches commands by their leading words. What allows is the shell's own matcher; what denies or asks may match too much. */
export function matchCommand(prefixes: readonly string[]): TargetCondition {
  const denied = prefixes.map((prefix) => wordsOf(prefix) ?? [])
  return {
    kind: 'command',
    covers: (target) => target.kind === 'command' && prefixes.some((prefix) => objection(prefix, target) === undefined),
    touches: (target) => {
      if (target.kind !== 'command') return mayBe(target, 'command') ? 'maybe' : 'no'
      const meant = [candidateOf(target), ...guessesOf(target)]
      const found = denied.flatMap((words) => meant.map((command) => beginsWith(command, words)))
      return found.includes('yes') ? 'yes' : found.includes('maybe') ? 'maybe' : 'no'
    },
    spells: (target) => target.kind === 'command' && prefixes.some((prefix) => isWhole(prefix, target)),
    nearMiss: (target) => nearMiss(target, prefixes, denied),
  }
}

/** Returns true if a prefix names the command word for word, so that nothing is left to chance. */
function isWhole(prefix: string, { [shellCommand]: command }: CommandTarget): boolean {
  return command !== undefined && coversWhole(prefix, command)
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
  const prefix = prefixes.find((_, index) => beginsWith(candidateOf(target), words[index] ?? []) === 'yes')
  const why = prefix === undefined ? undefined : objection(prefix, target)
  return why === undefined ? undefined : `"${prefix}" does not cover it, because ${why}`
}

/**
 * Returns the words of a prefix, without quotes. Undefined if it is not a plain command; `*` alone means every command.
 */
function wordsOf(prefix: string): readonly string[] | undefined {
  return prefix.trim() === '*' ? ['*'] : parseRule(prefix)
}

/** Returns the problem of a text as the leading words of a command. */
export function commandProblem(text: string): string | undefined {
  const words = wordsOf(text)
  const name = JSON.stringify(text)
  if (words === undefined) return `${name} is not the beginning of one plain command. Write only its words: "git push".`
  const isQuoted = /["'\\]/.test(text)
  if (isQuoted || !words.some((word, index) => word.includes('*') && !(index === 0 && word === '*'))) return undefined
  return `${name} has a "*" inside. It is only allowed at the end, for all further words, which is also the meaning without it.`
}

/** A word with what else would mean the same in its place. */
interface SpelledWord extends CommandWord {
  readonly spellings: readonly string[]
}

/** A command that rules are compared with. */
interface Candidate {
  readonly argv: readonly SpelledWord[]
  readonly names: readonly (string | undefined)[]
}

function candidateOf({ argv, program, [shellCommand]: command }: CommandTarget): Candidate {
  return spelled(argv, command?.call.spellings, [program.path])
}

/** The commands that a launcher may start, as far as they can be guessed: `npx npm publish`, `git rebase -x "npm publish"`. */
function guessesOf(target: CommandTarget): readonly Candidate[] {
  const guesses = target[shellCommand]?.guesses ?? []
  return guesses.map(({ argv, call }) => spelled(argv, call.spellings, []))
}

function spelled(
  words: readonly CommandWord[],
  spellings: ReadonlyMap<number, readonly string[]> | undefined,
  paths: readonly (string | undefined)[],
): Candidate {
  const argv = words.map((word, index) => ({ ...word, spellings: spellings?.get(index) ?? [] }))
  const [first] = argv
  if (first === undefined) return { argv, names: paths }
  const name = baseName(first.text)
  // A sub-command of git is also a program of its own.
  const own = /^git-([a-z][a-z-]*)$/.exec(name)?.[1]
  if (own !== undefined) {
    const git = { ...first, text: 'git', spellings: [] }
    return { argv: [git, { ...first, text: own, spellings: [] }, ...argv.slice(1)], names: ['git', ...paths] }
  }
  return { argv, names: [first.text, name, ...paths] }
}

/**
 * Returns if a command begins with these words. Options with a value each may come between them (`git -C x push` is a
 * `git push`), the rule's own options may be anywhere (`git push origin --force`) and in any spelling (`-f`), and the
 * program may be named by a path. A word that only the shell can expand may be any of them.
 */
function beginsWith({ argv, names }: Candidate, [name, ...rest]: readonly string[]): Match {
  const [first, ...operands] = argv
  if (first === undefined || name === undefined) return 'no'
  const isProgram = name === '*' || names.includes(name)
  if (!isProgram && first.static) return 'no'
  const found = [
    isProgram && first.static ? 'yes' : 'maybe',
    followed(
      operands,
      rest.filter((word) => !isOption(word)),
    ),
    ...rest.filter(isOption).map((option) => hasOption(operands, option)),
  ] satisfies readonly Match[]
  return found.includes('no') ? 'no' : found.includes('maybe') ? 'maybe' : 'yes'
}

function followed(words: readonly SpelledWord[], expected: readonly string[]): Match {
  let next = 0
  let isCertain = true
  let mayBeValue = false
  for (const wanted of expected) {
    for (;;) {
      const word = words[next]
      if (word === undefined) return 'no'
      next += 1
      if (word.static && (word.text === wanted || word.spellings.includes(wanted))) break
      if (!word.static) {
        isCertain = false
        break
      }
      if (word.spellings.includes('')) continue
      if (!isOption(word.text) && !mayBeValue) return 'no'
      mayBeValue = isOption(word.text)
    }
    mayBeValue = false
  }
  return isCertain ? 'yes' : 'maybe'
}

/** Short options may be written together and in any order: `-rf` is `-f -r`. Long ones may be cut short. */
function hasOption(words: readonly SpelledWord[], option: string): Match {
  const isThere = (wanted: string) =>
    words.some(({ text, spellings }) => isSpelled(text, wanted) || spellings.includes(wanted)) ||
    (/^-\w$/.test(wanted) && words.some(({ text }) => /^-\w/.test(text) && text.includes(wanted.slice(1))))
  const letters = /^-\w{2,}$/.test(option) ? [...option.slice(1)].map((letter) => `-${letter}`) : [option]
  if (isThere(option) || letters.every(isThere)) return 'yes'
  return words.some((word) => !word.static) ? 'maybe' : 'no'
}

function isSpelled(text: string, wanted: string): boolean {
  const [name = ''] = text.split('=', 1)
  return name === wanted || text === wanted || (/^--\w{2}/.test(name) && wanted.startsWith(name))
}

function isOption(word: string): boolean {
  return word.startsWith('-')
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}
