import type { CallBuilder } from '../profile/call-builder.ts'
import { optionTable } from '../profile/option-table.ts'
import { parseArguments } from '../profile/parse-arguments.ts'
import { unknownWord } from '../word/word.ts'
import { joinWords } from './join-words.ts'

/** Builtins and `su`-like programs whose argument is a command line, or whose options decide whether it is one. */
export function unwrapBuiltin(name: string, call: CallBuilder): boolean {
  const { argv } = call
  switch (name) {
    case 'eval':
      call.transparent = true
      if (argv.length > 1) call.run({ kind: 'script', text: joinWords(argv.slice(1)), positional: [], sameShell: true })
      return true
    case 'source':
    case '.':
      unwrapSource(call)
      return true
    case 'trap':
      unwrapTrap(call)
      return true
    case 'command':
      call.parsed = parseArguments(argv, 1, optionTable('-p -v -V'), { style: 'posix' })
      if (call.has('-v', '-V')) return true
      call.transparent = true
      unwrapRest(call)
      return true
    case 'coproc':
      call.transparent = true
      unwrapRest(call)
      return true
    case 'su':
    case 'runuser':
    case 'sg':
    case 'ksu':
      unwrapUser(name, call)
      return true
    default:
      return false
  }
}

function unwrapRest(call: CallBuilder): void {
  const start = call.parsed.operands[0]?.index ?? (call.parsed.options.length === 0 ? 1 : call.argv.length)
  const rest = call.argv.slice(start)
  for (const index of call.parsed.unknown) call.gadget(index, `${call.argv[index]?.text ?? ''} is not a known option`)
  if (rest.length > 0) call.run({ kind: 'argv', argv: rest })
}

function unwrapSource(call: CallBuilder): void {
  const script = call.argv.slice(1).find((word) => word.text !== '--')
  call.change(`runs ${script?.text ?? 'a script'} in this shell`)
  if (script === undefined) return
  call.path(script, 'execute')
  if (script.content === undefined) return
  call.run({ kind: 'script', text: unknownWord(script.content), positional: [], sameShell: true })
}

function unwrapTrap(call: CallBuilder): void {
  const words = call.argv.slice(1).filter((word) => word.text !== '--')
  const [action] = words
  if (action === undefined || /^-[lp]$/.test(action.text)) return
  call.transparent = true
  if (action.text === '-' || action.text === '' || words.length < 2) return
  call.run({ kind: 'script', text: action, positional: [], sameShell: true })
}

const userOptions = `
    -[lmpfP] --login --preserve-environment --fast --pty -c|--command= --session-command= -s|--shell=:run
    -g|--group= -G|--supp-group= -u|--user= -w= -`

function unwrapUser(name: string, call: CallBuilder): void {
  call.gadget(0, `${name} changes the user`)
  call.effect('privilege')
  call.parsed = parseArguments(call.argv, 1, optionTable(userOptions), {})
  for (const { option, value } of call.parsed.options) {
    if (/^(?:-c|--command|--session-command)$/.test(option.name) && value !== undefined) {
      call.run({ kind: 'script', text: value, positional: [] })
    }
  }
  const rest = call.parsed.operands.filter((operand) => operand.word.text !== '-').map((operand) => operand.word)
  if (name === 'sg' && rest[1] !== undefined) call.run({ kind: 'script', text: rest[1], positional: [] })
  else if (call.has('-u', '--user') && rest.length > 0) call.run({ kind: 'argv', argv: rest })
  else if (rest.length > 1) call.run({ kind: 'argv', argv: rest.slice(1), denyOnly: true })
}
