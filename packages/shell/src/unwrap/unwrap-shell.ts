import type { CallBuilder } from '../profile/call-builder.ts'
import { optionTable } from '../profile/option-table.ts'
import { parseArguments } from '../profile/parse-arguments.ts'
import { unknownWord } from '../word/word.ts'
import { isHarmlessShellOption } from './shell-options.ts'

const options = `
    -[abefhiklmnprstuvxBCDEHPIl] -c --norc --noprofile --login --posix --restricted --verbose --noediting --debugger
    -o= -O= --rcfile=:run --init-file=:run --no-config --private --debug-level= --`

/** `sh -c TEXT`, `sh FILE`, `sh` reading standard input. */
export function unwrapShell(name: string, call: CallBuilder): void {
  const { argv } = call
  if (/^(?:cmd|powershell|pwsh)$/.test(name)) {
    unwrapWindowsShell(name, call)
    return
  }
  const words = argv.map((word) => (/^\+[A-Za-z]/.test(word.text) ? { ...word, text: `-${word.text.slice(1)}` } : word))
  call.parsed = parseArguments(words, 1, optionTable(options), { style: 'posix' })
  call.transparent = true
  for (const { option, value, index } of call.parsed.options) {
    if (option.role === 'run') call.gadget(index, `${option.name} loads a start-up file`)
    if (option.name === '-O' && !isHarmlessShellOption(value?.text ?? ''))
      call.gadget(index, `${value?.text ?? '-O'} changes how the shell works`)
    if (/^(?:-i|-l|--login)$/.test(option.name)) call.change('an interactive or login shell runs start-up files')
  }
  for (const index of call.parsed.unknown) call.gadget(index, `${name} has no known option ${argv[index]?.text ?? ''}`)
  const operands = call.parsed.operands.map((operand) => operand.word)
  const [first] = operands
  if (call.has('-c') || (call.parsed.unknown.length > 0 && /^-[a-z]*c[a-z]*$/.test(argv[1]?.text ?? ''))) {
    if (first !== undefined) call.run({ kind: 'script', text: first, positional: operands.slice(1) })
    return
  }
  if (first !== undefined && first.text !== '-' && !call.has('-s')) {
    call.transparent = false
    if (first.content !== undefined)
      call.run({ kind: 'script', text: unknownWord(first.content), positional: operands })
    call.path(first, 'execute')
    call.change(`runs the script ${first.text}`)
    return
  }
  call.readsScript = true
}

function unwrapWindowsShell(name: string, call: CallBuilder): void {
  call.gadget(-1, `${name} runs commands that are not analysed`)
  const flag = call.argv.findIndex((word) => /^(?:\/[ck]|-(?:c|co|com|comm|comma|comman|command))$/i.test(word.text))
  if (flag < 0) return
  const text = call.argv
    .slice(flag + 1)
    .map((word) => word.text)
    .join(' ')
  const [first] = call.argv
  if (first !== undefined) call.run({ kind: 'script', text: { ...first, text }, positional: [], denyOnly: true })
}
