import type { CommandTarget } from '../target/target.ts'
import { namingOf, stem } from './act-words.ts'
import { findWhole, fold } from './normal-forms.ts'
import type { FlowVoucher } from './sink.ts'
import { vouch, type Witnesses } from './vouch.ts'

/** The words that people use for a program or its command. */
const meanings: Readonly<Record<string, string>> = {
  add: 'add stage commit',
  commit: 'commit',
  push: 'push publish',
  pull: 'pull update',
  fetch: 'fetch update',
  checkout: 'checkout switch branch',
  switch: 'switch checkout branch',
  branch: 'branch',
  merge: 'merge',
  rebase: 'rebase',
  stash: 'stash',
  tag: 'tag',
  test: 'test tests verify check',
  vitest: 'test tests verify check',
  jest: 'test tests verify check',
  pytest: 'test tests verify check',
  mocha: 'test tests verify check',
  build: 'build compile',
  compile: 'build compile',
  tsc: 'build compile types typecheck check',
  lint: 'lint check',
  eslint: 'lint check',
  format: 'format',
  prettier: 'format',
  install: 'install add dependencies setup',
  ci: 'install',
  start: 'start run',
  dev: 'start run',
  make: 'make build',
  mkdir: 'create make folder directory',
  touch: 'create make',
  cp: 'copy duplicate',
  mv: 'move rename',
  rm: 'delete remove clean',
  rmdir: 'delete remove clean',
}

const runners = new Set([
  'git',
  'npm',
  'pnpm',
  'yarn',
  'bun',
  'npx',
  'cargo',
  'go',
  'mvn',
  'gradle',
  'dotnet',
  'pip',
  'poetry',
  'uv',
  'node',
  'python',
  'python3',
  'make',
])

const messageOptions = /^(?:-m|-am|--message|-F)$/

/**
 * Finds who vouches for a command: words that hold it whole, or the user's request for what it does, if it is plain and none of its
 * operands comes from strangers alone. One that only reads decides nothing.
 */
export function judgeCommand(
  target: CommandTarget,
  witnesses: Witnesses,
): Pick<FlowVoucher, 'by' | 'rule' | 'origin'> | undefined {
  const { ledger } = witnesses
  const text = target.argv.map((word) => word.text).join(' ')
  const whole = fold(text)
  const isTold = ledger.trusted.some((each) => !findWhole(each.folded, whole).next().done)
  if (isTold && target.argv.length > 1) return { by: 'user' }
  if (target.dynamic || target.gadgets.length > 0 || target.denyGroups.length > 0) return undefined
  if (target.readonly) return { by: 'operator', rule: 'reads-only' }
  const [program, ...rest] = target.argv.map((word) => word.text)
  const name = fold(target.program.name || program || '')
  const operands = rest.filter((word, index) => !word.startsWith('-') && !messageOptions.test(rest[index - 1] ?? ''))
  // The only option of `node --test` says what it does.
  const said = operands.length === 0 && rest.length === 1 ? rest.map((option) => option.replace(/^--/, '')) : operands
  const words = runners.has(name) ? (said[0] === 'run' ? said.slice(1, 2) : said.slice(0, 1)) : [name]
  const parts = words.flatMap((word) => fold(word).split(/[:_-]/))
  const isAsked = parts.some((word) => isNamed(word, witnesses))
  if (!isAsked) return undefined
  const others = operands.filter((word) => !words.includes(word) && word !== 'run' && word !== '.')
  const isForeign = others.some(
    (word) =>
      (ledger.isCut || ledger.holds(word)) &&
      vouch({ at: 'command', kind: 'object', value: word, nouns: [] }, witnesses) === undefined,
  )
  return isForeign ? undefined : { by: 'user', rule: 'asked-command' }
}

function isNamed(word: string, { ledger: { asked } }: Witnesses): boolean {
  const wanted = meanings[word]
  if (wanted === undefined) return namingOf({ verb: stem(word), nouns: [] }, asked).verb
  return wanted.split(' ').some((each) => asked.words.has(stem(each)))
}
