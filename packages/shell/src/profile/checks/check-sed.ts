import type { Word } from '../../word/word.ts'
import type { CallBuilder } from '../call-builder.ts'

const address = String.raw`(?:\d+(?:~\d+)?|\$|/(?:[^/\\\n]|\\.)*/[IM]*)`
const range = String.raw`(?:${address}(?:\s*,\s*(?:[+~]?\d+|${address}))?\s*!?\s*)?`
const substitution = String.raw`s([^\w\s\\])(?:(?!\1)[^\\\n]|\\[\s\S])*\1(?:(?!\1)[^\\\n]|\\[\s\S])*\1[gpIiMm\d]*`
const command = String.raw`(?:${substitution}|y([^\w\s\\])(?:(?!\2)[^\\\n]|\\.)*\2(?:(?!\2)[^\\\n]|\\.)*\2|[pPdDnNgGhHxlz=F]|[qQ]\d*|}|[tTb]\s*\w*|:\s*\w+|[aic](?:\\\n|\\|\s)?[^\n]*)`

/** Whether a sed script only edits the stream: no `w`, `r`, `e` command and no `e` or `w` flag. */
export function isPureSedScript(script: string): boolean {
  return script.length <= 2_000 && script.split('\n').every((line) => everyCommand(line))
}

const single = new RegExp(String.raw`^[;\s]*${range}(?:\{|${command}\s*(?=[;}]|$))`)

function everyCommand(line: string): boolean {
  let rest = line.replace(/^\s*#.*$/, '')
  while (rest.replace(/[;\s]+/g, '') !== '') {
    const match = single.exec(rest)
    if (match === null || match[0] === '') return false
    rest = rest.slice(match[0].length)
  }
  return true
}

export function checkSed(call: CallBuilder): void {
  const { options, operands } = call.parsed
  const given = options.filter((option) => option.option.role === 'pattern')
  const hasScript = given.length > 0 || call.has('-f', '--file')
  if (call.has('-i', '--in-place', '-I'))
    for (const { word } of operands.slice(hasScript ? 0 : 1)) call.path(word, 'write')
  if (call.has('--sandbox')) return
  const scripts: [Word | undefined, number][] = hasScript
    ? given.map((option) => [option.value, option.valueIndex])
    : [[operands[0]?.word, operands[0]?.index ?? 0]]
  for (const [word, index] of scripts) {
    if (word === undefined) continue
    if (!word.static || !isPureSedScript(word.text))
      call.gadget(index, `the script ${word.text} may run commands or write files`)
  }
}
