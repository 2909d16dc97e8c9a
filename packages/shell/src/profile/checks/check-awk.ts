import type { CallBuilder } from '../call-builder.ts'

/**
 * Whether an awk program only reads and prints: no `system`, pipe, `getline`, file output, loading or indirect call.
 * String and regex literals are blanked out first, with a regex read only where no operand stands before it.
 */
export function isPureAwkProgram(program: string): boolean {
  if (program.length > 4_000 || program.includes('/inet')) return false
  const code = blankLiterals(program)
  // After `)` a slash divides or begins a regex, depending on what the parenthesis closed: not worth telling apart.
  if (/\)\s*\//.test(code)) return false
  if (/\b(?:system|getline|close|fflush|ENVIRON|PROCINFO|ARGV|ARGC|SYMTAB|FUNCTAB)\b|@/.test(code)) return false
  if (/(?<!\|)\|(?!\|)/.test(code)) return false
  return !printStatements(code).some((statement) => statement.includes('>'))
}

function blankLiterals(program: string): string {
  let output = ''
  for (let index = 0; index < program.length; index += 1) {
    const character = program[index] ?? ''
    if (character === '"' || (character === '/' && startsRegex(output))) {
      let end = index + 1
      while (end < program.length && program[end] !== character) end += program[end] === '\\' ? 2 : 1
      output += character === '"' ? '""' : '0'
      index = end
    } else if (character === '#') {
      while (index + 1 < program.length && program[index + 1] !== '\n') index += 1
    } else output += character
  }
  return output
}

function startsRegex(before: string): boolean {
  return /(?:^|[(,{};!~&|\n?:]|\b(?:return|in|print|case|else|do))\s*$/.test(before)
}

/** The text of each `print` and `printf` up to its end, without what stands in parentheses. */
function printStatements(code: string): string[] {
  return [...code.matchAll(/\bprintf?\b([^;}\n]*)/g)].map((match) => {
    let text = match[1] ?? ''
    for (let before = ''; before !== text; ) {
      before = text
      text = text.replace(/\([^()]*\)/g, '')
    }
    return text
  })
}

export function checkAwk(call: CallBuilder): void {
  const { options, operands } = call.parsed
  const given = options.find((option) => option.option.role === 'pattern')
  const program = given?.value ?? operands[0]?.word
  const index = given?.valueIndex ?? operands[0]?.index ?? 0
  if (call.has('-f', '--file', '-E')) return
  if (program === undefined) return
  if (!program.static || !isPureAwkProgram(program.text))
    call.gadget(index, 'the program may run commands or write files')
}
