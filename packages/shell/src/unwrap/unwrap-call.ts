import type { CallBuilder } from '../profile/call-builder.ts'
import { optionTable } from '../profile/option-table.ts'
import { parseArguments } from '../profile/parse-arguments.ts'
import type { Inner } from '../shell-command.ts'
import { joinWords } from './join-words.ts'
import { shellNames } from './shell-names.ts'
import { unwrapArguments } from './unwrap-arguments.ts'
import { unwrapBuiltin } from './unwrap-builtin.ts'
import { unwrapShell } from './unwrap-shell.ts'
import { type Wrapper, wrappers } from './wrapper-table.ts'

/**
 * Unwraps a launcher: records the commands that it starts on the call. Returns false if the program is not a launcher.
 * After an unknown option every later word is a possible command, whose denials count.
 */
export function unwrapCall(name: string, call: CallBuilder): boolean {
  if (shellNames.has(name)) {
    unwrapShell(name, call)
    return true
  }
  if (unwrapBuiltin(name, call)) return true
  if (name === 'busybox' || name === 'toybox') {
    call.transparent = true
    if (call.argv.length > 1) call.run({ kind: 'argv', argv: call.argv.slice(1) })
    else call.change('lists its applets')
    return true
  }
  if (/^ld(?:-linux|-musl|\.so)/.test(name) && call.argv.length > 1) {
    call.gadget(0, 'loads a program by its loader')
    guessCommands(call, 1)
    return true
  }
  const wrapper = wrappers.get(name)
  if (wrapper === undefined) return false
  unwrap(wrapper, name, call)
  return true
}

function unwrap(wrapper: Wrapper, name: string, call: CallBuilder): void {
  const { argv } = call
  call.parsed = parseArguments(argv, 1, optionTable(wrapper.options ?? ''), { style: 'posix' })
  call.transparent = wrapper.why === undefined
  const { options, unknown, operands } = call.parsed
  if (isQuery(wrapper, call)) return
  const run = (inner: Inner): void => {
    const moved = options.find(({ option }) => option.role === 'place')?.value
    call.run(moved === undefined ? inner : { ...inner, folder: moved })
  }
  if (wrapper.why !== undefined) call.gadget(0, `${name} ${wrapper.why}`)
  if (wrapper.privilege) call.effect('privilege')
  for (const { option, value, index } of options) {
    if (wrapper.lineOptions?.includes(option.name) && value !== undefined) {
      run({ kind: 'script', text: value, positional: [] })
    } else if (value !== undefined) call.apply(option.role, value, index, option.name)
    else if (option.role !== 'name') call.gadget(index, `${option.name} does more than starting a command`)
  }
  if (unknown.length > 0) {
    call.transparent = false
    for (const index of unknown) call.gadget(index, `${name} has no known option ${argv[index]?.text ?? ''}`)
    guessCommands(call, 1)
    return
  }
  if (wrapper.skip === 'unknown') {
    guessCommands(call, 1)
    return
  }
  let start = (operands[0]?.index ?? argv.length) + (wrapper.skip ?? 0)
  // A lone dash is `env -i`.
  if (name === 'env' && argv[start]?.text === '-') start += 1
  const assignments: { name: string; value: (typeof argv)[number] }[] = []
  while (wrapper.assignments === true) {
    const match = /^([A-Za-z_]\w*)=/.exec(argv[start]?.text ?? '')
    const word = argv[start]
    if (match === null || word === undefined) break
    assignments.push({
      name: match[1] ?? '',
      value: { ...word, text: word.text.slice(match[0].length), prefix: word.prefix.slice(match[0].length) },
    })
    start += 1
  }
  if (argv[start]?.text === '--') start += 1
  const several = argv.findIndex((word, index) => index > 0 && index < start && (word.splits || word.pattern))
  if (several > 0) {
    call.transparent = false
    call.gadget(several, `${argv[several]?.text} may become the command that ${name} starts`)
    guessCommands(call, 1)
    return
  }
  const rest = argv.slice(start)
  if (rest.length === 0) {
    const scripted = options.some((given) => wrapper.lineOptions?.includes(given.option.name))
    if (wrapper.bare !== undefined && !scripted) call.gadget(-1, `${name} alone ${wrapper.bare}`)
    else if (operands.length > 0 && !scripted) {
      call.transparent = false
      guessCommands(call, 1)
    }
    return
  }
  const [first, second] = rest
  if (wrapper.lineOptions?.includes('-c') === true && first?.text === '-c' && second !== undefined) {
    run({ kind: 'script', text: second, positional: [] })
  } else if (name === 'xargs') unwrapArguments(rest, call)
  else if (wrapper.lines) for (const text of rest) run({ kind: 'script', text, positional: [] })
  else if (wrapper.joined) run({ kind: 'script', text: joinWords(rest), positional: [] })
  else run({ kind: 'argv', argv: rest, ...(assignments.length > 0 ? { assignments } : {}) })
}

/** `sudo -l`, `timeout --help`: the launcher starts nothing. */
function isQuery(wrapper: Wrapper, call: CallBuilder): boolean {
  const last = call.argv.at(-1)
  return (
    call.argv.length === 2 &&
    last?.static === true &&
    /^--(?:help|version)$/.test(last.text) &&
    wrapper.skip !== 'unknown'
  )
}

/** Every suffix may be the command that is started; a bounded number of them is looked at. */
function guessCommands(call: CallBuilder, from: number): void {
  if (call.argv.length > from) call.gadget([call.argv.length - 1], 'what it starts is not clear')
  for (let start = from; start < Math.min(call.argv.length, from + 24); start += 1) {
    const first = call.argv[start]
    if (first === undefined || first.text.startsWith('-')) continue
    call.run({ kind: 'argv', argv: call.argv.slice(start), denyOnly: true })
    if (/\s/.test(first.text)) call.run({ kind: 'script', text: first, positional: [], denyOnly: true })
  }
}
