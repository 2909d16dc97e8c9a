import { unknownWord } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'

/** A line of a table: five fields or a name for the time, and then the command. */
const scheduled = /^\s*(?:@\w+|(?:[^\s#]\S*\s+){4}\S+)\s+(.*)$/

/** `crontab -`: the commands of a table on standard input count for denials. */
export function checkTable(call: CallBuilder): void {
  const [operand] = call.parsed.operands
  if (operand !== undefined && operand.word.text !== '-') return
  runLines(call, (line) => scheduled.exec(line)?.[1])
}

/** `make -f -`: the recipes of a makefile on standard input count for denials. */
export function checkRecipes(call: CallBuilder): void {
  const reads = call.parsed.options.some(
    ({ option, value }) => /^(?:-f|--file|--makefile)$/.test(option.name) && value?.text === '-',
  )
  if (reads) runLines(call, (line) => /^(?:\t|[^\t#=]*:[^=]*?;)\s*[-@+]*(.*)$/.exec(line)?.[1])
}

function runLines(call: CallBuilder, commandOf: (line: string) => string | undefined): void {
  for (const line of call.context.stdin?.split('\n') ?? []) {
    const command = commandOf(line)
    if (command !== undefined && command !== '')
      call.run({ kind: 'script', text: unknownWord(command), positional: [], denyOnly: true })
  }
}
