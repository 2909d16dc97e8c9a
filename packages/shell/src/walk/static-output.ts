import type { ShellCommand } from '../shell-command.ts'

/** Returns the text that a script of one `echo`, `printf` or here-document `cat` prints, if it is known beforehand. */
export function staticOutput(commands: readonly ShellCommand[]): string | undefined {
  const [command] = commands
  if (command === undefined || commands.length !== 1 || command.redirects.length > 0) return undefined
  const [program, ...words] = command.argv
  if (program?.text === 'cat' && words.length === 0 && command.stdin?.static === true) return command.stdin.text
  if (program === undefined || words.some((word) => word.pipe !== undefined || word.from.length > 0)) return undefined
  const texts = words.map((word) => word.text)
  if (program.text === 'echo') {
    while (/^-[neE]+$/.test(texts[0] ?? '')) texts.shift()
    return `${unescapeBackslashes(texts.join(' '))}\n`
  }
  if (program.text === 'printf' && texts.length > 0) return formatText(texts)
  return program.text === 'which' || program.text === 'command' || program.text === 'type'
    ? namedProgram(texts)
    : undefined
}

/** `which rm`, `command -v rm` and `type -P rm` print the path of a program; its name stands for that path. */
function namedProgram(texts: readonly string[]): string | undefined {
  const names = texts.filter((text) => !text.startsWith('-'))
  return names.length === 1 && names[0] !== undefined ? `${names[0]}\n` : undefined
}

export function formatText([format = '', ...values]: readonly string[]): string | undefined {
  let rest = values
  let output = ''
  do {
    const before = rest.length
    output += unescapeBackslashes(
      format.replace(/%(%|-?\d*(?:\.\d+)?[sbdc])/g, (_, verb: string) => {
        if (verb === '%') return '%'
        const [value = '', ...others] = rest
        rest = others
        return verb.endsWith('c') ? value.slice(0, 1) : value
      }),
    )
    if (rest.length === before) break
  } while (rest.length > 0)
  return output
}

/** Backslash sequences as `printf` and `echo -e` read them. */
function unescapeBackslashes(text: string): string {
  const letters: Record<string, string> = {
    n: '\n',
    t: '\t',
    r: '\r',
    a: '\u0007',
    b: '\b',
    f: '\f',
    v: '\v',
    '\\': '\\',
  }
  return text.replace(/\\(x[0-9a-fA-F]{1,2}|0?[0-7]{1,3}|[ntrabfv\\])/g, (_, code: string) => {
    if (code.startsWith('x')) return String.fromCharCode(Number.parseInt(code.slice(1), 16))
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 255)
    return letters[code] ?? code
  })
}
