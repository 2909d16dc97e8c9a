import type { CallBuilder } from '../call-builder.ts'
import { delegate } from './check-runner.ts'

const withoutScript = [
  '-c',
  '-e',
  '-E',
  '-m',
  '--eval',
  '-p',
  '--print',
  '-pe',
  '-r',
  '-jar',
  '-f',
  '-R',
  '-x',
  '--test',
  '--run',
  '-v',
  '-V',
  '--version',
  '-version',
  '-l',
]

/** Management commands of web frameworks that open a shell, run code or empty a database. */
const managing =
  /^(?:shell(?:_plus)?|dbshell|flush|reset_db|sqlflush|runscript|tinker|db:wipe|migrate:(?:fresh|reset|refresh)|runner|r|console|c|dbconsole|db|db:(?:drop|reset|purge|migrate:reset)(?::.*)?|destroy|d)$/

/** `manage.py shell`, `artisan tinker`, `rails console`: a sub-command of the project's own tool. */
export function checkManagement(call: CallBuilder, at: number): void {
  const verb = call.parsed.operands[at]
  if (verb !== undefined && managing.test(verb.word.text))
    call.gadget(verb.index, `${verb.word.text} runs code or destroys data`)
}

/** Python: modules are read by the profile of the program they are; categories of warnings are imported. */
export function checkPython(call: CallBuilder): void {
  checkInterpreter(call)
  if (/(?:^|\/)manage\.py$/.test(call.parsed.operands[0]?.word.text ?? '')) checkManagement(call, 1)
  for (const { option, value, index, valueIndex } of call.parsed.options) {
    if (value === undefined) continue
    if (option.name === '-W' && !isWarningFilter(value.text)) call.gadget(index, `-W ${value.text} loads other code`)
    if (option.name === '-m') delegate(call, [value, ...call.argv.slice(valueIndex + 1)], valueIndex)
  }
}

/** A filter of warnings whose category is one of Python's own: another one would be imported. */
export const isWarningFilter = (text: string): boolean => /^[a-z]+(?::[^:]*(?::\w*(?::[\w.]*(?::\d*)?)?)?)?$/.test(text)

/** Without a script, an interpreter reads its program from standard input. */
export function checkInterpreter(call: CallBuilder): void {
  const [first] = call.parsed.operands
  if (first !== undefined && first.word.text !== '-') return
  if (call.has('-V', '-v', '--version', '-version') && call.argv.length === 2) return
  if (first === undefined && call.has(...withoutScript)) return
  if (call.parsed.unknown.length > 0 && first === undefined) call.gadget(-1, 'may read its program from standard input')
  call.gadget(-1, 'reads its program from standard input')
  call.readsScript = true
}
